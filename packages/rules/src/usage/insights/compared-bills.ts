import { aYearBefore } from '../billed-usage/billed-usage.ts'
import { addDays, type CalendarDate, daysBetween, isAfter, isBefore } from '../../kernel/calendar-date.ts'
import { billCharges, type ExplainedBill } from './bill-charges.ts'
import { type DegreeDays, degreeDaysOf, fitDegreeDays, type WeatherFit } from './degree-days.ts'

/** Finds the bill of a day, the previous bill and the one closest to a year earlier; `null` for each that does not exist. */
export function comparedBills(
  bills: readonly ExplainedBill[],
  billDate: CalendarDate,
): {
  readonly bill: ExplainedBill | null
  readonly previous: ExplainedBill | null
  readonly yearAgo: ExplainedBill | null
} {
  const newestFirst = bills
    .filter((one) => isBefore(one.billDate, billDate))
    .sort((a, b) => daysBetween(a.billDate, b.billDate))
  const { from, to } = aYearBefore(billDate)
  const target = addDays(billDate, -365)
  const distance = (one: ExplainedBill) => Math.abs(daysBetween(one.billDate, target))
  const [yearAgo = null] = newestFirst
    .filter((one) => !isBefore(one.billDate, from) && !isAfter(one.billDate, to))
    .sort((a, b) => distance(a) - distance(b))
  return {
    bill: bills.find((one) => one.billDate === billDate) ?? null,
    previous: newestFirst[0] ?? null,
    yearAgo,
  }
}

/** Average temperature by day, in °F. */
export type AverageTemperatures = ReadonlyMap<CalendarDate, number>

/** Largest share of days that may lack weather before a period counts as having none. */
const maxMissingShare = 0.1

/**
 * Degree days from `from` to `to`, both included. Fills in missing days with the average; returns `null` when too many are
 * missing.
 */
export function periodWeather(
  temperatures: AverageTemperatures,
  from: CalendarDate | null,
  to: CalendarDate | null,
): DegreeDays | null {
  if (from === null || to === null) return null
  const days = daysBetween(from, to) + 1
  // A period of years is an import error.
  if (days < 1 || days > 1_000) return null
  const known = Array.from({ length: days }, (_, index) => temperatures.get(addDays(from, index))).filter(
    (one) => one !== undefined,
  )
  if (known.length < days * (1 - maxMissingShare)) return null
  const sum = (kind: 'heating' | 'cooling') =>
    (known.reduce((total, average) => total + degreeDaysOf(average)[kind], 0) / known.length) * days
  return { heating: sum('heating'), cooling: sum('cooling') }
}

/**
 * Fits an account's bills in kWh to the weather; `null` when they show no relation.
 *
 * @param weatherOf returns the degree days of a bill's period, or `null` when unknown.
 */
export const fitBills = (
  bills: readonly ExplainedBill[],
  weatherOf: (bill: ExplainedBill) => DegreeDays | null,
): WeatherFit | null =>
  fitDegreeDays(
    bills.flatMap((bill) => {
      const { start, end, usageKwh } = bill
      const weather = weatherOf(bill)
      if (weather === null || start === null || end === null || usageKwh === null) return []
      const days = daysBetween(start, end) + 1
      return [{ used: usageKwh / days, heating: weather.heating / days, cooling: weather.cooling / days }]
    }),
  )

/** Price per kWh on the itemized bill nearest to a day, in cents; `null` when no bill is itemized. */
export function nearestPrice(bills: readonly ExplainedBill[], day: CalendarDate): number | null {
  const distance = (bill: ExplainedBill) => Math.abs(daysBetween(bill.billDate, day))
  for (const bill of [...bills].sort((a, b) => distance(a) - distance(b))) {
    const kwh = billCharges(bill)?.metered.get('kwh')
    if (kwh !== undefined && kwh.quantity > 0) return kwh.amount / kwh.quantity
  }
  return null
}
