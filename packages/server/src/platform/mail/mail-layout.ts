import { type BrandTheme, darkSurface, lightSurface } from '@coopline/rules/site/brand-theme/brand-theme'
import { type CSSProperties, createElement as h, type ReactNode } from 'react'
import type { MailBlock, MailParts } from './mail-parts.ts'

export interface MailProps {
  readonly language: string
  readonly subject: string
  readonly coopName: string
  readonly theme: BrandTheme
  readonly parts: MailParts
}

const font = 'system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif'
const [ink, quiet, line, card] = ['#16212a', '#57646d', '#d5dde2', '#ffffff']
const table = { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, border: 0 } as const
const wraps = { overflowWrap: 'anywhere' } as const satisfies CSSProperties
const lineStyle: CSSProperties = { ...wraps, margin: '0 0 16px', fontSize: 16, lineHeight: '24px' }

/** Mail programs that ignore style sheets show the light colors, which are inline. */
const darkStyle = ({ dark }: BrandTheme): string => `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){.ground{background:#0e161c!important}.card{background:${darkSurface}!important}
.ink{color:#e8eef1!important}.quiet{color:#a9b6be!important}.line{border-color:#3b4a54!important}.link{color:${dark.onSurface}!important}}
@media (max-width:480px){.cell{padding-left:20px!important;padding-right:20px!important}}`

/** The HTML part of every mail: one column of at most 600 pixels, without images, as mail programs lay out tables. */
export const MailLayout = (mail: MailProps): ReactNode => h('html', { lang: mail.language }, headOf(mail), bodyOf(mail))

const headOf = ({ subject, theme }: MailProps): ReactNode =>
  h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    h('title', null, subject),
    h('style', null, darkStyle(theme)),
  )

function bodyOf({ subject, coopName, theme, parts }: MailProps): ReactNode {
  const rows = h('tbody', null, headRow(coopName, theme), cardRow(subject, theme, parts), footRow(theme, parts))
  const column = h('table', { ...table, width: 600, style: { width: '100%', maxWidth: 600 } }, rows)
  const centered = h('tr', null, h('td', { align: 'center', style: { padding: 16 } }, column))
  const ground = { className: 'ground', style: { background: lightSurface } }
  return h(
    'body',
    { className: 'ground', style: { margin: 0, background: lightSurface, fontFamily: font } },
    // The joiners keep mail programs from listing the rest of the mail after the preview.
    h(
      'div',
      { style: { display: 'none', maxHeight: 0, overflow: 'hidden' } },
      parts.preview,
      '\u200c\u00a0'.repeat(80),
    ),
    h('main', null, h('table', { ...table, ...ground }, h('tbody', null, centered))),
  )
}

const row = (style: CSSProperties, className: string, ...children: readonly ReactNode[]): ReactNode =>
  h(
    'tr',
    null,
    h('td', { className: `cell ${className}`, style: { ...wraps, textAlign: 'left', ...style } }, ...children),
  )

const headRow = (coopName: string, { light }: BrandTheme): ReactNode =>
  row(
    {
      padding: '20px 32px',
      background: light.brand,
      color: light.brandText,
      borderRadius: '12px 12px 0 0',
      fontSize: 20,
      fontWeight: 700,
    },
    '',
    coopName,
  )

const cardRow = (subject: string, theme: BrandTheme, { body }: MailParts): ReactNode =>
  row(
    { padding: '32px 32px 16px', background: card, color: ink, borderRadius: '0 0 12px 12px' },
    'card ink',
    h('h1', { style: { ...wraps, margin: '0 0 16px', fontSize: 24, lineHeight: '30px' } }, subject),
    ...grouped(body).map((group, index) => h(Group, { key: index, group, theme })),
  )

const footRow = (theme: BrandTheme, { footer }: MailParts): ReactNode =>
  row(
    { padding: '16px 32px', color: quiet, fontSize: 14, lineHeight: '22px' },
    'quiet',
    ...footer.map((block, index) =>
      h(
        'p',
        { key: index, style: { margin: '0 0 4px' } },
        block.kind === 'link'
          ? h(
              'a',
              { href: block.href, target: '_blank', className: 'link', style: { color: theme.light.onSurface } },
              block.label,
            )
          : textOf(block),
      ),
    ),
  )

const textOf = (block: Exclude<MailBlock, { kind: 'link' }>): string =>
  block.kind === 'row' ? `${block.label}: ${block.value}` : block.kind === 'code' ? block.code : block.text

/** Groups consecutive rows into one table. */
function grouped(blocks: readonly MailBlock[]): readonly (readonly MailBlock[])[] {
  const groups: MailBlock[][] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    if (block.kind === 'row' && last?.[0]?.kind === 'row') last.push(block)
    else groups.push([block])
  }
  return groups
}

function Group({ group, theme }: { readonly group: readonly MailBlock[]; readonly theme: BrandTheme }): ReactNode {
  const [first] = group
  if (first === undefined) return null
  if (first.kind === 'row') return h(Rows, { rows: group.filter((block) => block.kind === 'row') })
  if (first.kind === 'link') return h(ButtonLink, { ...first, theme })
  if (first.kind === 'code')
    return h(
      'p',
      { style: { ...lineStyle, fontSize: 32, lineHeight: '40px', fontWeight: 700, letterSpacing: 6 } },
      first.code,
    )
  return h('p', { style: lineStyle }, first.text)
}

function Rows({ rows }: { readonly rows: readonly Extract<MailBlock, { kind: 'row' }>[] }): ReactNode {
  const cell: CSSProperties = {
    ...wraps,
    padding: '10px 0',
    borderTop: `1px solid ${line}`,
    fontSize: 16,
    lineHeight: '24px',
    verticalAlign: 'top',
  }
  return h(
    'table',
    { width: '100%', cellPadding: 0, cellSpacing: 0, border: 0, style: { margin: '0 0 24px' } },
    h(
      'tbody',
      null,
      rows.map(({ label, value }, index) =>
        h(
          'tr',
          { key: index },
          h(
            'th',
            {
              scope: 'row',
              className: 'line quiet',
              style: { ...cell, paddingRight: 16, color: quiet, fontWeight: 400, textAlign: 'left' },
            },
            label,
          ),
          h('td', { className: 'line', style: { ...cell, fontWeight: 600, textAlign: 'right' } }, value),
        ),
      ),
    ),
  )
}

/** A cell, because Outlook ignores the padding of links. */
function ButtonLink({
  label,
  href,
  theme,
}: {
  readonly label: string
  readonly href: string
  readonly theme: BrandTheme
}): ReactNode {
  const { brand: background, brandText: color } = theme.light
  const cell = { style: { background, borderRadius: 8 } }
  const link: CSSProperties = {
    display: 'inline-block',
    padding: '12px 24px',
    border: `1px solid ${background}`,
    borderRadius: 8,
    color,
    fontSize: 16,
    lineHeight: '24px',
    fontWeight: 600,
    textDecoration: 'none',
  }
  return h(
    'table',
    { ...table, width: undefined, style: { margin: '8px 0 24px' } },
    h('tbody', null, h('tr', null, h('td', cell, h('a', { href, target: '_blank', style: link }, label)))),
  )
}
