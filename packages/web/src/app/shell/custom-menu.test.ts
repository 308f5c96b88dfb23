import type { MenuEntry } from '@coopline/contract/site/site/site.contract'
import { expect, test } from 'vitest'
import { customMenu } from './menu.tsx'

const anEntry = (title: string, rest: Partial<MenuEntry> = {}): MenuEntry => ({
  title,
  moduleLink: '/home',
  external: false,
  megaMenu: false,
  position: 0,
  subMenu: [],
  ...rest,
})

test('entries are sorted by position, at every level', () => {
  const menu = customMenu(
    [
      anEntry('Third', { position: 3 }),
      anEntry('First', { position: 1 }),
      anEntry('Second', {
        position: 2,
        moduleLink: '',
        subMenu: [anEntry('B', { position: 2 }), anEntry('A', { position: 1 })],
      }),
    ],
    '/home',
  )
  expect(menu.map(({ title }) => title)).toEqual(['First', 'Second', 'Third'])
  expect(menu[1]).toMatchObject({ columns: [{ links: [{ title: 'A' }, { title: 'B' }] }] })
})

test('a mega-menu opens a column for each group under it [SH-42]', () => {
  const group = (title: string, link: string) => anEntry(title, { moduleLink: '', subMenu: [anEntry(link)] })
  const mega = anEntry('Energy', {
    megaMenu: true,
    moduleLink: '',
    subMenu: [group('At home', 'Rebates'), group('On the farm', 'Irrigation')],
  })
  expect(customMenu([mega], '/home')).toEqual([
    {
      title: 'Energy',
      columns: [
        { heading: 'At home', links: [expect.objectContaining({ title: 'Rebates' })] },
        { heading: 'On the farm', links: [expect.objectContaining({ title: 'Irrigation' })] },
      ],
    },
  ])
})

test('sub-menus nested three deep are all there, each level under its name [SH-43]', () => {
  const deep = anEntry('More', {
    moduleLink: '',
    subMenu: [
      anEntry('Rates', {
        moduleLink: '/rates',
        subMenu: [
          anEntry('Farm', { moduleLink: '', subMenu: [anEntry('Irrigation', { moduleLink: '/rates/irrigation' })] }),
        ],
      }),
    ],
  })
  expect(customMenu([deep], '/home')).toEqual([
    {
      title: 'More',
      columns: [
        { heading: 'Rates', links: [expect.objectContaining({ title: 'Rates', href: '/rates' })] },
        { heading: 'Rates › Farm', links: [expect.objectContaining({ href: '/rates/irrigation' })] },
      ],
    },
  ])
})

test('an internal link is a path of this site and opens in this window [SH-44]', () => {
  expect(customMenu([anEntry('Pay', { moduleLink: '/quick-pay?accountno=1' })], '/home')).toEqual([
    { title: 'Pay', href: '/quick-pay?accountno=1', external: false, current: false },
  ])
})

test('an external link is a web address and opens in a new window [SH-45]', () => {
  const link = anEntry('Weather', { moduleLink: 'https://weather.example.org/', external: true })
  expect(customMenu([link], '/home')).toMatchObject([{ href: 'https://weather.example.org/', external: true }])
})

test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'ftp://example.org'])(
  'leaves out an entry that leads to %s, internal or external',
  (moduleLink) => {
    expect(customMenu([anEntry('Bad', { moduleLink }), anEntry('Bad', { moduleLink, external: true })], '/')).toEqual(
      [],
    )
  },
)

test('refuses an internal entry that leads to another site and an external one that leads to this site', () => {
  const entries = [anEntry('A', { moduleLink: 'https://x.example.org' }), anEntry('B', { external: true })]
  expect(customMenu(entries, '/')).toEqual([])
})
