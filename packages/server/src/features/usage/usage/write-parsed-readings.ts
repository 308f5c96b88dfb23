import { addDays, type CalendarDate, daysBetween } from '@coopline/rules/kernel/calendar-date'
import type { Tx } from '../../../platform/db/open-database.ts'
import { listKnownMeters, type MeterOnFile } from './known-meters.store.ts'
import type { LocalDays } from './local-day.ts'
import {
  type Added,
  addInterval,
  type Collecting,
  type DirectedReading,
  divideBetween,
  type TellFault,
  toRow,
} from './collect-intervals.ts'
import { negative, type ParsedReading, type ReadingFault } from './parse-reading.ts'
import type { DailyReading } from './readings.store.ts'
import {
  type ReceivedOfDay,
  sumIntervalDays,
  updateReceived,
  upsertDailyReadings,
  upsertIntervalDays,
} from './write-readings.store.ts'

/** State shared by all rows of a file. `open` has the days of intervals that may still be incomplete. */
export interface ReadingsWriter extends Collecting {
  readonly tx: Tx
  /** Received amounts of days whose daily reading is not written yet, by meter and day. */
  readonly received: Map<string, ReceivedOfDay & { readonly line: number }>
  previous?: { readonly meter: string; readonly day: CalendarDate }
}

export const createReadingsWriter = (tx: Tx, days: LocalDays, tell: TellFault): ReadingsWriter => ({
  tx,
  days,
  tell,
  open: new Map(),
  between: new Map(),
  received: new Map(),
  hasNotedDivision: false,
})

const mostOpenDays = 1_000
const daysOfAStatement = 500
/** Maximum received amounts waiting for their daily reading. */
const mostWaiting = 20_000

/** Writes rows whose meter exists. @returns the number of new or changed days; a day of intervals counts once complete. */
export async function writeParsed(writer: ReadingsWriter, rows: readonly ParsedReading[]): Promise<number> {
  if (rows.length === 0) return 0
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
  let written = readings.length === 0 ? 0 : await upsertDailyReadings(writer.tx, readings)
  if (writer.received.size > mostWaiting) written += await writeReceived(writer)
  // In a sorted file, only the newest day continues in the next rows.
  return writer.open.size + writer.between.size > mostOpenDays ? written + (await writeOpen(writer, 1)) : written
}

/** Writes the collected readings. @returns the number of new or changed days. */
export async function finishWriting(writer: ReadingsWriter): Promise<number> {
  return (await writeReceived(writer)) + (await writeOpen(writer, 0))
}

/** Adds received amounts to the daily readings, and reports days without one. */
async function writeReceived({ tx, received, tell }: ReadingsWriter): Promise<number> {
  if (received.size === 0) return 0
  const { changed, found } = await updateReceived(tx, [...received.values()])
  for (const [key, { line, day }] of received)
    if (!found.has(key))
      tell('error', line, { column: 'day', value: day, reason: 'has received energy but no reading of what was used' })
  received.clear()
  return changed
}

/** Writes the collected days of intervals, except the newest `staying` ones. */
async function writeOpen(writer: ReadingsWriter, staying: number): Promise<number> {
  divideBetween(writer, [...writer.between.keys()].slice(0, staying === 0 ? undefined : -staying))
  const entries = [...writer.open]
  const all = entries.slice(0, entries.length - staying)
  for (const [key, { row, line, used, received }] of all) {
    writer.open.delete(key)
    const carried = received === null || used.some((value) => value !== null) ? used : received
    const missing = carried.filter((value) => value === null).length
    const value = `${row.meterNumber} ${row.day}`
    if (missing > 0)
      writer.tell('notice', line, { column: 'start', value, reason: `lacks ${missing} of ${used.length} intervals` })
  }
  const rows = all.map(([, day]) => toRow(day))
  let written = 0
  for (let at = 0; at < rows.length; at += daysOfAStatement) {
    const some = rows.slice(at, at + daysOfAStatement)
    written += await upsertIntervalDays(writer.tx, some)
    await sumIntervalDays(writer.tx, some)
  }
  return written
}

const meterOf = (row: ParsedReading): string => `${row.accountNumber} ${row.meterNumber}`

const unknownMeter = (value: string): ReadingFault => ({
  column: 'meter_number',
  value,
  reason: 'names no meter on file',
})

const repeated = ({ at, text }: ParsedReading): ReadingFault => ({
  column: 'day' in at ? 'day' : 'start',
  value: text,
  reason: 'is the same as an earlier row',
})

type DailyRows = Map<string, { readonly line: number; readonly row: DailyReading }>

function addRow(writer: ReadingsWriter, daily: DailyRows, given: ParsedReading, meter: MeterOnFile): Added {
  const row = withDirection(given, meter)
  if ('reason' in row) return row
  if ('instant' in row.at) return addInterval(writer, row, row.at, meter)
  if (row.used === null) return addReceived(writer, row, row.at.day)
  const added = addDaily(daily, row, row.at.day, row.used, meter)
  if (added === 'added') noteGap(writer, row, row.at.day)
  return added
}

/**
 * Turns a negative amount in the delivered channel of a net meter into received energy.
 *
 * @returns the reading; or a fault for a negative amount of another meter, or beside an amount that was received.
 */
function withDirection(row: ParsedReading, { isNetMetered }: MeterOnFile): DirectedReading | ReadingFault {
  const { used, received } = row
  if (used === null || used >= 0) return row
  const fault = (reason: string) => ({ column: row.amountColumn ?? 'used', value: String(used / 1000), reason })
  if (!isNetMetered) return fault(negative)
  if (received !== null && received !== 0) return fault('is negative beside an amount that was received')
  return { ...row, used: 0, received: -used, isSigned: true }
}

/** Reports days missing between two consecutive readings of a meter. */
function noteGap(writer: ReadingsWriter, row: ParsedReading, day: CalendarDate): void {
  const { previous, tell } = writer
  const missing = previous?.meter === meterOf(row) ? daysBetween(previous.day, day) - 1 : 0
  if (previous !== undefined && missing > 0) {
    const value = `${addDays(previous.day, 1)} to ${addDays(day, -1)}`
    tell('notice', row.line, { column: 'day', value, reason: `has no reading (${missing} days)` })
  }
  writer.previous = { meter: meterOf(row), day }
}

function addReceived({ received }: ReadingsWriter, row: ParsedReading, day: CalendarDate): Added {
  const { accountNumber, meterNumber, line } = row
  const key = `${meterOf(row)} ${day}`
  const earlier = received.get(key)
  if (earlier === undefined) {
    received.set(key, { accountNumber, meterNumber, day, received: row.received ?? 0, line })
    return 'added'
  }
  return earlier.received === row.received ? 'repeated' : secondDay(day, earlier.line)
}

const secondDay = (day: CalendarDate, earlierLine: number): ReadingFault => ({
  column: 'day',
  value: day,
  reason: `has another reading in line ${earlierLine}, which counts`,
})

function addDaily(
  daily: DailyRows,
  { line, text: _text, at: _at, isSigned: _isSigned, amountColumn: _amountColumn, ...reading }: DirectedReading,
  day: CalendarDate,
  used: number,
  { unit }: MeterOnFile,
): Added {
  const row: DailyReading = { ...reading, used, day, unit }
  const key = `${row.accountNumber} ${row.meterNumber} ${day}`
  const earlier = daily.get(key)
  if (earlier === undefined) {
    daily.set(key, { line, row })
    return 'added'
  }
  return JSON.stringify(earlier.row) === JSON.stringify(row) ? 'repeated' : secondDay(day, earlier.line)
}
