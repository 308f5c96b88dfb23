import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { describe, expect, test } from 'vitest'
import { writeDemoBundle } from '../../../testing/write-demo-bundle.ts'
import { bundleFolder, csv, smallBundle } from '../../../testing/bundle-folder.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { changesThroughEvent, paymentsThroughEvent } from './bundle-file.ts'
import { bundleFiles } from './bundle-files.ts'
import { importBundle } from './import-bundle.ts'
import type { ImportEntry } from './import-entry.ts'

const clock = createTestClock('2026-11-20T15:00:00Z')
const database = useTestDatabase()

/** Imports a folder as a full load. @returns what ended by file, and what was said. */
async function fullLoad(directory: string, { mostEnded = 10, dryRun = false, batchRows = 5000 } = {}) {
  const entries: ImportEntry[] = []
  const options = { directory, mostEnded, dryRun, batchRows, report: (entry: ImportEntry) => void entries.push(entry) }
  const summary = await importBundle({ db: database.db, clock }, options)
  const ended = Object.fromEntries(
    summary.files.filter((file) => file.ended > 0).map((file) => [file.file, file.ended]),
  )
  return { ended, said: entries.map(({ severity, file, reason }) => `${severity}: ${file} ${reason}`) }
}

const lines = csv(
  'account_number,bill_date,line,description,quantity,unit,amount',
  '100100101,2026-11-13,1,Energy,812.5,kWh,142.37',
  '100100101,2026-10-13,1,Energy,700,kWh,100.00',
  '100100101,2026-10-13,2,Basic charge,,,20.00',
)

const bundle = { ...smallBundle, 'bill-lines.csv': lines }

/** A file of the small bundle without the rows that contain a text. */
const without = (file: keyof typeof bundle, text: string): string =>
  csv(
    ...bundle[file]
      .trimEnd()
      .split('\n')
      .filter((line) => !line.includes(text)),
  )

const counts = async () => {
  const count = async (table: 'cis.member' | 'cis.phone' | 'cis.bill' | 'cis.bill_line' | 'cis.balance') =>
    (await database.db.selectFrom(table).selectAll().execute()).length
  return {
    members: await count('cis.member'),
    phones: await count('cis.phone'),
    bills: await count('cis.bill'),
    lines: await count('cis.bill_line'),
    balances: await count('cis.balance'),
  }
}

const statuses = async () =>
  (
    await database.db
      .selectFrom('cis.account')
      .select(['account_number', 'account_status'])
      .orderBy('account_number')
      .execute()
  ).map((row) => `${row.account_number} ${row.account_status}`)

const whole = { members: 2, phones: 2, bills: 2, lines: 3, balances: 3 }

describe('a full load', () => {
  test('removes rows that a list no longer has, with the lines of a bill, and makes an account inactive', async () => {
    await fullLoad(bundleFolder(bundle))
    const next = {
      'members.csv': without('members.csv', '10002'),
      'phones.csv': without('phones.csv', '10002'),
      'accounts.csv': without('accounts.csv', '0200'),
      'balances.csv': without('balances.csv', '0200'),
      'bills.csv': without('bills.csv', '2026-10-13'),
    }
    const { ended, said } = await fullLoad(bundleFolder(next), { batchRows: 1 })
    expect(said).toEqual([])
    expect(ended).toEqual({ 'phones.csv': 1, 'accounts.csv': 1, 'bills.csv': 1 })
    // Members, and the one row that an account has of a kind, stay.
    expect(await counts()).toEqual({ members: 2, phones: 1, bills: 1, lines: 1, balances: 3 })
    expect(await statuses()).toEqual(['0200 Inactive', '100100101 Active', '100100102 Active'])
    expect((await fullLoad(bundleFolder(next))).ended).toEqual({})
  })

  test('is taken back by a dry run, and a load that is not full ends nothing', async () => {
    await fullLoad(bundleFolder(bundle))
    const next = bundleFolder({ 'phones.csv': without('phones.csv', '10002') })
    expect(await fullLoad(next, { dryRun: true })).toEqual({ ended: { 'phones.csv': 1 }, said: [] })
    await importBundle({ db: database.db, clock }, { directory: next })
    expect(await counts()).toEqual(whole)
  })

  test('ends no row when a file is absent, has a refused row, or is cut short', async () => {
    await fullLoad(bundleFolder(bundle))
    const broken = `${without('bills.csv', '2026-10-13')}100100101,"2026-`
    const next = {
      'phones.csv': `${without('phones.csv', '10002')}10002,12,home\n`,
      'bills.csv': broken,
    }
    const { ended, said } = await fullLoad(bundleFolder(next))
    expect(ended).toEqual({})
    expect(
      said.some((one) => one === 'notice: phones.csv has refused rows, so what it does not have any more stays'),
    ).toBe(true)
    expect(await counts()).toEqual(whole)
  })

  test('ends nothing of a file that would end more rows than is allowed, and says so', async () => {
    const members = csv('member_number,name,prefers_language', '10001,Ada Lindqvist,en')
    const phones = (digits: readonly number[]) =>
      csv('member_number,digits,kind', ...digits.map((digit) => `10001,71555501${digit},home`))
    const all = Array.from({ length: 40 }, (_, index) => 10 + index)
    await fullLoad(bundleFolder({ 'members.csv': members, 'phones.csv': phones(all) }))
    const less = bundleFolder({ 'phones.csv': phones(all.slice(11)) })
    expect(await fullLoad(less)).toEqual({
      ended: {},
      said: [
        'error: phones.csv does not have 11 of the 40 rows on file, more than 10 percent; they stay (--most-ended)',
      ],
    })
    expect((await counts()).phones).toBe(40)
    expect((await fullLoad(less, { mostEnded: 28 })).ended).toEqual({ 'phones.csv': 11 })
    // Ten rows may always end.
    expect((await fullLoad(bundleFolder({ 'phones.csv': phones(all.slice(21)) }), { mostEnded: 0 })).ended).toEqual({
      'phones.csv': 10,
    })
  })

  test('a second full load of the demo’s bundle ends nothing: every key reads the same in the file and on file', async () => {
    const directory = bundleFolder({})
    await writeDemoBundle({ dir: directory, members: 40, today: calendarDate('2026-11-20') })
    await fullLoad(directory, { mostEnded: 0 })
    expect(await fullLoad(directory, { mostEnded: 0, batchRows: 7 })).toEqual({ ended: {}, said: [] })
  })

  test('never ends rows that name portal events: a change that the cooperative has dealt with would return', () => {
    const naming = bundleFiles.filter(({ columns }) =>
      columns.some(({ name }) => name === changesThroughEvent || name === paymentsThroughEvent),
    )
    expect(naming.length).toBeGreaterThan(5)
    expect(naming.filter(({ gone }) => gone !== undefined)).toEqual([])
  })
})
