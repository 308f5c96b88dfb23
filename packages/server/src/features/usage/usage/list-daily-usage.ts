import type { DailyAnswer, MeterUsage } from '@coopline/contract/usage/usage/usage.contract'
import { type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { isOn, yesNo } from '@coopline/rules/kernel/flag'
import { findFormerMeter } from '@coopline/rules/usage/usage/former-meter'
import { isWeekend, sameDayIn } from '@coopline/rules/usage/usage/usage-days'
import { summarizeUsage } from '@coopline/rules/usage/usage/usage-summary'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { todayOf } from '../../../platform/today.ts'
import { type DailyReading, listMeters, loadDailyReadings, type MeterFacts } from './readings.store.ts'
import { type Range, requireUsageAccount, requireUsageRange, type UsageDeps } from './require-usage.ts'
import { inUnits, inUnitsOrNull, statusOf, summarizationOf } from './usage-values.ts'

/**
 * Daily usage of a range by meter, with the chart's summary (AS-02). Days without a reading have no row.
 *
 * @throws NotOwned; Refused when the account or the range does not allow it.
 */
export async function listDailyUsage(
  deps: UsageDeps,
  call: MemberRequest,
  accountNumber: string,
  query: Range & { readonly previousYear?: 'Y' | 'N' | undefined },
): Promise<DailyAnswer> {
  const account = await requireUsageAccount(deps, call, accountNumber)
  requireUsageRange(deps, query)
  const readings = await loadDailyReadings(deps.db, { accountNumber, from: query.fromDate, to: query.toDate })
  const yearBefore = isOn(query.previousYear) ? await loadYearBefore(deps, accountNumber, query) : null
  const facts = { today: todayOf(deps), isPrepaid: account.isPrepaid }
  return {
    usagesByMeter: [...byMeter(readings)].map(([meterId, rows]) => ({
      meterId,
      summarization: summarizationOf(summarizeUsage(rows.map(toDayUsed), facts.today)),
      meterUsages: rows.map((row) => toMeterUsage(row, facts)),
      ...(yearBefore === null ? {} : { previousYear: yearBefore(meterId) }),
    })),
  }
}

const toDayUsed = ({ day, used, demand }: DailyReading) => ({
  date: day,
  used: inUnits(used),
  demand: inUnitsOrNull(demand),
})

const toMeterUsage = (
  row: DailyReading,
  { today, isPrepaid }: { readonly today: CalendarDate; readonly isPrepaid: boolean },
): MeterUsage => ({
  date: row.day,
  usageValue: inUnits(row.used),
  unitOfMeasure: row.unit,
  status: statusOf(row.status),
  isWeekend: isWeekend(row.day),
  prepaidVendor: row.prepaidVendor,
  prepaidAccountFlag: yesNo(isPrepaid),
  prepaiddailytotal: row.charge,
  demandValue: inUnitsOrNull(row.demand),
  receivedValue: inUnitsOrNull(row.received),
  isPartial: row.day === today,
})

/**
 * Loads the usage of the same days a year earlier, keyed by the matching day of this year. Days since a meter's start that a former
 * meter of the same service measured count, too. On the day of an exchange, both have a part of the day.
 */
async function loadYearBefore({ db }: UsageDeps, accountNumber: string, { fromDate, toDate }: Range) {
  const days = { accountNumber, from: sameDayIn(-1, fromDate), to: sameDayIn(-1, toDate) }
  const [meters, rows] = [await listMeters(db, accountNumber), await loadDailyReadings(db, days)]
  const readings = byMeter(rows)
  return (meterId: string) => {
    const meter = meters.find(({ meterNumber }) => meterNumber === meterId)
    const used = new Map((readings.get(meterId) ?? []).map((row) => [sameDayIn(1, row.day), row.used]))
    for (let former = formerOf(meter, meters); former !== null; former = formerOf(former, meters))
      for (const row of readings.get(former.meterNumber) ?? []) {
        const date = sameDayIn(1, row.day)
        if (date >= (meter?.inServiceFrom ?? date)) used.set(date, (used.get(date) ?? 0) + row.used)
      }
    return [...used]
      .toSorted(([day], [other]) => (day < other ? -1 : 1))
      .map(([date, value]) => ({ date, usageValue: inUnits(value) }))
  }
}

const formerOf = (meter: MeterFacts | undefined, meters: readonly MeterFacts[]): MeterFacts | null =>
  meter === undefined ? null : findFormerMeter(meter, meters)

/** Groups readings by meter, in input order. */
export const byMeter = <Row extends { readonly meterNumber: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> => Map.groupBy(rows, ({ meterNumber }) => meterNumber)
