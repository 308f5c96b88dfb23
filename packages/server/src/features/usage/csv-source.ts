import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type CsvRow, readCsv, showValue } from '../integration/public.ts'
import { type ReadingsSource, ReadingsUnreadable, type SourceContext, type SourceFault } from './import-readings.ts'
import { type Header, type MeterName, type ParsedReading, parseReading } from './parse-reading.ts'

const batchRows = 5_000
/** Enough for a year of 5-minute readings. */
const mostRemembered = 110_000
const columns: ReadonlySet<string> = new Set([
  'account_number',
  'meter_number',
  'day',
  'start',
  'minutes',
  'used',
  'received',
  'demand',
  'status',
  'end_reading',
  'charge',
  'prepaid_vendor',
])
/** Column names used by public data sets. */
const synonyms: Readonly<Record<string, string>> = { reading_datetime: 'start', kwh: 'used', date: 'day' }

/** Reads a CSV file of readings (docs/IMPORT.md). */
export const csvSource =
  (path: string) =>
  (context: SourceContext): ReadingsSource => {
    return {
      read: () => readItems(path, context),
      listMonths: () => listMonths(path, context),
    }
  }

/** Rows of one batch, and the place of each column. */
interface Batch {
  readonly header: Header
  readonly rows: readonly CsvRow[]
}

async function* readBatches(path: string, of: MeterName | undefined): AsyncGenerator<Batch> {
  let header: Header | undefined
  let batch: CsvRow[] = []
  for await (const { rows } of readCsv(path))
    for (const row of rows) {
      if (header === undefined) {
        header = readHeader(path, row, of)
        continue
      }
      batch.push(row)
      if (batch.length < batchRows) continue
      yield { header, rows: batch }
      batch = []
    }
  if (header === undefined) throw new ReadingsUnreadable(path, 'is empty')
  yield { header, rows: batch }
}

async function* readItems(path: string, context: SourceContext): AsyncGenerator<(ParsedReading | SourceFault)[]> {
  for await (const { header, rows } of readBatches(path, context.of))
    yield rows.map((row) => toItem(row, header, context))
}

/** Most rows of a file have the time of an earlier row, of another meter. */
async function listMonths(path: string, context: SourceContext): Promise<ReadonlySet<CalendarDate>> {
  const months = new Map<string, CalendarDate>()
  const known = new Set<string>()
  for await (const { header, rows } of readBatches(path, context.of)) {
    const place = header.get('day') ?? header.get('start') ?? -1
    if (known.size > mostRemembered) known.clear()
    for (const row of rows) {
      if ('fields' in row && known.has(row.fields[place] ?? '')) continue
      const item = toItem(row, header, context)
      if ('severity' in item) continue
      const day = 'day' in item.at ? item.at.day : context.days.ofInstant(item.at.instant).day
      months.set(day.slice(0, 7), day)
      if ('fields' in row) known.add(row.fields[place] ?? '')
    }
  }
  return new Set(months.values())
}

function toItem(row: CsvRow, header: Header, context: SourceContext): ParsedReading | SourceFault {
  const found =
    'broken' in row ? { column: '', value: row.text, reason: row.broken } : parseReading(row, header, context)
  return 'reason' in found ? { ...found, severity: 'error', line: row.line } : found
}

/** @throws ReadingsUnreadable with the missing, unknown or repeated columns. */
function readHeader(path: string, row: CsvRow, of: MeterName | undefined): Header {
  const names = ('fields' in row ? row.fields : []).map((name) =>
    name
      .trim()
      .replace(/^\uFEFF/u, '')
      .toLowerCase(),
  )
  const known = names.map((name) => synonyms[name] ?? name)
  const unknown = known.filter((name) => !columns.has(name))
  if (unknown.length > 0) throw new ReadingsUnreadable(path, `has the unknown column '${showValue(unknown[0] ?? '')}'`)
  const header = new Map(known.map((name, place) => [name, place]))
  if (header.size < known.length)
    throw new ReadingsUnreadable(
      path,
      `has the column '${known.find((name, place) => header.get(name) !== place)}' twice`,
    )
  const needed = [...(of === undefined ? ['account_number', 'meter_number'] : []), 'used']
  const missing = needed.find((name) => !header.has(name))
  if (missing !== undefined) throw new ReadingsUnreadable(path, `has no column '${missing}'`)
  if (header.has('day') === header.has('start'))
    throw new ReadingsUnreadable(path, "needs either the column 'day' or the column 'start'")
  return header
}
