import type { DayOfIntervals } from '@coopline/rules/usage/insights/readings'
import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Executor } from '../../../platform/db/open-database.ts'
import { listMeters, loadDailyReadings, loadIntervalDays, type MeterFacts } from '../usage/public.ts'

/** Daily energy of an account in Wh, across all meters that measure kWh. */
export interface DailyEnergy {
  /** The energy delivered to the member. */
  readonly used: ReadonlyMap<CalendarDate, number>
  /** The energy delivered less the energy that the member sent to the grid; `null` where no meter measures that. */
  readonly net: ReadonlyMap<CalendarDate, number> | null
}

/** Loads the daily energy of an account. */
export async function loadDailyEnergy(
  executor: Executor,
  days: { readonly accountNumber: string; readonly from: CalendarDate; readonly to: CalendarDate },
): Promise<DailyEnergy> {
  const used = new Map<CalendarDate, number>()
  const net = new Map<CalendarDate, number>()
  let isMeasured = false
  for (const { day, unit, ...reading } of await loadDailyReadings(executor, days)) {
    if (!isEnergy({ unit })) continue
    isMeasured ||= reading.received !== null
    used.set(day, (used.get(day) ?? 0) + reading.used)
    net.set(day, (net.get(day) ?? 0) + reading.used - (reading.received ?? 0))
  }
  return { used, net: isMeasured ? net : null }
}

export const isEnergy = ({ unit }: Pick<MeterFacts, 'unit'>): boolean => unit.toLowerCase() === 'kwh'

/**
 * Tells whether a meter measures water. Gas is also measured in cubic feet; there, the account must be a water account.
 */
export const isWater = ({ unit }: Pick<MeterFacts, 'unit'>, accountType: string): boolean =>
  /gal/iu.test(unit) || (/^\s*(?:[chk]?cf|cubic (?:feet|meters)|m3)\s*$/iu.test(unit) && /water/iu.test(accountType))

/** Lists an account's interval meters of one kind. */
export const listIntervalMeters = async (
  executor: Executor,
  accountNumber: string,
  isKind: (meter: MeterFacts) => boolean,
): Promise<readonly string[]> =>
  (await listMeters(executor, accountNumber))
    .filter((meter) => meter.intervalMinutes !== null && isKind(meter))
    .map(({ meterNumber }) => meterNumber)

/** Loads a meter's intervals for the `count` days through `to`. */
export const loadIntervals = async (
  executor: Executor,
  meter: { readonly accountNumber: string; readonly meterNumber: string },
  { to, count }: { readonly to: CalendarDate; readonly count: number },
): Promise<readonly DayOfIntervals[]> => loadIntervalDays(executor, { ...meter, from: addDays(to, 1 - count), to })
