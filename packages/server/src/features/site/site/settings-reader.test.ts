import { defaultSettings, listSettings } from '@coopline/contract/site/site/settings-catalog'
import { site } from '@coopline/contract/site/site/site.contract'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestClock } from '../../../testing/test-clock.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { buildSiteStart } from './build-site-start.ts'
import { setSetting } from './set-setting.ts'
import { createSettingsReader, settingsOf } from './settings-reader.ts'
import { raiseSettingVersion, saveSettings } from './site.store.ts'

const database = useTestDatabase()
let warnings: string[]
const log = {
  warn: (detail: Readonly<Record<string, unknown>>, message: string) => {
    warnings.push(`${message} ${JSON.stringify(detail)}`)
  },
}
beforeEach(() => {
  warnings = []
})

const set = async (key: string, value: unknown) =>
  setSetting({ db: database.db, clock: createTestClock() }, key, value, 'test')

/** Waits until something holds; fails after four seconds. */
async function soon(holds: () => boolean): Promise<void> {
  const end = Date.now() + 4_000
  while (!holds()) {
    if (Date.now() > end) throw new Error('It did not come about')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

describe('the reader', () => {
  test('answers the defaults before anything is read and on a fresh installation', async () => {
    const reader = createSettingsReader({ db: database.db, log })
    expect(reader.current()).toEqual(defaultSettings)
    await reader.refresh()
    expect(reader.current()).toEqual(defaultSettings)
    expect(reader.version()).toBeGreaterThan(0)
  })

  test('a change is seen by every process within its next look, without a restart', async () => {
    const readers = [1, 2].map(() => createSettingsReader({ db: database.db, log, pollMs: 20 }))
    for (const reader of readers) await reader.start()
    try {
      const before = readers.map((reader) => reader.version())
      await set('coopName', 'Prairie REC')
      await soon(() => readers.every((reader) => reader.current().coopName === 'Prairie REC'))
      expect(readers.every((reader, index) => reader.version() > (before[index] ?? 0))).toBe(true)
    } finally {
      for (const reader of readers) await reader.stop()
    }
  })

  test('settings stay the same object until something changes, and cannot be altered in place', async () => {
    const reader = createSettingsReader({ db: database.db, log })
    await reader.refresh()
    const first = reader.current()
    await reader.refresh()
    expect(reader.current()).toBe(first)
    expect(Object.isFrozen(first)).toBe(true)
    await set('QuickPay', 'Y')
    await reader.refresh()
    expect(reader.current()).not.toBe(first)
    expect(first.QuickPay).toBe(false)
  })

  test('with the database down the last known settings stay, with one warning, and it recovers automatically', async () => {
    await set('QuickPay', 'Y')
    let away = false
    const db = new Proxy(database.db, {
      get: (target, name) => {
        if (away && name === 'selectFrom') throw new Error('ECONNREFUSED')
        const member: unknown = Reflect.get(target, name)
        return typeof member === 'function' ? member.bind(target) : member
      },
    })
    const reader = createSettingsReader({ db, log, pollMs: 10 })
    await reader.start()
    try {
      away = true
      await soon(() => warnings.length > 0)
      await reader.refresh()
      await reader.refresh()
      expect(reader.current().QuickPay).toBe(true)
      expect(warnings).toEqual(['Settings cannot be read; the last known ones stay {"reason":"Error: ECONNREFUSED"}'])
      await set('QuickPay', 'N')
      away = false
      await soon(() => !reader.current().QuickPay)
    } finally {
      await reader.stop()
    }
  })

  test('the reader of settings does not look again after it is stopped', async () => {
    const reader = createSettingsReader({ db: database.db, log, pollMs: 10 })
    await reader.start()
    await reader.stop()
    const version = reader.version()
    await set('QuickPay', 'Y')
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(reader.version()).toBe(version)
    expect(reader.current().QuickPay).toBe(false)
  })

  test('an unknown key is ignored and an invalid value is replaced by its default, each with a warning without the value', async () => {
    await database.db.transaction().execute(async (tx) => {
      const stored = [
        { key: 'notOfThisVersion', value: 'secret-1' },
        { key: 'maxDaysAfterBilling', value: 'secret-2' },
        { key: 'coopName', value: 'Prairie REC' },
      ]
      await saveSettings(tx, stored, new Date(0), 'test')
      await raiseSettingVersion(tx)
    })
    const reader = createSettingsReader({ db: database.db, log })
    await reader.refresh()
    expect(reader.current()).toEqual({ ...defaultSettings, coopName: 'Prairie REC' })
    expect(warnings).toEqual([
      'A stored setting is not valid; its default applies {"key":"maxDaysAfterBilling"}',
      'A stored setting is unknown and ignored {"key":"notOfThisVersion"}',
    ])
  })
})

describe('any stored value', () => {
  const keys = listSettings().map((setting) => setting.key)
  const key = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...keys) }, { weight: 1, arbitrary: fc.string() })
  const nearly = fc.constantFrom<unknown>(
    'Y',
    'N',
    true,
    0,
    -1,
    1e308,
    '12.5',
    '#ffffff',
    '<b>x</b>',
    '/x',
    'https://x.example/',
    'javascript:1',
    [],
    {},
    null,
    { __proto__: null, year: '1', caption: 'c' },
    [{ title: 'x', moduleLink: '/x', external: false, megaMenu: false, position: 1, subMenu: [] }],
  )
  const row = fc.record({ key, value: fc.oneof(fc.jsonValue({ maxDepth: 6 }), nearly) })

  test('random stored JSON never breaks the reader or what the browser gets', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
        const settings = settingsOf(rows, { warn: () => {} })
        expect(Object.keys(settings)).toEqual(keys)
        const start = buildSiteStart(settings, { appVersion: '1', demo: false })
        expect(site.start.answer.safeParse(start).success).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('lists nested ten thousand levels deep are replaced by the default', () => {
    let menu: unknown = []
    for (let level = 0; level < 10_000; level += 1)
      menu = [{ title: 'x', moduleLink: '/x', external: false, megaMenu: false, position: 1, subMenu: menu }]
    expect(settingsOf([{ key: 'mcpMenu', value: menu }], log).mcpMenu).toEqual([])
    expect(warnings).toHaveLength(1)
  })
})
