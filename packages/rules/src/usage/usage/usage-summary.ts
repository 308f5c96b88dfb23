import type { CalendarDate } from '../../kernel/calendar-date.ts'

/** A value and its day. */
export interface OnDay {
  readonly value: number
  readonly date: CalendarDate
}

/** The summary shown next to the chart (US-22 to US-26). Every field is `null` without readings. */
export interface UsageSummary {
  readonly lowest: OnDay | null
  readonly highest: OnDay | null
  readonly average: number | null
  readonly total: number | null
  /** Highest demand, in kW; `null` when the meter does not measure it. */
  readonly maxDemand: number | null
}

interface DayUsed {
  readonly date: CalendarDate
  readonly used: number
  readonly demand: number | null
}

/**
 * Summarizes readings. When days tie, the earliest wins. Days without a reading do not count toward the average. An unfinished
 * day (`partialDay`) counts only toward the total.
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

/** The lowest and highest temperature with their days (US-27, US-28). */
export const summarizeWeather = (
  days: readonly DayOfWeather[],
): { readonly lowest: OnDay | null; readonly highest: OnDay | null } => ({
  lowest: leastOf(days.map(({ date, low }) => ({ date, value: low }))),
  highest: mostOf(days.map(({ date, high }) => ({ date, value: high }))),
})

/** Base temperature for degree days in the United States, in °F. */
const balancePoint = 65

/** Heating and cooling degree days from daily average temperatures in °F. */
export const degreeDays = (averages: readonly number[]): { readonly heating: number; readonly cooling: number } => ({
  heating: sumOf(averages.map((average) => Math.max(0, balancePoint - average))),
  cooling: sumOf(averages.map((average) => Math.max(0, average - balancePoint))),
})

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

const leastOf = (values: readonly OnDay[]): OnDay | null =>
  values.reduce<OnDay | null>((least, one) => (least === null || one.value < least.value ? one : least), null)

const mostOf = (values: readonly OnDay[]): OnDay | null =>
  values.reduce<OnDay | null>((most, one) => (most === null || one.value > most.value ? one : most), null)
