import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { addDays, calendarDate } from '../../kernel/calendar-date.ts'
import { intervalStarts } from './interval-times.ts'
import { niceAxis } from './nice-axis.ts'
import { supportsUsage } from './supports-usage.ts'
import { barKind, everyDay, isWeekend, lastTwelveMonths, sameDayIn } from './usage-days.ts'
import { degreeDays, summarizeUsage, summarizeWeather } from './usage-summary.ts'
import {
  noIntervalsMessage,
  noUsageInRangeMessage,
  noUsageMessage,
  suspendedUsageMessage,
  unsupportedUsageMessage,
} from './usage.messages.ts'

const day = calendarDate
const reading = (date: string, used: number, demand: number | null = null) => ({ date: day(date), used, demand })

describe('bars', () => {
  it('shows estimated and keyed bars on weekends, too', () => {
    expect(barKind({ status: 'Estimate', isWeekend: false })).toBe('estimate')
    expect(barKind({ status: 'Estimate', isWeekend: true })).toBe('estimate')
    expect(barKind({ status: 'Keyed', isWeekend: false })).toBe('keyed')
    expect(barKind({ status: 'Keyed', isWeekend: true })).toBe('keyed')
    expect(barKind({ status: 'Actual', isWeekend: true })).toBe('weekend')
    expect(barKind({ status: 'Actual', isWeekend: false })).toBe('ordinary')
  })

  it('treats Saturday and Sunday as the weekend', () => {
    expect(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map((text) => isWeekend(day(text)))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(['1999-12-31', '1999-12-26', '1999-12-25'].map((text) => isWeekend(day(text)))).toEqual([false, true, true])
  })
})

describe('days', () => {
  it('keeps days without a reading as gaps, never as zero', () => {
    const rows = [reading('2026-11-01', 0), reading('2026-11-03', 5)]
    expect(everyDay(day('2026-11-01'), day('2026-11-04'), rows)).toEqual([
      { date: '2026-11-01', row: rows[0] },
      { date: '2026-11-02', row: null },
      { date: '2026-11-03', row: rows[1] },
      { date: '2026-11-04', row: null },
    ])
  })

  it('matches a day to the same day a year earlier, and February 29 to February 28', () => {
    expect(sameDayIn(-1, day('2026-11-20'))).toBe('2025-11-20')
    expect(sameDayIn(-1, day('2028-02-29'))).toBe('2027-02-28')
    expect(sameDayIn(-4, day('2028-02-29'))).toBe('2024-02-29')
    expect(sameDayIn(1, day('0999-02-28'))).toBe('1000-02-28')
    expect(sameDayIn(-1, day('1000-02-28'))).toBe('0999-02-28')
  })

  it('starts a twelve-month range on the first day of its first month', () => {
    expect(lastTwelveMonths(day('2026-11-20'))).toEqual({ from: '2025-12-01', to: '2026-11-20' })
    expect(lastTwelveMonths(day('2026-12-01'))).toEqual({ from: '2026-01-01', to: '2026-12-01' })
    expect(lastTwelveMonths(day('1000-05-31'))).toEqual({ from: '0999-06-01', to: '1000-05-31' })
  })
})

describe('summaries', () => {
  it('names the lowest and highest day, the average, the total and the highest demand', () => {
    const rows = [reading('2026-11-01', 10, 3.5), reading('2026-11-02', 4), reading('2026-11-03', 22, 7.25)]
    expect(summarizeUsage(rows)).toEqual({
      lowest: { value: 4, date: '2026-11-02' },
      highest: { value: 22, date: '2026-11-03' },
      average: 12,
      total: 36,
      maxDemand: 7.25,
    })
  })

  it('picks the earliest of equal days and returns null without readings', () => {
    const same = [reading('2026-11-01', 5), reading('2026-11-02', 5)]
    expect(summarizeUsage(same).lowest?.date).toBe('2026-11-01')
    expect(summarizeUsage(same).highest?.date).toBe('2026-11-01')
    expect(summarizeUsage([])).toEqual({ lowest: null, highest: null, average: null, total: null, maxDemand: null })
  })

  it('leaves an unfinished day out of the lowest day and the average', () => {
    const rows = [reading('2026-11-19', 20), reading('2026-11-20', 3)]
    expect(summarizeUsage(rows, day('2026-11-20'))).toMatchObject({
      lowest: { value: 20, date: '2026-11-19' },
      average: 20,
      total: 23,
    })
    expect(summarizeUsage([reading('2026-11-20', 3, 1.5)], day('2026-11-20'))).toEqual({
      lowest: null,
      highest: null,
      average: null,
      total: 3,
      maxDemand: 1.5,
    })
  })

  it('finds the lowest low and the highest high temperature', () => {
    const days = [
      { date: day('2026-11-01'), low: 30, high: 44 },
      { date: day('2026-11-02'), low: -4, high: 51.5 },
    ]
    expect(summarizeWeather(days)).toEqual({
      lowest: { value: -4, date: '2026-11-02' },
      highest: { value: 51.5, date: '2026-11-02' },
    })
    expect(summarizeWeather([])).toEqual({ lowest: null, highest: null })
  })

  it('counts degree days from 65 degrees', () => {
    expect(degreeDays([60, 65, 70.5, 0])).toEqual({ heating: 70, cooling: 5.5 })
  })
})

describe('axes', () => {
  it('builds an axis with round steps that covers every value', () => {
    expect(niceAxis([0, 37])).toEqual({ min: 0, max: 40, ticks: [0, 10, 20, 30, 40], decimals: 0 })
    expect(niceAxis([0.3, 0.9])).toEqual({ min: 0, max: 1, ticks: [0, 0.25, 0.5, 0.75, 1], decimals: 2 })
    expect(niceAxis([-12, 48], { fromZero: false }).ticks).toEqual([-20, 0, 20, 40, 60])
  })

  it('leaves zero out only of axes that need not have it', () => {
    expect(niceAxis([61, 79], { fromZero: false })).toEqual({
      min: 60,
      max: 80,
      ticks: [60, 65, 70, 75, 80],
      decimals: 0,
    })
    expect(niceAxis([61, 79]).min).toBe(0)
    expect(niceAxis([-7, -3])).toEqual({ min: -8, max: 0, ticks: [-8, -6, -4, -2, 0], decimals: 0 })
    expect(niceAxis([50], { fromZero: false })).toMatchObject({ min: 0, max: 60 })
    expect(niceAxis([-50, -50], { fromZero: false })).toMatchObject({ min: -60, max: 20 })
  })

  it('comes close to the requested number of steps, in sizes of 1, 2, 2.5, 5 or 10', () => {
    const stepOf = (most: number, count?: number) => {
      const { ticks, decimals } = niceAxis([0, most], count === undefined ? {} : { count })
      return [ticks[1], ticks.length, decimals]
    }
    expect([4, 8, 10, 20, 24].map((most) => stepOf(most))).toEqual([
      [1, 5, 0],
      [2, 5, 0],
      [2.5, 5, 1],
      [5, 5, 0],
      [10, 4, 0],
    ])
    expect([stepOf(40, 8), stepOf(40, 2), stepOf(0.001)]).toEqual([
      [5, 9, 0],
      [20, 3, 0],
      [0.00025, 5, 5],
    ])
  })

  it('keeps a rounding error from adding a step', () => {
    expect(niceAxis([0, 0.1 + 0.2], { count: 3 }).ticks).toEqual([0, 0.1, 0.2, 0.3])
    expect(niceAxis([-0.1 - 0.2, 0], { count: 3 }).ticks).toEqual([-0.3, -0.2, -0.1, 0])
  })

  it('skips values that are not numbers', () => {
    expect(niceAxis([Number.NaN, 37, Infinity, -Infinity]).ticks).toEqual([0, 10, 20, 30, 40])
  })

  it('builds an axis from 0 to 1 when all values are zero or missing', () => {
    for (const values of [[], [0], [0, 0]]) expect(niceAxis(values)).toMatchObject({ min: 0, max: 1 })
    expect(niceAxis([], { fromZero: false })).toMatchObject({ min: 0, max: 1 })
  })

  it('covers any values with at most eight ticks', () => {
    const amounts = fc.array(
      fc.integer({ min: -1e9, max: 1e9 }).map((thousandths) => thousandths / 1_000),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(amounts, (values) => {
        const { min, max, ticks } = niceAxis(values)
        const pixel = (max - min) / 1e6
        expect(min).toBeLessThanOrEqual(Math.min(0, ...values) + pixel)
        expect(max).toBeGreaterThanOrEqual(Math.max(0, ...values) - pixel)
        expect(ticks.length).toBeLessThanOrEqual(8)
      }),
    )
  })
})

describe('intervals', () => {
  const starts = (text: string, minutes: number) => intervalStarts(day(text), minutes, 'America/Chicago')

  it('starts intervals at local midnight with the local UTC offset', () => {
    expect(starts('2026-11-20', 15).slice(0, 2)).toEqual(['2026-11-20T00:00:00-06:00', '2026-11-20T00:15:00-06:00'])
    expect([5, 15, 30, 60].map((minutes) => starts('2026-07-04', minutes).length)).toEqual([288, 96, 48, 24])
    expect(starts('2026-07-04', 5).at(-1)).toBe('2026-07-04T23:55:00-05:00')
  })

  it('skips an hour in spring and repeats one in fall when clocks change', () => {
    const [spring, autumn] = [starts('2026-03-08', 60), starts('2026-11-01', 60)]
    expect([spring.length, autumn.length]).toEqual([23, 25])
    expect(spring.slice(1, 3)).toEqual(['2026-03-08T01:00:00-06:00', '2026-03-08T03:00:00-05:00'])
    expect(autumn.slice(1, 3)).toEqual(['2026-11-01T01:00:00-05:00', '2026-11-01T01:00:00-06:00'])
  })
})

it.each([
  ['UTC', '2026-11-20', 24, '2026-11-20T00:00:00+00:00'],
  ['Asia/Kolkata', '2026-11-20', 24, '2026-11-20T00:00:00+05:30'],
  ['America/St_Johns', '2026-11-20', 24, '2026-11-20T00:00:00-03:30'],
  ['Australia/Sydney', '2026-10-04', 23, '2026-10-04T00:00:00+10:00'],
  ['Australia/Sydney', '2027-04-04', 25, '2027-04-04T00:00:00+11:00'],
])('starts a day of %s at its own midnight: %s has %i hours', (timeZone, text, hours, first) => {
  const starts = intervalStarts(day(text), 60, timeZone)
  expect([starts.length, starts[0]]).toEqual([hours, first])
})

it('makes the format of a zone once', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  for (const zone of ['Asia/Tokyo', 'Asia/Tokyo', 'Asia/Seoul']) intervalStarts(day('2026-11-20'), 60, zone)
  expect(made).toHaveBeenCalledTimes(2)
  made.mockRestore()
})

describe('support', () => {
  const water = { accountType: 'Water', meterCount: 1, showsUsageHistory: true, hidesNonElectric: false }

  it('supports usage only with a meter and usage history turned on', () => {
    expect(supportsUsage(water)).toBe(true)
    expect(supportsUsage({ ...water, meterCount: 0 })).toBe(false)
    expect(supportsUsage({ ...water, showsUsageHistory: false })).toBe(false)
  })

  it('hides the usage of non-electric accounts when the cooperative says so', () => {
    expect(supportsUsage({ ...water, hidesNonElectric: true })).toBe(false)
    expect(supportsUsage({ ...water, hidesNonElectric: true, accountType: 'Electric' })).toBe(true)
  })
})

it('uses the documented messages for missing usage and has Spanish ones', () => {
  const [from, to] = [day('2026-11-01'), addDays(day('2026-11-01'), 4)]
  expect(unsupportedUsageMessage('en')).toBe('Usage data is not supported for the selected account.')
  expect(noUsageMessage('en')).toBe('There were no usage data found for this account.')
  expect(noUsageInRangeMessage(from, to, 'en')).toBe(
    'No usage data was found for the selected date range 11/01/2026 to 11/05/2026. Please adjust the date range using the fields above.',
  )
  expect(noIntervalsMessage(from, 'en')).toBe(
    'There were no hourly usage data found for the selected date 11/01/2026. You need to adjust your date range...',
  )
  for (const message of [unsupportedUsageMessage, noUsageMessage, suspendedUsageMessage])
    expect(message('es')).not.toBe(message('en'))
})
