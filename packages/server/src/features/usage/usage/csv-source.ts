import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type CsvRow, readCsv, showValue } from '../../site/integration/public.ts'
import { readingColumns } from './file-columns.ts'
import { type ReadingsSource, ReadingsUnreadable, type SourceContext, type SourceFault } from './import-readings.ts'
import {
  createRowParser,
  dayOf,
  type Header,
  type MeterName,
  mostRememberedTimes,
  type ParsedReading,
} from './parse-reading.ts'
import { createTimeSigns } from './time-signs.ts'

const batchRows = 5_000
/** The names of columns, by these names and their synonyms. */
const columnNames: ReadonlyMap<string, string> = new Map(
  readingColumns.flatMap(({ name, synonym = name }) => [
    [name, name],
    [synonym, name],
  ]),
)

/** Reads a CSV file of readings (docs/IMPORT.md). */
export const csvSource =
  (path: string) =>
  (context: SourceContext): ReadingsSource => {
    return {
      read: () => readItems(path, context),
      listMonths: () => listMonths(path, context),
    }
  }

/** Rows of one batch, the place of each column, and how such a row is parsed. */
interface Batch {
  readonly header: Header
  readonly parse: (row: CsvRow) => ParsedReading | SourceFault
  readonly rows: readonly CsvRow[]
}

async function* readBatches(path: string, context: SourceContext): AsyncGenerator<Batch> {
  let columns: Omit<Batch, 'rows'> | undefined
  let rows: CsvRow[] = []
  for await (const block of readCsv(path))
    for (const row of block.rows) {
      if (columns === undefined) {
        const header = readHeader(path, row, context.of)
        columns = { header, parse: createParser(header, context) }
        continue
      }
      rows.push(row)
      if (rows.length < batchRows) continue
      yield { ...columns, rows }
      rows = []
    }
  if (columns === undefined) throw new ReadingsUnreadable(path, 'is empty')
  yield { ...columns, rows }
}

async function* readItems(path: string, context: SourceContext): AsyncGenerator<(ParsedReading | SourceFault)[]> {
  const signs = createTimeSigns(context.days, context.times)
  for await (const { header, parse, rows } of readBatches(path, context)) {
    const items = rows.map(parse)
    if (header.has('start')) for (const item of items) if (!('severity' in item)) signs.add(item)
    yield items
  }
  yield [...signs.list()]
}

/** Most rows of a file have the time of an earlier row, of another meter. */
async function listMonths(path: string, context: SourceContext): Promise<ReadonlySet<CalendarDate>> {
  const months = new Map<string, CalendarDate>()
  const known = new Set<string>()
  for await (const { header, parse, rows } of readBatches(path, context)) {
    const place = header.get('day') ?? header.get('start') ?? -1
    if (known.size > mostRememberedTimes) known.clear()
    for (const row of rows) {
      if ('fields' in row && known.has(row.fields[place] ?? '')) continue
      const item = parse(row)
      if ('severity' in item) continue
      const day = dayOf(item.at, context.days)
      months.set(day.slice(0, 7), day)
      if ('fields' in row) known.add(row.fields[place] ?? '')
    }
  }
  return new Set(months.values())
}

function createParser(header: Header, context: SourceContext): Batch['parse'] {
  const parseReading = createRowParser(header, context)
  return (row) => {
    const found = 'broken' in row ? { column: '', value: row.text, reason: row.broken } : parseReading(row)
    return 'reason' in found ? { ...found, severity: 'error', line: row.line } : found
  }
}

/** @throws ReadingsUnreadable with the missing, unknown or repeated columns. */
function readHeader(path: string, row: CsvRow, of: MeterName | undefined): Header {
  const names = ('fields' in row ? row.fields : []).map((name) =>
    name
      .trim()
      .replace(/^\uFEFF/u, '')
      .toLowerCase(),
  )
  const unknown = names.filter((name) => !columnNames.has(name))
  if (unknown.length > 0) throw new ReadingsUnreadable(path, `has the unknown column '${showValue(unknown[0] ?? '')}'`)
  const known = names.map((name) => columnNames.get(name) ?? name)
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
