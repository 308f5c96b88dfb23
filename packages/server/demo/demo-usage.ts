import { addDays, type CalendarDate, daysBetween } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import {
  type DailyReading,
  type IntervalDay,
  intervalsOf,
  type LocalDay,
  type MeterFacts,
} from '../src/features/usage/usage/public.ts'
import { demoWeather, noiseAt } from './demo-weather.ts'

/** A demo account with the usage on its bills. */
export interface UsageAccount {
  readonly accountNumber: string
  readonly type: string
  readonly isPrepaid: boolean
  /** True for disconnected and final-billed accounts, which use nothing after their last bill. */
  readonly isOff: boolean
  readonly meters: readonly MeterFacts[]
  /** Oldest first, both days included. `used` is in thousandths; `null` when the bill does not show usage. */
  readonly bills: readonly { from: CalendarDate; to: CalendarDate; used: number | null; amount: number }[]
}

export interface UsageWindow {
  /** The first requested day. */
  readonly from: CalendarDate
  readonly today: CalendarDate
  /** The elapsed share of today, from 0 to 1. */
  readonly shareOfToday: number
  /** The first day with intervals. */
  readonly intervalsFrom: CalendarDate
  readonly localDay: (day: CalendarDate) => LocalDay
}

export interface DemoUsage {
  readonly daily: readonly DailyReading[]
  readonly intervals: readonly IntervalDay[]
}

/** Days before today without a reading, to show a gap. */
const gapDays = { from: 45, to: 47 } as const
const fiveMinuteDays = 180

interface DayShare {
  readonly day: CalendarDate
  readonly used: number
  readonly charge: number
}

/**
 * Generates an account's readings. The days of a billing period add up to the usage on the bill; days after the last bill
 * continue at its rate. The same account, day and bills always produce the same readings.
 */
export function demoUsage(account: UsageAccount, window: UsageWindow): DemoUsage {
  const seed = Number(account.accountNumber) % 1_000_003
  const daily: DailyReading[] = []
  const intervals: IntervalDay[] = []
  for (const share of sharesOf(account, window, seed)) {
    if (share.day < window.from) continue
    for (const [meter, used] of splitByMeter(account, share)) {
      const at = { account, meter, seed, window, share }
      const values =
        meter.intervalMinutes !== null && hasIntervals(meter, share.day, window) ? intervalsOfDay(at, used) : null
      if (values !== null) intervals.push(values)
      daily.push(readingOf(at, used, values))
    }
  }
  return { daily, intervals }
}

const hasIntervals = (meter: MeterFacts, day: CalendarDate, { intervalsFrom, today }: UsageWindow): boolean =>
  day >= (meter.intervalMinutes === 5 ? addDays(today, -fiveMinuteDays) : intervalsFrom)

/** Splits a total into whole thousandths in proportion to the weights; the parts add up exactly. */
function spread(total: number, weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  if (sum === 0) return weights.map(() => 0)
  let before = 0
  let reached = 0
  return weights.map((weight) => {
    reached += weight
    const until = Math.round((total * reached) / sum)
    const own = until - before
    before = until
    return own
  })
}

function* sharesOf(account: UsageAccount, window: UsageWindow, seed: number): Generator<DayShare> {
  const { bills } = account
  const typical = typicalOf(account)
  // An imported bill may overlap another one. A day belongs to the first bill that includes it.
  const had = new Set<CalendarDate>()
  for (const bill of bills) {
    if (bill.to < window.from) continue
    const days = daysFrom(bill.from, bill.to)
    const weights = days.map((day) => weightOf(account, day, seed, window))
    const used = spread(bill.used ?? typical * days.length, weights)
    const charge = spread(bill.amount, weights)
    for (const [at, day] of days.entries()) {
      if (weights[at] === 0 || day > window.today || had.has(day)) continue
      had.add(day)
      yield { day, used: used[at] ?? 0, charge: charge[at] ?? 0 }
    }
  }
  const last = bills.at(-1)
  const since = last === undefined ? addDays(window.today, -12) : addDays(last.to, 1)
  const [perWeight, price] = rateOf(account, last, typical, seed, window)
  for (const day of daysFrom(since, window.today)) {
    const weight = weightOf(account, day, seed, window)
    if (weight === 0 || had.has(day)) continue
    const part = account.isOff ? 0 : day === window.today ? window.shareOfToday : 1
    const used = Math.round(weight * perWeight * part)
    yield { day, used, charge: Math.round(used * price) }
  }
}

/** Typical daily usage, in thousandths, for an account whose bill does not show usage. */
function typicalOf({ type, bills }: UsageAccount): number {
  const known = bills.filter((bill) => bill.used !== null)
  const days = known.reduce((sum, bill) => sum + daysBetween(bill.from, bill.to) + 1, 0)
  if (days > 0) return Math.round(known.reduce((sum, bill) => sum + (bill.used ?? 0), 0) / days)
  return type === 'Water' ? 90_000 : 28_000
}

/** The last bill's thousandths per unit of weight and cents per thousandth. */
function rateOf(
  account: UsageAccount,
  last: UsageAccount['bills'][number] | undefined,
  typical: number,
  seed: number,
  window: UsageWindow,
): readonly [number, number] {
  if (last === undefined) return [typical / 30, 0.0155]
  const weights = daysFrom(last.from, last.to).map((day) => weightOf(account, day, seed, window))
  const used = last.used ?? typical * weights.length
  return [used / weights.reduce((a, b) => a + b, 0), used === 0 ? 0 : last.amount / used]
}

const daysFrom = (from: CalendarDate, to: CalendarDate): readonly CalendarDate[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_none, at) => addDays(from, at))

/** Relative usage of a day from a base load, heating and cooling, weekends and noise. Zero means no reading. */
function weightOf(account: UsageAccount, day: CalendarDate, seed: number, { today }: UsageWindow): number {
  const ago = daysBetween(day, today)
  const hasGap = account.accountNumber === '100100101' || seed % 4 === 0
  if (hasGap && ago >= gapDays.from && ago <= gapDays.to) return 0
  const chance = 0.8 + 0.4 * noiseAt(seed, dayNumber(day))
  const weekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) ? 1.12 : 1
  if (account.type === 'Water') return (day.slice(5, 7) >= '06' && day.slice(5, 7) <= '08' ? 36 : 26) * chance * weekend
  const { average } = demoWeather(day)
  const weather = 0.42 * Math.max(0, 62 - average) + 0.9 * Math.max(0, average - 68)
  return (16 + weather) * chance * weekend
}

const dayNumber = (day: CalendarDate): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000

const meterShares = [[1], [0.62, 0.38], [0.58, 0.3, 0.12]] as const

/** Splits the account's usage among its meters in service. */
function splitByMeter({ meters }: UsageAccount, { day, used }: DayShare): readonly (readonly [MeterFacts, number])[] {
  const running = meters.filter(
    (one) =>
      (one.inServiceFrom === null || one.inServiceFrom <= day) && (one.inServiceTo === null || day <= one.inServiceTo),
  )
  const shares = spread(used, meterShares[running.length - 1] ?? running.map(() => 1))
  return running.map((meter, at) => [meter, shares[at] ?? 0])
}

interface AtDay {
  readonly account: UsageAccount
  readonly meter: MeterFacts
  readonly seed: number
  readonly window: UsageWindow
  readonly share: DayShare
}

/** One day in a hundred is estimated; one in two hundred is keyed in. */
function statusOf(seed: number, day: CalendarDate): DailyReading['status'] {
  const chance = noiseAt(seed + 7, dayNumber(day))
  if (chance < 0.01) return 'estimated'
  return chance < 0.015 ? 'keyed' : 'actual'
}

function readingOf(
  { account, meter, seed, share, window }: AtDay,
  used: number,
  values: IntervalDay | null,
): DailyReading {
  const { day } = share
  const isElectric = meter.unit === 'kWh'
  const peak = values === null ? null : Math.max(0, ...values.used.map((value) => value ?? 0)) * (60 / values.minutes)
  const hours = day === window.today ? Math.max(1, 24 * window.shareOfToday) : 24
  const factor = 2.1 + 1.6 * noiseAt(seed + 3, dayNumber(day))
  return {
    accountNumber: account.accountNumber,
    meterNumber: meter.meterNumber,
    day,
    used,
    received: meter.isNetMetered
      ? (values?.received?.reduce<number>((sum, value) => sum + (value ?? 0), 0) ?? solarOf(day, seed))
      : null,
    demand: isElectric ? Math.round(peak ?? (used / hours) * factor) : null,
    status: statusOf(seed, day),
    unit: meter.unit,
    endReading: null,
    charge: account.isPrepaid ? toCents(share.charge) : null,
    prepaidVendor: account.isPrepaid ? 'Prairie Prepay' : null,
  }
}

const toCents = (amount: number): Cents => cents(amount)

/** Solar energy sent to the grid on a day, in watt-hours: high in June, low in December and under clouds. */
function solarOf(day: CalendarDate, seed: number): number {
  const season = -Math.cos((2 * Math.PI * (dayNumber(day) + 10)) / 365.2425)
  return Math.round((11_000 + 9_000 * season) * (0.35 + 0.65 * noiseAt(seed + 5, dayNumber(day))))
}

/** Relative usage of a home by hour: low at night, a peak in the morning and a larger one in the evening. */
const hourly = [
  0.6, 0.55, 0.52, 0.5, 0.52, 0.65, 0.95, 1.25, 1.2, 1, 0.95, 0.95, 1, 0.95, 0.9, 0.95, 1.15, 1.5, 1.75, 1.7, 1.5, 1.25,
  0.95, 0.7,
] as const

function intervalsOfDay({ account, meter, seed, window, share: { day } }: AtDay, used: number): IntervalDay {
  const minutes = meter.intervalMinutes ?? 60
  const local = window.localDay(day)
  const count = intervalsOf(local, minutes)
  const done = day === window.today ? Math.floor(count * window.shareOfToday) : count
  const changeAt = count === (24 * 60) / minutes ? 0 : (24 * 60) / minutes - count
  // The local hour, which jumps at 2 AM when clocks change.
  const hourAt = (at: number) => {
    const hour = Math.floor((at * minutes) / 60)
    return hour < 2 ? hour : Math.min(23, hour + (changeAt * minutes) / 60)
  }
  const weights = Array.from(
    { length: done },
    (_none, at) => (hourly[hourAt(at)] ?? 1) * (0.6 + 0.8 * noiseAt(seed + at, dayNumber(day))),
  )
  const pad = (values: readonly number[]) => [...values, ...Array.from({ length: count - done }, () => null)]
  const sun = Array.from({ length: done }, (_none, at) => {
    const height = Math.sin((Math.PI * (hourAt(at) + 0.5 - 6)) / 13)
    return height > 0 && hourAt(at) >= 6 && hourAt(at) < 19 ? height : 0
  })
  return {
    accountNumber: account.accountNumber,
    meterNumber: meter.meterNumber,
    day,
    minutes,
    used: pad(spread(used, weights)),
    received: meter.isNetMetered ? pad(spread(solarOf(day, seed), sun)) : null,
    status: statusOf(seed, day) === 'estimated' ? 'estimated' : 'actual',
  }
}
