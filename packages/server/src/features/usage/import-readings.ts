import { basename } from 'node:path'
import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import { type CsvRow, CsvUnreadable, type ImportEntry, readCsv, showValue } from '../integration/public.ts'
import { localDays } from './local-day.ts'
import { type MeterName, type ParsedReading, parseReading, type ReadingFault } from './parse-reading.ts'
import { createReadingsWriter, writeOpen, writeParsed } from './write-parsed-readings.ts'

export interface ReadingsImport {
  /** The account and meter of files that do not name them. */
  readonly of?: MeterName | undefined
  readonly timeZone: string
  /** Do everything, then take it back. */
  readonly dryRun?: boolean
  readonly report?: (entry: ImportEntry) => void
}

export interface ReadingsSummary {
  readonly rows: number
  /** Days of a meter that are new or differ from what was there. */
  readonly written: number
  readonly refused: number
  readonly notices: number
}

/** The database refused nothing, but the file cannot be read to its end: nothing of it was kept. */
export class ReadingsUnreadable extends Error {
  constructor(file: string, reason: string) {
    super(`${file} ${reason}. Nothing of it was imported.`)
    this.name = 'ReadingsUnreadable'
  }
}

/** Says of a file that cannot be read what is wrong with it; other errors stay what they are. */
export function toUnreadable(path: string, error: unknown): unknown {
  if (error instanceof CsvUnreadable) return new ReadingsUnreadable(path, `line ${error.line}: ${error.message}`)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ['ENOENT', 'EISDIR', 'EACCES'].includes(code) ? new ReadingsUnreadable(path, 'cannot be read') : error
}

class TakenBack extends Error {}

/**
 * Imports a CSV file of readings, by day or by interval (docs/IMPORT.md), in constant memory. Rows that cannot be right are reported and
 * skipped; the others are kept together. A day or interval that is there already is replaced.
 *
 * @throws ReadingsUnreadable when the file does not exist, is no CSV file of readings, or ends within a row.
 */
export async function importReadings(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  path: string,
  options: ReadingsImport,
): Promise<ReadingsSummary> {
  let summary: ReadingsSummary | undefined
  try {
    await db.transaction().execute(async (tx) => {
      const run = createRun(tx, path, clock.now(), options)
      for await (const block of readCsv(path)) for (const row of block.rows) await run.add(row)
      summary = await run.end()
      if (options.dryRun === true) throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw toUnreadable(path, error)
  }
  return summary ?? { rows: 0, written: 0, refused: 0, notices: 0 }
}

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
/** Other names of columns, as public data sets have them. */
const synonyms: Readonly<Record<string, string>> = { reading_datetime: 'start', kwh: 'used', date: 'day' }

function createRun(tx: Tx, path: string, now: Date, options: ReadingsImport) {
  const counts = { rows: 0, written: 0, refused: 0, notices: 0 }
  const file = basename(path)
  const tell = (severity: ImportEntry['severity'], line: number, { column, value, reason }: ReadingFault): void => {
    counts[severity === 'error' ? 'refused' : 'notices'] += 1
    options.report?.({ severity, file, line, column, value: showValue(value), reason })
  }
  const days = localDays(options.timeZone)
  const writer = createReadingsWriter(tx, days, tell)
  let header: readonly string[] | undefined
  let waiting: ParsedReading[] = []
  const flush = async () => {
    counts.written += await writeParsed(writer, waiting)
    waiting = []
  }
  return {
    add: async (row: CsvRow) => {
      if (header === undefined) {
        header = readHeader(path, row, options)
        return
      }
      counts.rows += 1
      if ('broken' in row) return tell('error', row.line, { column: '', value: row.text, reason: row.broken })
      const parsed = parseReading(row, header, { days, now, of: options.of })
      if ('reason' in parsed) return tell('error', row.line, parsed)
      waiting.push(parsed)
      if (waiting.length >= batchRows) await flush()
    },
    end: async (): Promise<ReadingsSummary> => {
      if (header === undefined) throw new ReadingsUnreadable(path, 'is empty')
      await flush()
      counts.written += await writeOpen(writer)
      return counts
    },
  }
}

/** @throws ReadingsUnreadable naming the columns that are missing or unknown. */
function readHeader(path: string, row: CsvRow, { of }: ReadingsImport): readonly string[] {
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
