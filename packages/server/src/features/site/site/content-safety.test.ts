import { listSettings, type Settings } from '@coopline/contract/site/site/settings-catalog'
import type { ContentNode } from '@coopline/contract/site/site/site.contract'
import { describe, expect, test } from 'vitest'
import { createTestClock } from '../../../testing/test-clock.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { buildSiteStart } from './build-site-start.ts'
import { contentTree } from './content-tree.ts'
import { sanitizeContent } from './sanitize-content.ts'
import { setSettings } from './set-setting.ts'
import { createSettingsReader } from './settings-reader.ts'
import { raiseSettingVersion, saveSettings } from './site.store.ts'
import { readWritten } from './written-setting.ts'
import { xssVectors } from '../../../testing/xss-vectors.ts'

// A second copy of the allow-list in the code under test, so that widening one requires widening the other.
const harmless =
  /^(?:p|br|hr|h[2-6]|strong|b|em|i|u|s|small|sub|sup|mark|abbr|span|div|blockquote|pre|code|ul|ol|li|dl|dt|dd|a|img|table|caption|thead|tbody|tfoot|tr|th|td)$/u
const harmlessAttributes = /^(?:href|target|rel|src|alt|width|height|start|colspan|rowspan|scope|title|lang|dir)$/u

/** Every fault of a tree that a browser would build elements from. */
function faultsOf(nodes: readonly ContentNode[]): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    const attributes = Object.entries(node.a ?? {})
    const link = node.a?.href ?? node.a?.src
    return [
      ...(harmless.test(node.t) ? [] : [`element ${node.t}`]),
      ...attributes.filter(([name]) => !harmlessAttributes.test(name)).map(([name]) => `attribute ${name}`),
      ...(link === undefined ? [] : faultsOfLink(link, node.t)),
      ...(node.a?.target === undefined || node.a.rel === 'noopener noreferrer' ? [] : ['an opener']),
      ...faultsOf(node.c ?? []),
    ]
  })
}

function faultsOfLink(link: string, tag: string): string[] {
  const url = new URL(link, 'https://portal.example')
  const own = url.origin === 'https://portal.example' && !url.pathname.startsWith('//')
  if (tag === 'img') return own ? [] : [`picture from ${link}`]
  const ok = own || ['https:', 'mailto:', 'tel:'].includes(url.protocol)
  return ok && url.username === '' && !/evil/u.test(link) ? [] : [`link to ${link}`]
}

const htmlKeys = listSettings()
  .filter((setting) => setting.kind === 'html')
  .map((setting) => setting.key)

/** Lists the faults of sanitized HTML: in its markup, and in the tree that is made of it. */
function faultsOfStored(kept: string): string[] {
  // Quoted values are inert. The rest is elements and names of attributes.
  const markup = kept.replaceAll(/"[^"]*"/gu, '""')
  return [
    ...(kept.startsWith('before') ? [] : ['the words before it are gone']),
    ...(/<[^>]*\s(?:on\w+|style)\s*=|<\/?(?:script|style|iframe|svg|math|form|meta|link|base)/iu.test(markup)
      ? ['markup']
      : []),
    ...faultsOf(contentTree(kept)),
  ]
}

const attacks = xssVectors.map((vector) => `before ${vector.replaceAll('\0', '')} after`)

/** The attacks, one for each HTML setting at a time. */
const rounds = (texts: readonly string[]): readonly Readonly<Record<string, string>>[] =>
  Array.from({ length: Math.ceil(texts.length / htmlKeys.length) }, (_, round) =>
    Object.fromEntries(
      htmlKeys.map((key, index) => [key, texts[(round * htmlKeys.length + index) % texts.length] ?? '']),
    ),
  )

const htmlOf = (settings: Settings): readonly (readonly [string, string])[] =>
  htmlKeys.map((key) => {
    const value = settings[key]
    return [key, typeof value === 'string' ? value : ''] as const
  })

describe('texts of the cooperative that carry attacks', () => {
  const database = useTestDatabase()

  test('there are at least a hundred different attacks and ten settings that take HTML [SEC-52]', () => {
    expect(new Set(xssVectors).size).toBeGreaterThanOrEqual(100)
    expect(htmlKeys.length).toBeGreaterThanOrEqual(10)
  })

  test('every attack, saved through every HTML setting, is kept without what makes it one [SEC-52]', () => {
    const faults = htmlKeys.flatMap((key) =>
      attacks.flatMap((attack, index) => {
        const read = readWritten(key, attack)
        const kept = 'value' in read && typeof read.value === 'string' ? read.value : 'refused'
        return faultsOfStored(kept).map((fault) => `${index} ${key}: ${fault}`)
      }),
    )
    expect(faults).toEqual([])
  })

  test('every HTML setting is harmless when it is read back after an attack was saved [SEC-52]', async () => {
    const reader = createSettingsReader({ db: database.db, log: { warn: () => {} } })
    const faults: string[] = []
    for (const written of rounds(attacks)) {
      await setSettings({ db: database.db, clock: createTestClock() }, written, 'test')
      await reader.refresh()
      for (const [key, kept] of htmlOf(reader.current()))
        faults.push(...faultsOfStored(kept).map((fault) => `${key}: ${fault} in ${kept}`))
    }
    expect(faults).toEqual([])
  })

  test('an attack that reached the database by another way is taken out on the way to the browser [SEC-52]', async () => {
    const reader = createSettingsReader({ db: database.db, log: { warn: () => {} } })
    const faults: string[] = []
    for (const raw of rounds(attacks)) {
      await database.db.transaction().execute(async (tx) => {
        const stored = Object.entries(raw).map(([key, value]) => ({ key, value }))
        await saveSettings(tx, stored, new Date(0), 'test')
        await raiseSettingVersion(tx)
      })
      await reader.refresh()
      expect(Object.fromEntries(htmlOf(reader.current()))).toMatchObject(raw)
      const start = buildSiteStart(reader.current(), { appVersion: '1', demo: false })
      const shown = [...start.settings.aboutUs, ...start.configuration.emergencyAnnouncementMessage]
      const others = htmlOf(reader.current()).flatMap(([, kept]) => contentTree(kept))
      faults.push(...faultsOf([...shown, ...others]))
    }
    expect(faults).toEqual([])
  })

  test('sanitizing twice changes nothing, and a tree shows what was kept [SEC-52]', () => {
    for (const vector of xssVectors) {
      const once = sanitizeContent(vector)
      expect(sanitizeContent(once)).toBe(once)
      expect(contentTree(once)).toEqual(contentTree(vector.replaceAll('\0', '')))
    }
  })
})

describe('harmless texts', () => {
  test('headings, lists, tables, links and own pictures are kept as they are', () => {
    const html =
      '<h2>Our cooperative</h2><p>Since <strong>1938</strong>.<br>Call <a href="tel:+1-555-0100">us</a></p>' +
      '<ul><li>One</li><li>Two</li></ul><table><tr><th scope="col">A</th><td colspan="2">B</td></tr></table>' +
      '<img src="/files/lineman.jpg" alt="A lineman" width="320">'
    expect(contentTree(sanitizeContent(html))).toEqual([
      { t: 'h2', c: ['Our cooperative'] },
      {
        t: 'p',
        c: [
          'Since ',
          { t: 'strong', c: ['1938'] },
          '.',
          { t: 'br' },
          'Call ',
          { t: 'a', a: { href: 'tel:+1-555-0100' }, c: ['us'] },
        ],
      },
      {
        t: 'ul',
        c: [
          { t: 'li', c: ['One'] },
          { t: 'li', c: ['Two'] },
        ],
      },
      {
        t: 'table',
        c: [
          {
            t: 'tr',
            c: [
              { t: 'th', a: { scope: 'col' }, c: ['A'] },
              { t: 'td', a: { colspan: '2' }, c: ['B'] },
            ],
          },
        ],
      },
      { t: 'img', a: { alt: 'A lineman', src: '/files/lineman.jpg', width: '320' } },
    ])
  })

  test('a link to another site opens a new tab without an opener, one on this site does not [SEC-54]', () => {
    expect(contentTree('<a href="https://coop.example/a?b=1&amp;c=2">x</a><a href="/legal-terms">y</a>')).toEqual([
      {
        t: 'a',
        a: { href: 'https://coop.example/a?b=1&c=2', target: '_blank', rel: 'noopener noreferrer' },
        c: ['x'],
      },
      { t: 'a', a: { href: '/legal-terms' }, c: ['y'] },
    ])
  })

  test('characters with a meaning in HTML are kept as they were written', () => {
    expect(contentTree(sanitizeContent('5 &lt; 6 &amp; 7 > 3 &copy; ñ'))).toEqual(['5 < 6 & 7 > 3 © ñ'])
  })

  test('blanks between rows and items are removed, and those between words are kept', () => {
    expect(contentTree('<ul>\n <li>a</li>\n</ul> <b>x</b> <i>y</i>')).toEqual([
      { t: 'ul', c: [{ t: 'li', c: ['a'] }] },
      ' ',
      { t: 'b', c: ['x'] },
      ' ',
      { t: 'i', c: ['y'] },
    ])
  })

  test('a text with fifty thousand nested elements is served, no deeper than browsers can handle', () => {
    const depthOf = (nodes: readonly ContentNode[]): number =>
      Math.max(0, ...nodes.map((node) => (typeof node === 'string' ? 0 : 1 + depthOf(node.c ?? []))))
    const html = `${'<b>'.repeat(300)}deep`
    expect(depthOf(contentTree(html))).toBeLessThanOrEqual(24)
    expect(JSON.stringify(contentTree(html))).toContain('deep')
    expect(depthOf(contentTree('<b>'.repeat(50_000)))).toBeLessThanOrEqual(24)
    expect(sanitizeContent('<div>'.repeat(15_000)).length).toBeLessThan(1_000)
  })
})
