import { defaultSettings, type Settings } from '@coopline/contract/site/site/settings-catalog'
import { brandTheme, contrastRatio, darkSurface, lightSurface } from '@coopline/rules/site/brand-theme/brand-theme'
import { parseDocument, DomUtils } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { createMailRenderer } from './render-mail.ts'

const origin = 'https://portal.coop.example'
const rendererOf = (over: Partial<Settings> = {}) => {
  const settings = { ...defaultSettings, coopName: 'Prairie Ridge', ...over }
  return createMailRenderer({ current: () => settings }, origin)
}
const render = async (bodyText: string, over: Partial<Settings> = {}, subject = 'Your bill is ready') =>
  rendererOf(over)({ subject, bodyText, language: 'es' })
const elementsOf = (html: string) => DomUtils.getElementsByTagName(() => true, parseDocument(html))
const textsOf = (html: string, tag: string) =>
  DomUtils.getElementsByTagName(tag, parseDocument(html)).map((element) => DomUtils.textContent(element))

const notice = [
  'Your bill for account ending in 0101 is ready: $142.37, due 12/04/2026.',
  '',
  `View your account: ${origin}/accountoverview`,
  '',
  'Prairie Ridge',
  '',
  `Change your notifications: ${origin}/notifications`,
  `Stop these emails: ${origin}/unsubscribe?token=${'a'.repeat(32)}`,
  'Please do not reply. We do not monitor this mailbox.',
  '',
].join('\n')

describe('the HTML part of a mail', () => {
  it('has the subject as its heading, the text, a button, and the footer with its links', async () => {
    const html = await render(notice)
    expect(html).toMatch(/^<!doctype html><html lang="es">/u)
    expect(textsOf(html, 'title')).toEqual(['Your bill is ready'])
    expect(textsOf(html, 'h1')).toEqual(['Your bill is ready'])
    expect(textsOf(html, 'a')).toEqual(['View your account', 'Change your notifications', 'Stop these emails'])
    expect(textsOf(html, 'p')).toEqual([
      'Your bill for account ending in 0101 is ready: $142.37, due 12/04/2026.',
      'Change your notifications',
      'Stop these emails',
      'Please do not reply. We do not monitor this mailbox.',
    ])
    expect(html.match(/Prairie Ridge/gu)).toHaveLength(1)
  })

  it('shows lines with a label as a table, also where their value has a colon', async () => {
    const html = await render(
      'Thank you.\n\nDate: 11/20/2026\nTotal: $1.00\nName: a: b\n\nKeep this message.\nPrairie Ridge\n',
    )
    expect(textsOf(html, 'th')).toEqual(['Date', 'Total', 'Name'])
    expect(textsOf(html, 'td').slice(-4)).toEqual(['11/20/2026', '$1.00', 'a: b', 'Keep this message.'])
  })

  it('shows a line as it is when the text before its colon is too long for a label', async () => {
    const [name, label] = ['n'.repeat(40), 'l'.repeat(60)]
    const lines = [`${name}: 1`, `${name}n: 2`, `${label}: ${origin}/a`, `${label}l: ${origin}/b`]
    const html = await render(`Thank you.\n\n${lines.join('\n')}\n\nKeep this message.\n`)
    expect(textsOf(html, 'th')).toEqual([name])
    expect(textsOf(html, 'a')).toEqual([label])
    expect(textsOf(html, 'p')).toEqual(expect.arrayContaining([`${name}n: 2`, `${label}l: ${origin}/b`]))
  })

  it('shows a code large, and keeps it out of the preview that mail programs list', async () => {
    const html = await render('Your verification code is 123456.\nIt expires in 10 minutes.\n\nDo not share it.\n')
    expect(textsOf(html, 'p')).toEqual([
      'Your verification code is',
      '123456',
      'It expires in 10 minutes.',
      'Do not share it.',
    ])
    expect(textsOf(html, 'div')[0]?.trim()).toMatch(/^It expires in 10 minutes\./u)
  })

  it('names a link that stands alone by the subject', async () => {
    const html = await render(
      `Open this link:\n${origin}/reset-password?otc=x\n\nPlease do not reply.\n`,
      {},
      'Reset it',
    )
    expect(textsOf(html, 'a')).toEqual(['Reset it'])
  })

  it('has markup of names only as text, wherever it stands [SEC-57]', async () => {
    const canary = `</title></style><img src=x onerror=alert(1)>"'&amp;`
    const text = [canary, '', `Username: ${canary}`, `${canary}: ${origin}/login`, canary, '', canary, ''].join('\n')
    const html = await render(text, { coopName: `${canary}!` }, canary)
    expect(new Set(elementsOf(html).map(({ name }) => name))).toEqual(
      new Set('html head meta title style body div main table tbody tr td th h1 p a'.split(' ')),
    )
    const attributes = elementsOf(html).flatMap(({ attribs }) => Object.keys(attribs))
    expect(attributes.filter((name) => name.startsWith('on') || name === 'src')).toEqual([])
    expect(textsOf(html, 'h1')).toEqual([canary])
    expect(DomUtils.textContent(parseDocument(html)).split(canary).length).toBeGreaterThan(6)
  })

  it.each([
    'https://evil.example/login',
    'https://portal.coop.example.evil.example/',
    'https://portal.coop.example@evil.example/',
    'http://portal.coop.example/login',
    'javascript:alert(1)',
  ])('has no link to %s', async (address) => {
    const html = await render(`Hello\n\n${address}\nSign in: ${address}\n\nChange: ${address}\n`)
    expect(textsOf(html, 'a')).toEqual([])
    expect(DomUtils.textContent(parseDocument(html))).toContain(address)
  })

  it('links to the address that the origin was checked of, where other parsers read another host [SEC-57]', async () => {
    const html = await render(`Hello\n\nPay: ${origin}\\@evil.example/x\n\nPlease do not reply.\n`)
    const [link] = DomUtils.getElementsByTagName('a', parseDocument(html))
    expect(link?.attribs['href']).toBe(`${origin}/@evil.example/x`)
  })

  it('loads nothing and runs nothing', async () => {
    const html = await render(notice)
    expect(html).not.toMatch(/<(?:img|script|link|iframe|object)|@import|url\(|src=/iu)
  })

  it('stays under the 102 KB after which Gmail clips a mail, with 60 accounts in a receipt', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => `Cuenta que termina en ${1000 + index}: $1,234.56`)
    const html = await render(['Gracias.', '', ...rows, '', notice].join('\n'))
    expect(textsOf(html, 'th')).toHaveLength(60)
    expect(Buffer.byteLength(html)).toBeLessThan(100_000)
  })
})

describe('the colors of a mail', () => {
  it.each(['#00695c', '#ffeb3b', '#000000', '#ffffff', '#ff0000', '#808080'])(
    'can be read in both themes with the brand color %s',
    async (brandColor) => {
      const html = await render(notice, { brandColor })
      const theme = brandTheme(brandColor)
      if (theme === null) throw new Error('not a color')
      const { brand, brandText, onSurface } = theme.light
      expect(html).toContain(`background:${brand};color:${brandText}`)
      expect(html).toContain(`color:${onSurface}`)
      expect(html).toContain(`color:${theme.dark.onSurface}!important`)
      const pairs = [
        [brandText, brand],
        [onSurface, lightSurface],
        ['#57646d', lightSurface],
        ['#57646d', '#ffffff'],
        [theme.dark.onSurface, '#0e161c'],
        ['#a9b6be', darkSurface],
      ] as const
      expect(pairs.filter(([text, ground]) => contrastRatio(text, ground) < 4.5)).toEqual([])
    },
  )

  it('follow the settings from one mail to the next', async () => {
    let settings = { ...defaultSettings, brandColor: '#00695c' }
    const renderNext = createMailRenderer({ current: () => settings }, origin)
    const mail = { subject: 's', bodyText: 'b', language: 'en' }
    expect(await renderNext(mail)).toContain('background:#00695c')
    settings = { ...settings, brandColor: '#123456' }
    expect(await renderNext(mail)).toContain('background:#123456')
  })
})
