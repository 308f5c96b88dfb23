import type { CalendarDate } from '../kernel/calendar-date.ts'

/** A value with the day that it is of. */
export interface OnDay {
  readonly value: number
  readonly date: CalendarDate
}

/** What stands beside the chart (US-22 to US-26). Without a single reading everything is `null`. */
export interface UsageSummary {
  readonly lowest: OnDay | null
  readonly highest: OnDay | null
  readonly average: number | null
  readonly total: number | null
  /** The highest demand, in kW; `null` when none is measured. */
  readonly maxDemand: number | null
}

interface DayUsed {
  readonly date: CalendarDate
  readonly used: number
  readonly demand: number | null
}

/**
 * Sums up readings. Of days with the same value the earliest is named. Days without a reading count nowhere, also not in
 * the average; nor does a day that is not over (`partialDay`), except in the total.
 */
export function summarizeUsage(rows: readonly DayUsed[], partialDay: CalendarDate | null = null): UsageSummary {
  const whole = rows.filter(({ date }) => date !== partialDay)
  const values = whole.map(({ date, used }) => ({ date, value: used }))
  const demands = rows.flatMap(({ demand }) => (demand === null ? [] : [demand]))
  return {
    lowest: leastOf(values),
    highest: mostOf(values),
    average: whole.length === 0 ? null : sumOf(whole.map(({ used }) => used)) / whole.length,
    total: rows.length === 0 ? null : sumOf(rows.map(({ used }) => used)),
    maxDemand: demands.length === 0 ? null : Math.max(...demands),
  }
}

interface DayOfWeather {
  readonly date: CalendarDate
  readonly low: number
  readonly high: number
}

/** The lowest and the highest temperature with their days (US-27, US-28). */
export const summarizeWeather = (
  days: readonly DayOfWeather[],
): { readonly lowest: OnDay | null; readonly highest: OnDay | null } => ({
  lowest: leastOf(days.map(({ date, low }) => ({ date, value: low }))),
  highest: mostOf(days.map(({ date, high }) => ({ date, value: high }))),
})

/** The balance point that degree days are counted from in the United States, in degrees Fahrenheit. */
const balancePoint = 65

/** Heating and cooling degree days of a number of days, from their average temperatures in degrees Fahrenheit. */
export const degreeDays = (averages: readonly number[]): { readonly heating: number; readonly cooling: number } => ({
  heating: sumOf(averages.map((average) => Math.max(0, balancePoint - average))),
  cooling: sumOf(averages.map((average) => Math.max(0, average - balancePoint))),
})

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

const leastOf = (values: readonly OnDay[]): OnDay | null =>
  values.reduce<OnDay | null>((least, one) => (least === null || one.value < least.value ? one : least), null)

const mostOf = (values: readonly OnDay[]): OnDay | null =>
  values.reduce<OnDay | null>((most, one) => (most === null || one.value > most.value ? one : most), null)
