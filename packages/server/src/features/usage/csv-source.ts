import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type CsvRow, readCsv, showValue } from '../integration/public.ts'
import { type ReadingsSource, ReadingsUnreadable, type SourceContext, type SourceFault } from './import-readings.ts'
import { type MeterName, type ParsedReading, parseReading } from './parse-reading.ts'

const batchRows = 5_000
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
    const read = () => readRows(path, context)
    return {
      read,
      listMonths: async () => {
        const months = new Map<string, CalendarDate>()
        for await (const items of read())
          for (const item of items) {
            if ('severity' in item) continue
            const day = 'day' in item.at ? item.at.day : context.days.ofInstant(item.at.instant).day
            months.set(day.slice(0, 7), day)
          }
        return new Set(months.values())
      },
    }
  }

async function* readRows(path: string, context: SourceContext): AsyncGenerator<(ParsedReading | SourceFault)[]> {
  let header: readonly string[] | undefined
  let items: (ParsedReading | SourceFault)[] = []
  for await (const { rows } of readCsv(path))
    for (const row of rows) {
      if (header === undefined) header = readHeader(path, row, context.of)
      else items.push(toItem(row, header, context))
      if (items.length < batchRows) continue
      yield items
      items = []
    }
  if (header === undefined) throw new ReadingsUnreadable(path, 'is empty')
  yield items
}

function toItem(row: CsvRow, header: readonly string[], context: SourceContext): ParsedReading | SourceFault {
  const found =
    'broken' in row ? { column: '', value: row.text, reason: row.broken } : parseReading(row, header, context)
  return 'reason' in found ? { ...found, severity: 'error', line: row.line } : found
}

/** @throws ReadingsUnreadable with the missing or unknown columns. */
function readHeader(path: string, row: CsvRow, of: MeterName | undefined): readonly string[] {
  const names = ('fields' in row ? row.fields : []).map((name) =>
    name
      .trim()
      .replace(/^\uFEFF/u, '')
      .toLowerCase(),
  )
  const known = names.map((name) => synonyms[name] ?? name)
  const unknown = known.filter((name) => !columns.has(name))
  if (unknown.length > 0) throw new ReadingsUnreadable(path, `has the unknown column '${showValue(unknown[0] ?? '')}'`)
  const needed = [...(of === undefined ? ['account_number', 'meter_number'] : []), 'used']
  const missing = needed.find((name) => !known.includes(name))
  if (missing !== undefined) throw new ReadingsUnreadable(path, `has no column '${missing}'`)
  if (known.includes('day') === known.includes('start'))
    throw new ReadingsUnreadable(path, "needs either the column 'day' or the column 'start'")
  return known
}
