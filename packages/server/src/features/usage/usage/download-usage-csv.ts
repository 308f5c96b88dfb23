import type { FileAnswer } from '@coopline/contract/endpoint'
import { byteOrderMark, csvText } from '@coopline/rules/site/csv-text/csv-text'
import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { intervalStarts } from '@coopline/rules/usage/usage/interval-times'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { type FileQuery, type PreparedFile, prepareUsageFile } from './prepare-usage-file.ts'
import { type MeterFacts, statusAt } from './readings.store.ts'
import type { UsageDeps } from './require-usage.ts'
import { readStoredDays, type StoredDay } from './stored-days.ts'
import { inUnits } from './usage-values.ts'

const columns = ['meter', 'start', 'end', 'used', 'received', 'unit', 'quality', 'peak_kw', 'charge_dollars']

const dayMinutes = 24 * 60

/**
 * Streams an account's usage as CSV: one row per stored value, by meter and time. Times are local with their UTC offset. Missing
 * values have no row.
 *
 * @throws the same as `prepareUsageFile`.
 */
export async function downloadUsageCsv(
  deps: UsageDeps,
  call: MemberRequest,
  accountNumber: string,
  query: FileQuery,
): Promise<FileAnswer> {
  const file = await prepareUsageFile(deps, call, accountNumber, query, 'csv')
  return { fileName: `${file.baseName}.csv`, pieces: csvOf(deps, file) }
}

async function* csvOf({ db, settings }: UsageDeps, file: PreparedFile): AsyncGenerator<string> {
  const { timeZone } = settings.current()
  const { accountNumber } = file.account
  yield byteOrderMark + csvText([columns])
  for (const meter of file.meters) {
    const wanted = { ...file.days, accountNumber, meterNumber: meter.meterNumber, detail: file.detail }
    for await (const day of readStoredDays(db, wanted)) yield csvText(rowsOf(day, meter, timeZone))
  }
}

function rowsOf({ daily, intervals }: StoredDay, { meterNumber, unit }: MeterFacts, timeZone: string): string[][] {
  if (daily !== undefined) {
    const { used, received, status, demand, charge } = daily
    const amounts = [inText(used), inText(received), daily.unit, status, inText(demand), inDollars(charge)]
    return [[meterNumber, startOf(daily.day, timeZone), startOf(addDays(daily.day, 1), timeZone), ...amounts]]
  }
  const { day, minutes } = intervals
  const times = [...intervalStarts(day, minutes, timeZone), startOf(addDays(day, 1), timeZone)]
  return intervals.used.flatMap((used, index) => {
    const [start, end] = [times[index], times[index + 1]]
    if (used === null || start === undefined || end === undefined) return []
    const received = inText(intervals.received?.[index] ?? null)
    return [[meterNumber, start, end, inText(used), received, unit, statusAt(intervals, index), '', '']]
  })
}

const startOf = (day: CalendarDate, timeZone: string): string => intervalStarts(day, dayMinutes, timeZone)[0] ?? ''

const inText = (thousandths: number | null): string => (thousandths === null ? '' : String(inUnits(thousandths)))

const inDollars = (charge: number | null): string => (charge === null ? '' : (charge / 100).toFixed(2))
