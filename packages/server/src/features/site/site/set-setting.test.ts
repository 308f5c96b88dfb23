import { findSetting } from '@coopline/contract/site/site/settings-catalog'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { BadInput } from '../../../platform/errors.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { resetSetting, setSetting, setSettings } from './set-setting.ts'
import { listStoredSettings, loadSettingVersion } from './site.store.ts'
import { readWritten, writeSetting } from './written-setting.ts'

const clock = createTestClock('2026-11-20T15:00:00Z')
const database = useTestDatabase()

const deps = () => ({ db: database.db, clock })
const audit = async () =>
  database.db.selectFrom('portal.audit').select(['at', 'kind', 'detail']).orderBy('id').execute()

/** The messages of the refusal. */
async function refusal(promise: Promise<unknown>): Promise<readonly string[]> {
  try {
    await promise
  } catch (error) {
    if (error instanceof BadInput) return error.refusals.map((one) => one.sentenceIn('en'))
    throw error
  }
  throw new Error('It was not refused')
}

describe('setting', () => {
  test('a value, its version and its audit row are written together', async () => {
    const before = await loadSettingVersion(database.db)
    const result = await setSetting(deps(), 'QuickPay', 'Y', 'Pat')
    expect(result).toEqual({ changed: ['QuickPay'], sanitized: [] })
    expect(await listStoredSettings(database.db)).toEqual([{ key: 'QuickPay', value: true }])
    expect(await loadSettingVersion(database.db)).toBe(before + 1)
    expect(await audit()).toEqual([
      {
        at: new Date('2026-11-20T15:00:00Z'),
        kind: 'setting-changed',
        detail: { key: 'QuickPay', before: null, after: true, by: 'Pat' },
      },
    ])
  })

  test('when the audit row cannot be written, neither value nor version change', async () => {
    const before = await loadSettingVersion(database.db)
    await sql`alter table portal.audit add constraint no_more check (kind <> 'setting-changed')`.execute(database.owner)
    try {
      await expect(setSetting(deps(), 'QuickPay', 'Y', 'Pat')).rejects.toThrow('no_more')
    } finally {
      await sql`alter table portal.audit drop constraint no_more`.execute(database.owner)
    }
    expect(await listStoredSettings(database.db)).toEqual([])
    expect(await loadSettingVersion(database.db)).toBe(before)
  })

  test('the audit names the value before, and a value that is set again is no change', async () => {
    await setSetting(deps(), 'coopName', 'Old', 'Pat')
    expect((await setSetting(deps(), 'coopName', 'New', 'Kim')).changed).toEqual(['coopName'])
    expect((await setSetting(deps(), 'coopName', 'New', 'Lee')).changed).toEqual([])
    expect((await audit()).map((row) => row.detail)).toEqual([
      { key: 'coopName', before: null, after: 'Old', by: 'Pat' },
      { key: 'coopName', before: 'Old', after: 'New', by: 'Kim' },
    ])
  })

  test('resetting gives the default back and is in the audit; resetting twice is no change', async () => {
    await setSetting(deps(), 'coopName', 'Old', 'Pat')
    expect((await resetSetting(deps(), 'coopName', 'Kim')).changed).toEqual(['coopName'])
    expect((await resetSetting(deps(), 'coopName', 'Kim')).changed).toEqual([])
    expect(await listStoredSettings(database.db)).toEqual([])
    expect((await audit()).at(-1)?.detail).toEqual({ key: 'coopName', before: 'Old', after: null, by: 'Kim' })
  })

  test('a long text is cut in the audit and kept whole', async () => {
    const text = `<p>${'a'.repeat(9_000)}</p>`
    await setSetting(deps(), 'legalContent', text, 'Pat')
    expect((await listStoredSettings(database.db))[0]?.value).toBe(text)
    expect(JSON.stringify((await audit())[0]?.detail).length).toBeLessThan(2_200)
  })

  test('markup that is not allowed is taken out, and the answer says of which setting', async () => {
    const written = { aboutUs: '<p onclick="x">Hello</p>', legalContent: '<p>Fine</p>' }
    const result = await setSettings(deps(), written, 'Pat')
    expect(result.sanitized).toEqual(['aboutUs'])
    expect(await listStoredSettings(database.db)).toEqual([
      { key: 'aboutUs', value: '<p>Hello</p>' },
      { key: 'legalContent', value: '<p>Fine</p>' },
    ])
  })

  test('two changes at the same moment both count', async () => {
    const before = await loadSettingVersion(database.db)
    await Promise.all([setSetting(deps(), 'QuickPay', 'Y', 'Pat'), setSetting(deps(), 'Outage', 'Y', 'Kim')])
    expect((await listStoredSettings(database.db)).map((row) => row.key)).toEqual(['Outage', 'QuickPay'])
    expect(await loadSettingVersion(database.db)).toBe(before + 2)
  })
})

describe('refusing', () => {
  test('every fault is named at once with its key and why, and nothing is kept', async () => {
    const written = {
      QuickPay: 'maybe',
      coopName: 'Prairie REC',
      maxChargeAmount: 500,
      brandColor: 'red',
      timeZone: 'Mars/Olympus',
      quickPayTokenMinutes: '600',
      twitterUrl: 'http://twitter.example',
      nonsense: 1,
      features: [],
    }
    expect(await refusal(setSettings(deps(), written, 'Pat'))).toEqual([
      'QuickPay: Write Y or N',
      'maxChargeAmount: Write an amount in dollars as text, such as "12.50"',
      'brandColor: Write a color as #rrggbb',
      'timeZone: Write a time zone such as America/Chicago',
      'quickPayTokenMinutes: Write 60 or less',
      'twitterUrl: Write an address that starts with https://',
      'nonsense is not a setting; `coopline settings list` shows all',
      'features is made of the flags of the group feature; set each by its name, such as QuickPay',
    ])
    expect(await listStoredSettings(database.db)).toEqual([])
    expect(await audit()).toEqual([])
  })

  test('keys that reach into objects are no settings', async () => {
    for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const written = Object.fromEntries([[key, 'x']])
      expect(await refusal(setSettings(deps(), written, 'Pat'))).toEqual([
        `${key} is not a setting; \`coopline settings list\` shows all`,
      ])
    }
    expect(await refusal(resetSetting(deps(), '__proto__', 'Pat'))).toHaveLength(1)
  })

  test('characters that the database cannot keep are refused and not an error of ours', async () => {
    for (const text of ['a\0b', '\ud800'])
      for (const key of ['officeHours', 'aboutUs', 'webChatSetting'])
        expect(
          await refusal(setSetting(deps(), key, key === 'webChatSetting' ? { apiUrl: text } : text, 'Pat')),
        ).toEqual([`${key}: The text has characters that cannot be kept`])
  })

  test('a fault inside a list or object says where', async () => {
    const webChatSetting = { apiUrl: 'ftp://chat.example' }
    expect((await refusal(setSetting(deps(), 'webChatSetting', webChatSetting, 'Pat')))[0]).toMatch(
      /^webChatSetting: Write an address that starts with https:\/\/ or with a single \/ \(at apiUrl\)/u,
    )
  })
})

describe('money', () => {
  test('money is written in dollars, kept in whole cents and shown in dollars', async () => {
    for (const [written, cents, shown] of [
      ['12.50', 1250, '12.50'],
      ['500', 50_000, '500.00'],
      ['0.05', 5, '0.05'],
      ['9999999999.99', 999_999_999_999, '9999999999.99'],
    ] as const) {
      await setSetting(deps(), 'maxChargeAmount', written, 'Pat')
      const value = (await listStoredSettings(database.db))[0]?.value
      expect(value).toBe(cents)
      const setting = findSetting('maxChargeAmount')
      expect(setting && writeSetting(setting, value)).toBe(shown)
    }
  })

  test('money is refused with three decimals, below zero, above the most that may be paid, or as words', () => {
    for (const odd of ['1.005', '-1', '10000000000', 'ten', '1,000', '1e3', '$5', null, {}]) {
      const read = readWritten('prepaidMinimumPaymentAmount', odd)
      expect('code' in read && read.sentenceIn('en')).toBe(
        'prepaidMinimumPaymentAmount: Write an amount in dollars, such as 12.50',
      )
    }
  })

  test('an amount may be empty where the catalog says so', async () => {
    await setSetting(deps(), 'maxChargeAmount', '20', 'Pat')
    await setSetting(deps(), 'maxChargeAmount', '', 'Pat')
    expect((await listStoredSettings(database.db))[0]?.value).toBe(null)
    expect(readWritten('ccPrepaidAmountMinimum', '')).toMatchObject({ code: 'unfit-setting' })
  })
})
