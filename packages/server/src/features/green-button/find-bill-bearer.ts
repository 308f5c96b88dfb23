import type { MeterFacts } from '../usage/public.ts'

type Candidate = Pick<MeterFacts, 'meterNumber' | 'unit' | 'inServiceTo'>

/**
 * Finds the meter whose usage point carries the account's bills. A bill covers all meters of an account, so exactly one of them
 * carries it; totals over a file then count each bill once. Prefers electric meters, then meters in service, then the lowest number.
 *
 * @param meters all meters of the account.
 * @returns its number, or `undefined` without meters.
 */
export function findBillBearer(meters: readonly Candidate[]): string | undefined {
  const rank = ({ unit, inServiceTo }: Candidate) => (unit === 'kWh' ? 0 : 2) + (inServiceTo === null ? 0 : 1)
  const [first] = meters.toSorted(
    (one, other) => rank(one) - rank(other) || (one.meterNumber < other.meterNumber ? -1 : 1),
  )
  return first?.meterNumber
}
