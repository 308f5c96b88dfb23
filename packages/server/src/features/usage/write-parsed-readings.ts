import { addDays, type CalendarDate, daysBetween } from '@coopline/rules/kernel/calendar-date'
import { parseMoney } from '@coopline/rules/kernel/money'
import type { Tx } from '../../platform/db/open-database.ts'
import type { ImportEntry } from '../integration/public.ts'
import { listKnownMeters, type MeterOnFile } from './known-meters.store.ts'
import { intervalsOf, type LocalDays } from './local-day.ts'
import { parseAmount, type ParsedReading, type ReadingFault } from './parse-reading.ts'
import type { DailyReading, IntervalDay } from './readings.store.ts'
import type { ReadingStatus } from './usage.tables.ts'
import { createMonths, upsertDailyReadings, upsertIntervalDays } from './write-readings.store.ts'

export type TellFault = (severity: ImportEntry['severity'], line: number, fault: ReadingFault) => void

/** What the rows of a file share while they are written. */
export interface ReadingsWriter {
  readonly tx: Tx
  readonly days: LocalDays
  readonly tell: TellFault
  /** Days of intervals that may still be incomplete, by meter and day. */
  readonly open: Map<string, Collected>
  readonly monthsMade: Set<string>
  previous?: { readonly meter: string; readonly day: CalendarDate }
}

export const createReadingsWriter = (tx: Tx, days: LocalDays, tell: TellFault): ReadingsWriter => ({
  tx,
  days,
  tell,
  open: new Map(),
  monthsMade: new Set(),
})

const mostOpenDays = 1_000
const daysOfAStatement = 500

/** Writes rows whose meter is on file. @returns how many days are new or differ; days of intervals count when they are complete. */
export async function writeParsed(writer: ReadingsWriter, rows: readonly ParsedReading[]): Promise<number> {
  const known = await listKnownMeters(writer.tx, rows)
  const daily: DailyRows = new Map()
  for (const row of rows) {
    const name = meterOf(row)
    const meter = known.get(name)
    const fault = meter === undefined ? unknownMeter(name) : addRow(writer, daily, row, meter)
    if (fault === 'repeated') writer.tell('notice', row.line, repeated(row))
    else if (fault !== 'added') writer.tell('error', row.line, fault)
  }
  const readings = [...daily.values()].map(({ row }) => row)
  await makeMonths(writer, readings)
  const written = readings.length === 0 ? 0 : await upsertDailyReadings(writer.tx, readings)
  // In a file that is in order only the newest day goes on in the next rows.
  return writer.open.size > mostOpenDays ? written + (await writeOpen(writer, 1)) : written
}

/** Writes the days of intervals that were collected, but the newest ones that are to stay open. */
export async function writeOpen(writer: ReadingsWriter, staying = 0): Promise<number> {
  const entries = [...writer.open]
  const all = entries.slice(0, entries.length - staying)
  await makeMonths(
    writer,
    all.map(([, { row }]) => row),
  )
  for (const [key, { row, line, used }] of all) {
    writer.open.delete(key)
    const missing = used.filter((value) => value === null).length
    const value = `${row.meterNumber} ${row.day}`
    if (missing > 0)
      writer.tell('notice', line, { column: 'start', value, reason: `lacks ${missing} of ${used.length} intervals` })
  }
  const rows = all.map(([, { row, used, received, status }]) => ({ ...row, used, received, status }))
  let written = 0
  for (let at = 0; at < rows.length; at += daysOfAStatement)
    written += await upsertIntervalDays(writer.tx, rows.slice(at, at + daysOfAStatement))
  return written
}

async function makeMonths({ tx, monthsMade }: ReadingsWriter, rows: readonly { readonly day: CalendarDate }[]) {
  for (const { day } of rows) {
    if (monthsMade.has(day.slice(0, 7))) continue
    await createMonths(tx, day, day)
    monthsMade.add(day.slice(0, 7))
  }
}

const meterOf = (row: ParsedReading): string => `${row.accountNumber} ${row.meterNumber}`

const unknownMeter = (value: string): ReadingFault => ({
  column: 'meter_number',
  value,
  reason: 'names no meter on file',
})

const repeated = ({ at, valueOf }: ParsedReading): ReadingFault => ({
  column: 'day' in at ? 'day' : 'start',
  value: valueOf('day' in at ? 'day' : 'start'),
  reason: 'is the same as an earlier row',
})

type DailyRows = Map<string, { readonly line: number; readonly row: DailyReading }>
type Added = 'added' | 'repeated' | ReadingFault

function addRow(writer: ReadingsWriter, daily: DailyRows, row: ParsedReading, meter: MeterOnFile): Added {
  if ('instant' in row.at) return addInterval(writer, row, row.at.instant, meter)
  const added = addDaily(daily, row, row.at.day, meter)
  if (added === 'added') noteGap(writer, row, row.at.day)
  return added
}

/** Tells of days that are missing between two readings of a meter that follow each other in the file. */
function noteGap(writer: ReadingsWriter, row: ParsedReading, day: CalendarDate): void {
  const { previous, tell } = writer
  const missing = previous?.meter === meterOf(row) ? daysBetween(previous.day, day) - 1 : 0
  if (previous !== undefined && missing > 0) {
    const value = `${addDays(previous.day, 1)} to ${addDays(day, -1)}`
    tell('notice', row.line, { column: 'day', value, reason: `has no reading (${missing} days)` })
  }
  writer.previous = { meter: meterOf(row), day }
}

function addDaily(
  daily: DailyRows,
  { accountNumber, meterNumber, used, received, status, valueOf, line }: ParsedReading,
  day: CalendarDate,
  { unit }: MeterOnFile,
): Added {
  const whole = (column: string, factor: number): number | null | ReadingFault => {
    if (valueOf(column) === '') return null
    const amount = parseAmount(valueOf(column))
    return typeof amount === 'string'
      ? { column, value: valueOf(column), reason: amount }
      : Math.round((amount / 1000) * factor)
  }
  const [demand, endReading] = [whole('demand', 1000), whole('end_reading', 1000)]
  for (const one of [demand, endReading]) if (typeof one === 'object' && one !== null) return one
  const charge = valueOf('charge') === '' ? null : parseMoney(valueOf('charge'))
  if (charge === null && valueOf('charge') !== '')
    return { column: 'charge', value: valueOf('charge'), reason: 'is no amount of dollars' }
  const row: DailyReading = {
    accountNumber,
    meterNumber,
    day,
    used,
    received,
    demand: demand as number | null,
    status,
    unit,
    endReading: endReading as number | null,
    charge,
    prepaidVendor: valueOf('prepaid_vendor') === '' ? null : valueOf('prepaid_vendor').slice(0, 60),
  }
  const key = `${accountNumber} ${meterNumber} ${day}`
  const earlier = daily.get(key)
  if (earlier === undefined) {
    daily.set(key, { line, row })
    return 'added'
  }
  return JSON.stringify(earlier.row) === JSON.stringify(row)
    ? 'repeated'
    : { column: 'day', value: day, reason: `has another reading in line ${earlier.line}, which counts` }
}

export interface Collected {
  readonly line: number
  readonly row: Omit<IntervalDay, 'used' | 'received' | 'status'>
  readonly used: (number | null)[]
  received: (number | null)[] | null
  status: ReadingStatus
}

function addInterval(
  { open, days }: ReadingsWriter,
  { accountNumber, meterNumber, used, received, status, valueOf, line }: ParsedReading,
  instant: number,
  meter: MeterOnFile,
): Added {
  const minutes = Number(valueOf('minutes') === '' ? (meter.intervalMinutes ?? Number.NaN) : valueOf('minutes'))
  if (![5, 15, 30, 60].includes(minutes))
    return { column: 'minutes', value: valueOf('minutes'), reason: 'must be 5, 15, 30 or 60, here or in meters.csv' }
  const local = days.ofInstant(instant)
  const at = (instant - local.start) / (minutes * 60_000)
  if (!Number.isInteger(at))
    return { column: 'start', value: valueOf('start'), reason: `is not the start of an interval of ${minutes} minutes` }
  const key = `${accountNumber} ${meterNumber} ${local.day}`
  const row = { accountNumber, meterNumber, day: local.day, minutes }
  const count = intervalsOf(local, minutes)
  const empty = () => Array.from({ length: count }, () => null)
  const day = open.get(key) ?? { line, row, used: empty(), received: null, status }
  open.set(key, day)
  if (day.row.minutes !== minutes)
    return { column: 'minutes', value: String(minutes), reason: `differs from ${day.row.minutes} earlier on this day` }
  const earlier = day.used[at] ?? null
  if (earlier !== null)
    return earlier === used
      ? 'repeated'
      : { column: 'start', value: valueOf('start'), reason: 'has another value in an earlier row, which counts' }
  day.used[at] = used
  if (received !== null) {
    day.received ??= empty()
    day.received[at] = received
  }
  if (status !== 'actual') day.status = status
  return 'added'
}
