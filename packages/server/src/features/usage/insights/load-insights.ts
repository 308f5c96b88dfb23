import type { InsightsAnswer } from '@coopline/contract/usage/insights/insights.contract'
import { billedUse, projectBill } from '@coopline/rules/usage/insights/projected-bill'
import { baseLoad, compareWithLastYear, highestHour, total } from '@coopline/rules/usage/insights/readings'
import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { todayOf } from '../../../platform/today.ts'
import { loadWeather, requireUsageAccount } from '../usage/public.ts'
import { isEnergy, listIntervalMeters, loadDailyEnergy, loadIntervals } from './account-readings.ts'
import { findBillHistory } from './bill-history.store.ts'

/** Days of readings for the longest insight: a period, the same period a year earlier, and a year to fit the weather. */
const historyDays = 800
const intervalDays = 30

/**
 * Loads the usage insights of an account. Leaves out each insight with too little data.
 *
 * @throws NotOwned; Refused when the account does not support usage or its usage is suspended.
 */
export async function loadInsights(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  memberRequest: MemberRequest,
  accountNumber: string,
): Promise<InsightsAnswer> {
  const { db, clock, settings } = deps
  const { memberNumber } = memberRequest.caller
  await requireUsageAccount(deps, memberRequest, accountNumber)
  const today = todayOf({ settings, clock })
  const history = requireOwnAccount(await findBillHistory(db, { memberNumber, accountNumber }, today), accountNumber)
  const newestBill = history.bills.find(({ billDate }) => billDate <= today)?.billDate ?? null
  // Leave out today, which is not over.
  const days = { from: addDays(today, -historyDays), to: addDays(today, -1) }
  const energy = await loadDailyEnergy(db, { accountNumber, ...days })
  const { used: use } = energy
  const through = [...use.keys()].toSorted().at(-1)
  if (through === undefined) return { ...nothing, newestBill }
  const weather = await loadWeather(db, { zip: history.serviceZip, ...days })
  const temperatures = new Map(weather.map(({ day, average }) => [day, average]))
  const [meterNumber, ...others] = await listIntervalMeters(db, accountNumber, isEnergy)
  // Hourly insights need a single meter: several meters may serve different buildings.
  const intervals =
    meterNumber === undefined || others.length > 0
      ? []
      : await loadIntervals(db, { accountNumber, meterNumber }, { to: through, count: intervalDays })
  const base = baseLoad(intervals)
  return {
    through,
    baseLoad: base && { ...base, sharePercent: shareOf(base.watts, use, through) },
    comparison: compareWithLastYear(use, temperatures, through),
    highestHour: highestHour(intervals),
    projectedBill: projectBill(history.bills, billedUse(history.bills, energy), through),
    newestBill,
  }
}

const nothing = { through: null, baseLoad: null, comparison: null, highestHour: null, projectedBill: null } as const

/** The base load's share of total usage, in whole percent. */
function shareOf(watts: number, use: ReadonlyMap<CalendarDate, number>, through: CalendarDate): number {
  const used = total(use, addDays(through, 1 - intervalDays), through) ?? 0
  return used === 0 ? 0 : Math.min(100, Math.round((watts * 24 * intervalDays * 100) / used))
}
