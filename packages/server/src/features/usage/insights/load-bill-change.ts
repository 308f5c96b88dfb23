import type { BillChangeAnswer } from '@coopline/contract/usage/insights/insights.contract'
import { explainBillChange } from '@coopline/rules/usage/insights/bill-change'
import type { ExplainedBill } from '@coopline/rules/usage/insights/bill-charges'
import {
  type AverageTemperatures,
  comparedBills,
  fitBills,
  nearestPrice,
  periodWeather,
} from '@coopline/rules/usage/insights/compared-bills'
import { type CalendarDate, isAfter } from '@coopline/rules/kernel/calendar-date'
import type { Executor } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { listMeters, loadDailyReadings, loadWeather } from '../usage/public.ts'
import { type BillHistory, findBillHistory } from './bill-history.store.ts'

/**
 * Explains why a bill differs from the previous one and from the one a year earlier.
 *
 * @throws NotOwned; NotFound when the account has no bill on this day.
 */
export async function loadBillChange(
  { db }: Pick<Deps, 'db'>,
  { caller: { memberNumber } }: MemberRequest,
  { accountNumber, billDate }: { readonly accountNumber: string; readonly billDate: CalendarDate },
): Promise<BillChangeAnswer> {
  const found = await findBillHistory(db, { memberNumber, accountNumber }, billDate)
  const history = requireOwnAccount(found, accountNumber)
  const { bill, previous, yearAgo } = comparedBills(history.bills, billDate)
  if (bill === null) throw new NotFound('The account has no bill of this day')
  const temperatures = await loadTemperatures(db, history)
  const readings = await loadReadingFacts(db, accountNumber, [bill, previous, yearAgo])
  const weatherOf = ({ start, end }: ExplainedBill) => periodWeather(temperatures, start, end)
  const slopes = fitBills(history.bills, weatherOf)
  const explain = (earlier: ExplainedBill | null) => {
    if (earlier === null) return null
    const [before, after] = [weatherOf(earlier), weatherOf(bill)]
    return toAnswer(
      explainBillChange(bill, earlier, {
        slopes,
        weather: before && after ? { before, after } : null,
        knownPrice: nearestPrice(history.bills, billDate),
        isWeatherDriven: bill.usageKwh !== null,
        isDelivered: history.accountType.toLowerCase() === 'propane',
        hasEstimates: [bill, earlier].some(readings.isEstimated),
        hasNewMeter: readings.hasNewMeter(earlier, bill),
      }),
    )
  }
  return { billDate, amount: bill.amount, previous: explain(previous), yearAgo: explain(yearAgo) }
}

const toAnswer = ({ parts, notes, ...change }: ReturnType<typeof explainBillChange>) => ({
  ...change,
  notes: [...notes],
  parts: parts.map(({ figures, ...part }) => ({ ...part, figures: [...figures] })),
})

/** Loads the average temperatures at the account for the periods of all its bills. */
async function loadTemperatures(
  executor: Executor,
  { bills, serviceZip }: Pick<BillHistory, 'bills' | 'serviceZip'>,
): Promise<AverageTemperatures> {
  const days = bills.flatMap(({ start, end }) => (start === null || end === null ? [] : [start, end])).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return new Map()
  const weather = await loadWeather(executor, { zip: serviceZip, from, to })
  return new Map(weather.map(({ day, average }) => [day, average]))
}

/** Finds estimated readings and meter replacements that affect the bills. */
async function loadReadingFacts(executor: Executor, accountNumber: string, bills: readonly (ExplainedBill | null)[]) {
  const meters = await listMeters(executor, accountNumber)
  const ends = bills.flatMap((bill) => bill?.end ?? [])
  const atEnds = await Promise.all(
    ends.map(async (day) => loadDailyReadings(executor, { accountNumber, from: day, to: day })),
  )
  const estimated = new Set(atEnds.flat().flatMap(({ day, status }) => (status === 'estimated' ? day : [])))
  return {
    /** True when the reading that ended the period was estimated. */
    isEstimated: ({ end }: ExplainedBill): boolean => end !== null && estimated.has(end),
    /** True when a meter was replaced between the start of the first period and the end of the second. */
    hasNewMeter: ({ start }: ExplainedBill, { end }: ExplainedBill): boolean =>
      meters.some(
        ({ inServiceFrom: day }) =>
          day !== null && start !== null && end !== null && isAfter(day, start) && !isAfter(day, end),
      ),
  }
}
