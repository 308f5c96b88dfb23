import { usage } from '@coopline/contract/usage/usage/usage.contract'
import { cents } from '@coopline/rules/kernel/money'
import { anAccount } from '@coopline/testing/builders/account'
import { ben } from '@coopline/testing/builders/member'
import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, it } from 'vitest'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adaSignedIn, halvesOf, login, type SignedIn } from '../../../testing/seed-login.ts'
import { daysFrom, seedDays, seedIntervals, seedMeter } from '../../../testing/seed-usage.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal()
let ada: SignedIn
beforeEach(async () => {
  ada = await adaSignedIn(portal)
  await seedMeter(portal.db)
})

const params = { memberNumber: '10001', accountNumber: '100100101' }
const year = { fromDate: '2025-11-21', toDate: '2026-11-20' }

const download = async (query: Record<string, string> = year, accountNumber = params.accountNumber) =>
  portal.call(usage.csv, { ...ada, params: { ...params, accountNumber }, query })
const rowsOf = async (query?: Record<string, string>): Promise<readonly Record<string, string>[]> => {
  const response = await download(query)
  expect(response.statusCode, response.body).toBe(200)
  return parse(response.body, { columns: true, bom: true })
}
const total = (rows: readonly Record<string, string>[], column = 'used'): number =>
  Math.round(rows.reduce((sum, row) => sum + Number(row[column]) * 1_000, 0))

describe('usage as CSV', () => {
  it('returns a named file of daily readings with quality, demand and charge', async () => {
    await seedDays(
      portal.db,
      { day: '2026-11-17', used: 31_250, demand: 4_200, charge: cents(412) },
      { day: '2026-11-19', used: 18_005, received: 2_500, status: 'estimated' },
      { day: '2026-11-20', used: 900, status: 'keyed' },
    )
    const response = await download()
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="usage-100100101-2025-11-21-2026-11-20.csv"',
      'cache-control': 'no-store',
    })
    expect(response.body.split('\r\n')).toEqual([
      // Spreadsheets take a file for UTF-8 only with the byte order mark.
      '\uFEFFmeter,start,end,used,received,unit,quality,peak_kw,charge_dollars',
      'E-1,2026-11-17T00:00:00-06:00,2026-11-18T00:00:00-06:00,31.25,,kWh,actual,4.2,4.12',
      'E-1,2026-11-19T00:00:00-06:00,2026-11-20T00:00:00-06:00,18.005,2.5,kWh,estimated,,',
      'E-1,2026-11-20T00:00:00-06:00,2026-11-21T00:00:00-06:00,0.9,,kWh,keyed,,',
      '',
    ])
  })

  it('includes every interval on the days of a clock change and no row for a gap', async () => {
    await seedIntervals(
      portal.db,
      { day: '2026-03-08' },
      { day: '2026-11-01' },
      { day: '2026-11-02', used: [5, null, 7], minutes: 60 },
    )
    const rows = await rowsOf()
    const starts = rows.map((row) => row['start'] ?? '')
    const ofDay = (day: string) => starts.filter((start) => start.startsWith(day))
    expect([ofDay('2026-03-08').length, ofDay('2026-11-01').length]).toEqual([23, 25])
    expect(ofDay('2026-03-08T03')).toEqual(['2026-03-08T03:00:00-05:00'])
    expect(ofDay('2026-11-01T01')).toEqual(['2026-11-01T01:00:00-05:00', '2026-11-01T01:00:00-06:00'])
    expect(ofDay('2026-11-02')).toEqual(['2026-11-02T00:00:00-06:00', '2026-11-02T02:00:00-06:00'])
    expect(new Set(starts.map(Date.parse)).size).toBe(starts.length)
    expect(rows.slice(1, 23).every((row, index) => row['start'] === rows[index]?.['end'])).toBe(true)
    expect(total(rows)).toBe((23 * 24) / 2 + (25 * 26) / 2 + 12)
  })

  it('includes each day once at its stored resolution, or as daily readings on request', async () => {
    await seedDays(portal.db, { day: '2026-11-17' }, { day: '2026-11-18' }, { day: '2026-11-19', used: 44 })
    const gaps = Array.from({ length: 24 }, () => null)
    await seedIntervals(portal.db, { day: '2026-11-18' }, { day: '2026-11-19', used: gaps }, { day: '2026-11-20' })
    const finest = await rowsOf()
    expect(finest).toHaveLength(1 + 24 + 1 + 24)
    expect(total(finest)).toBe(1_000 + 300 + 44 + 300)
    const daily = await rowsOf({ ...year, detail: 'day' })
    expect([daily.length, total(daily)]).toEqual([3, 2_044])
  })

  it('reads three years in windows without losing or repeating a day', async () => {
    const days = daysFrom('2023-11-21', '2026-11-20')
    await seedDays(portal.db, ...days.map((day) => ({ day })))
    await seedIntervals(portal.db, ...days.slice(-100).map((day) => ({ day })))
    const range = { fromDate: '2023-11-21', toDate: '2026-11-20' }
    const rows = await rowsOf(range)
    expect(rows.length).toBe(days.length - 100 + 24 * 100 + 1)
    expect(new Set(rows.map((row) => row['start'])).size).toBe(rows.length)
    expect((await rowsOf({ ...range, detail: 'day' })).length).toBe(days.length)
  })

  it('includes every meter with its unit, or only the requested one', async () => {
    await seedMeter(portal.db, { meterNumber: 'W-2', unit: 'Gallons' })
    await seedDays(portal.db, { day: '2026-11-19' }, { day: '2026-11-19', meterNumber: 'W-2', unit: 'Gallons' })
    expect((await rowsOf()).map((row) => [row['meter'], row['unit']])).toEqual([
      ['E-1', 'kWh'],
      ['W-2', 'Gallons'],
    ])
    expect((await rowsOf({ ...year, meterId: 'W-2' })).map((row) => row['meter'])).toEqual(['W-2'])
    expect((await download({ ...year, meterId: 'X-9' })).statusCode).toBe(404)
  })

  it('prevents a meter name from becoming a spreadsheet formula [SEC-58]', async () => {
    await seedMeter(portal.db, { meterNumber: '=1+1' })
    await seedDays(portal.db, { day: '2026-11-19', meterNumber: '=1+1' })
    expect((await rowsOf()).map((row) => row['meter'])).toEqual(["'=1+1"])
  })
})

describe('downloading usage', () => {
  it('refuses reversed, future, pre-1990 and missing days but has no 180-day limit [US-49]', async () => {
    portal.set({ MDMEnabled: true })
    const refusal = async (fromDate: string, toDate: string) => {
      const response = await download({ fromDate, toDate })
      return [response.statusCode, response.json<{ errors: { code: string }[] }>().errors[0]?.code]
    }
    expect(await refusal('2026-11-20', '2026-11-19')).toEqual([400, 'range-invalid'])
    expect(await refusal('2026-11-20', '2026-11-21')).toEqual([400, 'range-invalid'])
    expect(await refusal('1989-12-31', '2026-11-19')).toEqual([400, 'date-too-early'])
    expect((await refusal('2026-02-30', '2026-11-19'))[0]).toBe(400)
    expect((await download({ fromDate: '1990-01-01', toDate: '2026-11-20' })).statusCode).toBe(200)
  })

  it('treats another member’s account like a missing one and records the attempt', async () => {
    await seedAccount(portal.db, anAccount('100100202').of(ben))
    await seedMeter(portal.db, { accountNumber: '100100202', meterNumber: 'E-9' })
    const [foreign, missing] = [await download(year, '100100202'), await download(year, '100100999')]
    expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404])
    const kinds = await portal.db
      .selectFrom('portal.audit')
      .select('kind')
      .where('account_number', '=', '100100202')
      .execute()
    expect(kinds).toEqual([{ kind: 'access.foreign-refused' }])
  })

  it('records each download and refuses it above the login’s hourly limit', async () => {
    portal.set({ usageFilesPerHour: 2 })
    const statuses = [await download(), await download(), await download()].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([200, 200, 429])
    const entries = portal.db.selectFrom('portal.audit').select(['member_number', 'account_number', 'detail'])
    const recorded = await entries.where('kind', '=', 'usage.downloaded').execute()
    expect(recorded).toHaveLength(2)
    expect(recorded[0]).toMatchObject({ member_number: '10001', account_number: '100100101' })
    portal.clock.advance(3_601)
    ada = halvesOf(await login(portal))
    expect((await download()).statusCode).toBe(200)
  })
})
