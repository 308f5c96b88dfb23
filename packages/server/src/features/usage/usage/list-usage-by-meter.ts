import type { UsagesWeather } from '@coopline/contract/usage/usage/usage.contract'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { byMeter } from './list-daily-usage.ts'
import { loadDailyReadings, loadWeather } from './readings.store.ts'
import { type Range, requireUsageAccount, requireUsageRange, type UsageDeps } from './require-usage.ts'
import { inUnits, inUnitsOrNull, statusOf } from './usage-values.ts'

/**
 * Usage and weather for a range with one row per meter and day (AS-04), for the table.
 *
 * @throws NotOwned; Refused when the account or the range does not allow it.
 */
export async function listUsageByMeter(
  deps: UsageDeps,
  call: MemberRequest,
  accountNumber: string,
  { fromDate: from, toDate: to, ...range }: Range,
): Promise<{ usagesWeatherByMeterId: { meterId: string; usagesWeather: UsagesWeather[] }[] }> {
  const { zip } = await requireUsageAccount(deps, call, accountNumber)
  requireUsageRange(deps, { ...range, fromDate: from, toDate: to })
  const readings = await loadDailyReadings(deps.db, { accountNumber, from, to })
  const weather = new Map((await loadWeather(deps.db, { zip, from, to })).map((day) => [day.day, day]))
  return {
    usagesWeatherByMeterId: [...byMeter(readings)].map(([meterId, rows]) => ({
      meterId,
      usagesWeather: rows.map((row) => ({
        date: row.day,
        meterId,
        endReading: inUnitsOrNull(row.endReading),
        status: statusOf(row.status),
        lowTemperature: weather.get(row.day)?.low ?? null,
        highTemperature: weather.get(row.day)?.high ?? null,
        usageValue: inUnits(row.used),
        unitOfMeasure: row.unit,
        prepaidDailyTotal: row.charge,
      })),
    })),
  }
}
