import type { MonthlyUsage } from '@coopline/contract/usage/usage/usage.contract'
import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { lastTwelveMonths } from '@coopline/rules/usage/usage/usage-days'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { todayOf } from '../../../platform/today.ts'
import { byMeter } from './list-daily-usage.ts'
import { monthlyTotals } from './readings.store.ts'
import { requireUsageAccount, requireUsageRange, type UsageDeps } from './require-usage.ts'
import { inUnits, inUnitsOrNull } from './usage-values.ts'

/**
 * Usage by meter and calendar month, for the searched range or the last 12 months (US-04, REQ-D-227).
 *
 * @throws NotOwned; Refused when the account or the range does not allow it.
 */
export async function listMonthlyUsage(
  deps: UsageDeps,
  call: MemberRequest,
  accountNumber: string,
  { fromDate, toDate }: { readonly fromDate?: CalendarDate | undefined; readonly toDate?: CalendarDate | undefined },
): Promise<{ usagesByMeter: { meterId: string; monthlyUsages: MonthlyUsage[] }[] }> {
  await requireUsageAccount(deps, call, accountNumber)
  const year = lastTwelveMonths(todayOf(deps))
  const from = fromDate ?? (toDate === undefined ? year.from : toDate)
  const to = toDate ?? year.to
  if (fromDate !== undefined || toDate !== undefined) requireUsageRange(deps, { fromDate: from, toDate: to })
  const totals = await monthlyTotals(deps.db, { accountNumber, from, to })
  return {
    usagesByMeter: [...byMeter(totals)].map(([meterId, months]) => ({
      meterId,
      monthlyUsages: months.map((total) => ({
        month: total.month,
        usageValue: inUnits(total.used),
        unitOfMeasure: total.unit,
        demandValue: inUnitsOrNull(total.demand),
        receivedValue: inUnitsOrNull(total.received),
        prepaidTotal: total.charge,
        days: total.days,
        estimatedDays: total.estimatedDays,
        isPartial: from > `${total.month}-01` || (to.startsWith(total.month) && addDays(to, 1).startsWith(total.month)),
      })),
    })),
  }
}
