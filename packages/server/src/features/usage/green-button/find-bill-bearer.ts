import { type CalendarDate, isAfter, isBefore } from '@coopline/rules/kernel/calendar-date'
import type { MeterFacts } from '../usage/public.ts'

type Candidate = Pick<MeterFacts, 'meterNumber' | 'unit' | 'inServiceFrom' | 'inServiceTo'>

/**
 * Finds the meter whose usage point carries a bill of the account. A bill covers all meters of an account, so exactly one of them
 * carries it; totals over a file then count each bill once. Prefers meters in service on the last day of the bill, then electric
 * meters, then the lowest number: a meter that is exchanged later keeps its bills.
 *
 * @param meters all meters of the account.
 * @param end the last day of the bill's period.
 * @returns its number, or `undefined` without meters.
 */
export function findBillBearer(meters: readonly Candidate[], end: CalendarDate): string | undefined {
  const rank = ({ unit, inServiceFrom, inServiceTo }: Candidate) => {
    const isInService =
      (inServiceFrom === null || !isAfter(inServiceFrom, end)) && (inServiceTo === null || !isBefore(inServiceTo, end))
    return (isInService ? 0 : 2) + (unit === 'kWh' ? 0 : 1)
  }
  const [first] = meters.toSorted(
    (one, other) => rank(one) - rank(other) || (one.meterNumber < other.meterNumber ? -1 : 1),
  )
  return first?.meterNumber
}
