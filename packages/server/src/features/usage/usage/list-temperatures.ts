import type { Temperatures } from '@coopline/contract/usage/usage/usage.contract'
import { degreeDays, summarizeWeather } from '@coopline/rules/usage/usage/usage-summary'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { loadWeather } from './readings.store.ts'
import { type Range, requireUsageAccount, requireUsageRange, type UsageDeps } from './require-usage.ts'

/**
 * Weather at the service address for a range (AS-03), in °F.
 *
 * @throws NotOwned; Refused when the account or the range does not allow it.
 */
export async function listTemperatures(
  deps: UsageDeps,
  call: MemberRequest,
  accountNumber: string,
  range: Range,
): Promise<Temperatures> {
  const { zip } = await requireUsageAccount(deps, call, accountNumber)
  requireUsageRange(deps, range)
  const days = await loadWeather(deps.db, { zip, from: range.fromDate, to: range.toDate })
  const { lowest, highest } = summarizeWeather(days.map(({ day, low, high }) => ({ date: day, low, high })))
  const { heating, cooling } = degreeDays(days.map(({ average }) => average))
  return {
    weatherOverlays: days.map(({ day, low, high, average }) => ({
      date: day,
      lowTemp: low,
      highTemp: high,
      avgTemp: average,
    })),
    weatherSummarization: {
      lowestTemperature: lowest,
      highestTemperature: highest,
      heatingDegreeDays: tenths(heating),
      coolingDegreeDays: tenths(cooling),
    },
  }
}

const tenths = (value: number): number => Math.round(value * 10) / 10
