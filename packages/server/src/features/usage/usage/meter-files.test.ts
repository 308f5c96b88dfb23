import { join } from 'node:path'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { beforeEach, describe, expect, it } from 'vitest'
import { bundleFolder, csv } from '../../../testing/bundle-folder.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { csvSource } from './csv-source.ts'
import { importReadings } from './import-readings.ts'
import type { TimeOptions } from './parse-start.ts'
import { loadDailyReadings, loadIntervalDays, statusAt } from './readings.store.ts'

const portal = useTestPortal()
const accountNumber = '100100101'
const all = { from: calendarDate('1990-01-01'), to: calendarDate('2030-01-01') }

beforeEach(async () => {
  portal.clock.set('2026-11-20T15:00:00Z')
  await seedAccount(portal.db)
  await portal.db
    .insertInto('cis.meter')
    .values([
      { account_number: accountNumber, meter_number: 'E-1', interval_minutes: 15 },
      { account_number: accountNumber, meter_number: 'NET', interval_minutes: 60, is_net_metered: true },
    ])
    .execute()
})

async function take(text: string, times: TimeOptions = {}) {
  const entries: string[] = []
  const path = join(bundleFolder({ 'r.csv': text }), 'r.csv')
  const summary = await importReadings(portal.deps, path, csvSource(path), {
    timeZone: 'America/Chicago',
    times,
    report: ({ severity, line, value, reason }) => void entries.push([severity, line, value, reason].join('|')),
  })
  return { ...summary, entries }
}
const daily = async (meterNumber = 'E-1') => loadDailyReadings(portal.db, { accountNumber, meterNumber, ...all })
const intervals = async (meterNumber = 'E-1') => loadIntervalDays(portal.db, { accountNumber, meterNumber, ...all })

const two = (value: number) => String(value).padStart(2, '0')
/** Times of the clock from one minute of a day to another. */
const clock = (day: string, from: number, to: number, step: number): readonly string[] =>
  Array.from({ length: (to - from) / step }, (_none, at) => {
    const minute = from + at * step
    return `${day}T${two(Math.floor(minute / 60))}:${two(minute % 60)}:00`
  })
const file = (
  starts: readonly string[],
  { meter = 'E-1', used }: { readonly meter?: string; readonly used?: (at: number) => string } = {},
) =>
  csv(
    'account_number,meter_number,start,used',
    ...starts.map((start, at) => `${accountNumber},${meter},${start},${used?.(at) ?? '0.1'}`),
  )
const day = 24 * 60

describe('net meters', () => {
  const starts = clock('2026-11-10', 0, day, 60)

  it('takes what is below zero in the delivered channel as received [REQ-D-317]', async () => {
    const text = file(starts, { meter: 'NET', used: (hour) => (hour >= 10 && hour < 15 ? '-0.4' : '0.5') })
    expect(await take(text)).toMatchObject({ rows: 24, written: 1, refused: 0, notices: 0 })
    const [stored] = await intervals('NET')
    expect([stored?.used.slice(9, 12), stored?.received?.slice(9, 12)]).toEqual([
      [500, 0, 0],
      [0, 400, 400],
    ])
    expect(await daily('NET')).toMatchObject([{ used: 9_500, received: 2_000 }])
    const row = (meter: string, used: string) =>
      csv('account_number,meter_number,day,used,received', `${accountNumber},${meter},2026-11-12,${used}`)
    await take(row('NET', '-3,'))
    expect((await daily('NET'))[1]).toMatchObject({ day: '2026-11-12', used: 0, received: 3_000 })
    expect([(await take(row('NET', '-3,1'))).entries, (await take(row('E-1', '-3,'))).entries]).toEqual([
      ['error|2|-3|is negative beside an amount that was received'],
      ['error|2|-3|is negative; give what goes back as received'],
    ])
  })
})

describe('times without an offset', () => {
  const spring = [...clock('2026-03-08', 0, 120, 15), ...clock('2026-03-08', 180, day, 15)]
  const fall = [
    ...clock('2026-11-01', 0, 120, 15),
    ...clock('2026-11-01', 60, 120, 15),
    ...clock('2026-11-01', 120, day, 15),
  ]
  const text = file([...spring, ...clock('2026-07-15', 0, day, 15), ...fall], { used: (at) => String(at) })
  const hint = 'if they are clock times, import the file again with --clock-time'

  it('notices a skipped and a doubled hour, because the times are then those of a clock [REQ-D-317]', async () => {
    const { entries } = await take(text)
    expect(entries.filter((entry) => entry.includes(hint)).map((entry) => entry.slice(0, 46))).toEqual([
      'notice|198|2026-11-01T01:00:00|occurs twice, a',
      'notice|0|2026-03-08T02:00|until 03:00 has no r',
    ])
    const standard = file([...clock('2026-03-08', 0, day, 15), ...clock('2026-11-01', 0, day, 15)])
    expect((await take(standard)).entries.filter((entry) => entry.includes(hint))).toEqual([])
  })

  it('reads clock times with the option: days of 23, 24 and 25 hours, and refuses a time that clocks skip', async () => {
    expect(await take(text, { isClockTime: true })).toMatchObject({ rows: 92 + 96 + 100, refused: 0, entries: [] })
    expect((await intervals()).map(({ day: date, used }) => [date, used.length, used[0], used.at(-1)])).toEqual([
      ['2026-03-08', 92, 0, 91_000],
      ['2026-07-15', 96, 92_000, 187_000],
      ['2026-11-01', 100, 188_000, 287_000],
    ])
    const skipped = await take(file(['2025-03-09T02:30:00']), { isClockTime: true })
    expect(skipped.entries).toEqual(['error|2|2025-03-09T02:30:00|does not exist: clocks skip this hour on this day'])
  })

  it.each([
    ['24:00', '2026-11-10T24:00:00'],
    ['midnight of the next day', '2026-11-11T00:00:00'],
  ])('reads times of the end of each interval with the option, whose last is %s', async (_, last) => {
    const ends = file([...clock('2026-11-10', 15, day, 15), last], { used: (at) => String(at) })
    expect(await take(ends, { isIntervalEnding: true })).toMatchObject({ rows: 96, refused: 0, entries: [] })
    expect((await intervals()).map(({ day: date, used }) => [date, used[0], used.at(-1)])).toEqual([
      ['2026-11-10', 0, 95_000],
    ])
  })

  it('reads the ends of the intervals of a day of clock times, and of a month that the file has no other day of', async () => {
    const ends = [...clock('2026-03-08', 15, 120, 15), '2026-03-08T03:00:00', ...clock('2026-03-08', 195, day, 15)]
    const both = { isClockTime: true, isIntervalEnding: true }
    const taken = await take(file([...ends, '2026-03-08T24:00:00', '2015-05-01T00:00:00']), both)
    expect(taken).toMatchObject({ rows: 93, refused: 0 })
    expect(
      (await intervals()).map(({ day: date, used }) => [date, used.filter((value) => value !== null).length]),
    ).toEqual([
      ['2015-04-30', 1],
      ['2026-03-08', 92],
    ])
  })

  it('notices a last time that is alone on the next day, and refuses 24:00 as a start', async () => {
    const ends = [...clock('2026-11-10', 15, day, 15), '2026-11-11T00:00:00']
    expect((await take(file(ends))).entries.at(0)).toMatch(
      /^notice\|97\|2026-11-11T00:00:00\|is the only time of its day.*--interval-ending$/u,
    )
    expect((await take(file(['2026-11-12T24:00:00']))).entries).toEqual([
      'error|2|2026-11-12T24:00:00|is no start of an interval; if times are those at its end, import the file with --interval-ending',
    ])
    const starts = [...clock('2026-11-10', 0, day, 15), '2026-11-11T00:00:00']
    expect((await take(file(starts))).entries.join()).not.toContain('--interval-ending')
  })
})

describe('estimated intervals', () => {
  const rows = (statuses: readonly string[]) =>
    csv(
      'account_number,meter_number,start,used,status',
      ...clock('2026-11-10', 0, day, 15).flatMap((start, at) =>
        statuses[at] === undefined ? [] : [`${accountNumber},E-1,${start},1,${statuses[at]}`],
      ),
    )
  const marked = async () => {
    const [stored] = await intervals()
    if (stored === undefined) throw new Error('Nothing was stored')
    return [stored.status, ...stored.used.flatMap((_value, at) => (statusAt(stored, at) === 'actual' ? [] : [at]))]
  }

  it('marks the one interval that is estimated, and measures that replace it [REQ-D-317]', async () => {
    const statuses = Array.from({ length: 96 }, (_none, at) => (at === 40 ? 'estimated' : 'actual'))
    await take(rows(statuses))
    expect(await marked()).toEqual(['estimated', 40])
    expect(await daily()).toMatchObject([{ used: 96_000, status: 'estimated' }])
    const later = Array.from<string>({ length: 96 })
    later[7] = 'keyed'
    await take(rows(later))
    expect(await marked()).toEqual(['estimated', 7, 40])
    later[40] = 'actual'
    await take(rows(later))
    expect(await marked()).toEqual(['keyed', 7])
    await take(rows(statuses.map(() => 'actual')))
    expect(await marked()).toEqual(['actual'])
  })
})

it('divides hours that begin at a quarter past among quarters, as estimates, and loses nothing [REQ-D-317]', async () => {
  const starts = clock('2026-11-10', 15, 15 + day, 60)
  const text = file(starts, { meter: 'NET', used: () => '1.001' })
  const { entries, refused } = await take(text)
  expect(refused).toBe(0)
  expect(entries[0]).toBe(
    'notice|2|2026-11-10T00:15:00|begins an interval of 60 minutes between two of the day; such values are divided among intervals of 15 minutes and count as estimated',
  )
  expect(entries.filter((entry) => entry.includes('divided'))).toHaveLength(1)
  const stored = await intervals('NET')
  expect(stored.map(({ day: date, minutes, status }) => [date, minutes, status])).toEqual([
    ['2026-11-10', 15, 'estimated'],
    ['2026-11-11', 15, 'estimated'],
  ])
  const values = stored.flatMap(({ used }) => used.filter((value) => value !== null))
  expect([values.length, values.reduce((sum, value) => sum + value, 0)]).toEqual([96, 24 * 1_001])
})
