import type { DayOfIntervals } from '@coopline/rules/insights/readings'
import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Executor } from '../../platform/db/open-database.ts'
import { listMeters, loadDailyReadings, loadIntervalDays, type MeterFacts } from '../usage/public.ts'

/** Daily usage of an account in Wh, across all meters that measure kWh. */
export async function loadDailyUse(
  executor: Executor,
  days: { readonly accountNumber: string; readonly from: CalendarDate; readonly to: CalendarDate },
): Promise<ReadonlyMap<CalendarDate, number>> {
  const use = new Map<CalendarDate, number>()
  for (const { day, used, unit } of await loadDailyReadings(executor, days))
    if (isEnergy({ unit })) use.set(day, (use.get(day) ?? 0) + used)
  return use
}

export const isEnergy = ({ unit }: Pick<MeterFacts, 'unit'>): boolean => unit.toLowerCase() === 'kwh'
export const isWater = ({ unit }: Pick<MeterFacts, 'unit'>): boolean => /gal/iu.test(unit)

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
