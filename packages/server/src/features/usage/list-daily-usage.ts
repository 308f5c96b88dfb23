import type { DailyAnswer, MeterUsage } from '@coopline/contract/usage/usage.contract'
import { type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { isOn, yesNo } from '@coopline/rules/kernel/flag'
import { isWeekend, sameDayIn } from '@coopline/rules/usage/usage-days'
import { summarizeUsage } from '@coopline/rules/usage/usage-summary'
import type { MemberRequest } from '../../platform/http/call.ts'
import { type DailyReading, loadDailyReadings } from './readings.store.ts'
import { type Range, requireUsageAccount, requireUsageRange, todayOf, type UsageDeps } from './require-usage.ts'
import { inUnits, inUnitsOrNull, statusOf, summarizationOf } from './usage-values.ts'

/**
 * Daily usage of a range by meter, with the chart's summary (AS-02). Days without a reading have no row.
 *
 * @throws NotOwned; RuleRefused when the account or the range does not allow it.
 */
export async function listDailyUsage(
  deps: UsageDeps,
  call: MemberRequest,
  accountNumber: string,
  query: Range & { readonly previousYear?: 'Y' | 'N' | undefined },
): Promise<DailyAnswer> {
  const account = await requireUsageAccount(deps, call, accountNumber)
  requireUsageRange(deps, call, query)
  const readings = await loadDailyReadings(deps.db, { accountNumber, from: query.fromDate, to: query.toDate })
  const before = isOn(query.previousYear) ? await loadYearBefore(deps, accountNumber, query) : null
  const facts = { today: todayOf(deps), isPrepaid: account.isPrepaid }
  return {
    usagesByMeter: [...byMeter(readings)].map(([meterId, rows]) => ({
      meterId,
      summarization: summarizationOf(summarizeUsage(rows.map(toDayUsed), facts.today)),
      meterUsages: rows.map((row) => toMeterUsage(row, facts)),
      ...(before === null ? {} : { previousYear: before.get(meterId) ?? [] }),
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

/** Usage of the same days a year earlier by meter, keyed by the matching day of this year. */
async function loadYearBefore({ db }: UsageDeps, accountNumber: string, { fromDate, toDate }: Range) {
  const rows = await loadDailyReadings(db, {
    accountNumber,
    from: sameDayIn(-1, fromDate),
    to: sameDayIn(-1, toDate),
  })
  return new Map(
    [...byMeter(rows)].map(([meter, days]) => [
      meter,
      days.map(({ day, used }) => ({ date: sameDayIn(1, day), usageValue: inUnits(used) })),
    ]),
  )
}

/** Groups readings by meter, in input order. */
export const byMeter = <Row extends { readonly meterNumber: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> => Map.groupBy(rows, ({ meterNumber }) => meterNumber)
