import { describe, expect, it } from 'vitest'
import { addDays, calendarDate } from '../../kernel/calendar-date.ts'
import {
  baseLoad,
  baseLoadDoubledSince,
  compareWithLastYear,
  continuousFlowSince,
  type DayOfIntervals,
  highestHour,
  total,
} from './readings.ts'

const today = calendarDate('2026-11-20')
/** Hourly readings of a day: `lowest` at night, 1,000 Wh in the daytime. */
const day = (daysAgo: number, lowest: number, changes: Partial<DayOfIntervals> = {}): DayOfIntervals => ({
  day: addDays(today, -daysAgo),
  minutes: 60,
  used: Array.from({ length: 24 }, (_, hour) => (hour < 5 ? lowest : 1_000)),
  ...changes,
})
const days = (count: number, lowestOf: (daysAgo: number) => number) =>
  Array.from({ length: count }, (_, ago) => day(ago, lowestOf(ago)))

describe('base load', () => {
  it('takes the median of the lowest hours over at least 14 days without a gap', () => {
    expect(baseLoad(days(14, (ago) => 100 + ago))).toEqual({ watts: 107, days: 14 })
    const gap = day(13, 100, { used: [null, ...Array.from({ length: 23 }, () => 1)] })
    expect(baseLoad([...days(13, () => 100), gap])).toBeNull()
    const short = day(13, 100, { used: Array.from({ length: 22 }, () => 1) })
    expect(baseLoad([...days(13, () => 100), short])).toBeNull()
    expect(baseLoad(days(15, (ago) => 100 + ago * ago))).toEqual({ watts: 149, days: 15 })
    expect(baseLoad(days(15, (ago) => 100 + ((ago * 4) % 15)))).toEqual({ watts: 107, days: 15 })
  })

  it('adds up quarter-hour readings and accepts days of 23 and 25 hours', () => {
    const quarters = (hours: number) => ({ minutes: 15, used: Array.from({ length: hours * 4 }, () => 25) })
    const spring = Array.from({ length: 14 }, (_, ago) => day(ago, 0, quarters(ago === 3 ? 23 : ago === 4 ? 25 : 24)))
    expect(baseLoad(spring)).toEqual({ watts: 100, days: 14 })
  })

  it('finds the first day on which a week had twice the base load of the four weeks before', () => {
    // 600 Wh for ten days: the week's median changes after four of them.
    const doubled = days(72, (ago) => (ago < 10 ? 600 : 300))
    expect(baseLoadDoubledSince(doubled, today)).toBe(addDays(today, -6))
    // The next day reports the same first day.
    const tomorrow = addDays(today, 1)
    const next = [{ ...day(0, 600), day: tomorrow }, ...doubled]
    expect(baseLoadDoubledSince(next, tomorrow)).toBe(addDays(today, -6))
  })

  it('finds a doubled base load from 50 watts on, with one day missing of the week and 14 of the weeks before', () => {
    const since = (of: readonly DayOfIntervals[]) => baseLoadDoubledSince(of, today)
    expect(since(days(35, (ago) => (ago < 4 ? 50 : 25)))).toBe(today)
    expect(since(days(35, (ago) => (ago < 4 ? 49 : 24)))).toBeNull()
    const doubled = days(21, (ago) => (ago < 7 ? 600 : 300))
    expect(since(doubled)).toBe(today)
    expect(since(doubled.slice(1))).toBe(today)
    expect(since(doubled.slice(2))).toBeNull()
    expect(since(doubled.slice(0, -1))).toBeNull()
    expect(since(doubled.toSpliced(10, 1))).toBeNull()
  })

  it('reports no doubled base load just below twice, below 50 watts, or with too few days', () => {
    expect(
      baseLoadDoubledSince(
        days(72, (ago) => (ago < 10 ? 599 : 300)),
        today,
      ),
    ).toBeNull()
    expect(
      baseLoadDoubledSince(
        days(72, (ago) => (ago < 10 ? 49 : 10)),
        today,
      ),
    ).toBeNull()
    expect(
      baseLoadDoubledSince(
        days(15, (ago) => (ago < 7 ? 600 : 300)),
        today,
      ),
    ).toBeNull()
  })
})

describe('highest hour', () => {
  it('returns the first of equal highest hours with its day and skips hours with a gap', () => {
    const peak = day(2, 0, { used: [1, 5_000, 5_000, null] })
    expect(highestHour([peak, day(0, 100)])).toEqual({ day: addDays(today, -2), hour: 1, used: 5_000 })
    expect(highestHour([])).toBeNull()
    expect(highestHour([day(0, 0, { used: Array.from({ length: 24 }, () => 0) })])).toBeNull()
    const quarters = { minutes: 15, used: [1, 2, 3, 4, 9, null, 9, 9, 5, 5, 5] }
    expect(highestHour([day(0, 0, quarters)])).toEqual({ day: today, hour: 0, used: 10 })
  })
})

describe('continuous flow', () => {
  const hours = (values: readonly (number | null)[]) => ({ used: values })
  const flowing = Array.from({ length: 24 }, () => 3)

  it('dates 24 hours or more of flow by the first day', () => {
    const yesterday = [...Array.from({ length: 12 }, () => 0), ...Array.from({ length: 12 }, () => 2)]
    const half = Array.from({ length: 12 }, () => 1)
    expect(continuousFlowSince([day(1, 0, hours(yesterday)), day(0, 0, hours(half))])).toBe(addDays(today, -1))
    expect(continuousFlowSince([day(1, 0, hours(yesterday)), day(0, 0, hours(half.slice(1)))])).toBeNull()
    expect(continuousFlowSince([day(2, 0, hours(flowing)), day(1, 0, hours(flowing)), day(0, 0, hours(flowing))])).toBe(
      addDays(today, -2),
    )
  })

  it('ends continuous flow at an interval without flow, a gap, or a missing day', () => {
    expect(continuousFlowSince([day(0, 0, hours([...flowing.slice(1), 0]))])).toBeNull()
    expect(continuousFlowSince([day(0, 0, hours([null, ...flowing.slice(1)]))])).toBeNull()
    expect(continuousFlowSince([day(2, 0, hours(flowing)), day(0, 0, hours(flowing.slice(1)))])).toBeNull()
    expect(continuousFlowSince([])).toBeNull()
    expect(continuousFlowSince([day(0, 0, hours(flowing))])).toBe(today)
    expect(continuousFlowSince([day(0, 0, hours(flowing)), day(1, 0, hours(flowing))])).toBe(addDays(today, -1))
    const stopped = Array.from({ length: 24 }, () => 0)
    expect(continuousFlowSince([day(1, 0, hours(stopped)), day(0, 0, hours(flowing))])).toBe(today)
    const quarters = { minutes: 15, used: Array.from({ length: 95 }, () => 1) }
    expect(continuousFlowSince([day(0, 0, quarters)])).toBeNull()
    expect(continuousFlowSince([day(0, 0, { ...quarters, used: [...quarters.used, 1] })])).toBe(today)
  })
})

describe('comparison with last year', () => {
  const warmth = (daysAgo: number) => 45 + 25 * Math.sin(daysAgo / 40)
  const temperatures = new Map(Array.from({ length: 800 }, (_, ago) => [addDays(today, -ago), warmth(ago)]))
  const usedOf = (ago: number, factor: number) => Math.round(factor * (10_000 + 800 * Math.max(0, 65 - warmth(ago))))
  const use = (factor: number) =>
    new Map(Array.from({ length: 800 }, (_, ago) => [addDays(today, -ago), usedOf(ago, ago < 30 ? factor : 1)]))

  it('adjusts last year’s usage to this year’s weather', () => {
    const found = compareWithLastYear(use(0.9), temperatures, today)
    expect(found).toMatchObject({ from: addDays(today, -29), to: today })
    expect((found?.used ?? 0) / (found?.expected ?? 1)).toBeCloseTo(0.9, 1)
    expect(found?.share).toBeGreaterThan(0.9)
    expect(found?.share).toBeLessThanOrEqual(1)
  })

  it('returns null without weather, without last year’s readings, or when usage does not follow the weather', () => {
    expect(compareWithLastYear(use(1), new Map(), today)).toBeNull()
    const recent = new Map([...use(1)].slice(0, 300))
    expect(compareWithLastYear(recent, temperatures, today)).toBeNull()
    const random = new Map(
      Array.from({ length: 800 }, (_, ago) => [addDays(today, -ago), (ago * 7_919) % 9_973] as const),
    )
    expect(compareWithLastYear(random, temperatures, today)).toBeNull()
  })
})

describe('totals', () => {
  it('fills in up to a tenth of missing days with the average, three at most', () => {
    const use = new Map(Array.from({ length: 27 }, (_, ago) => [addDays(today, -ago), 10]))
    expect(total(use, addDays(today, -29), today)).toBe(300)
    expect(total(use, addDays(today, -30), today)).toBeNull()
    expect(total(use, addDays(today, 1), today)).toBeNull()
    expect(total(use, today, today)).toBe(10)
    const without = (length: number, missing: number) =>
      total(
        new Map(Array.from({ length: length - missing }, (_, ago) => [addDays(today, -ago), 10])),
        addDays(today, 1 - length),
        today,
      )
    expect([without(9, 1), without(10, 1), without(10, 2), without(20, 2), without(40, 3), without(40, 4)]).toEqual([
      null,
      100,
      null,
      200,
      400,
      null,
    ])
  })
})
