import { basename } from 'node:path'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import { CsvUnreadable, type ImportEntry, showValue } from '../integration/public.ts'
import { type LocalDays, localDays } from './local-day.ts'
import type { MeterName, ParsedReading, ReadingFault } from './parse-reading.ts'
import { createReadingsWriter, finishWriting, writeParsed } from './write-parsed-readings.ts'
import { createMonths } from './write-readings.store.ts'

export interface ReadingsImport {
  /** The account and meter of files that do not name them. */
  readonly of?: MeterName | undefined
  readonly timeZone: string
  /** Do everything, then take it back. */
  readonly dryRun?: boolean
  readonly report?: (entry: ImportEntry) => void
  /** Runs in the transaction of the import, before it commits. */
  readonly beforeCommit?: (tx: Tx) => Promise<void>
}

export interface ReadingsSummary {
  readonly rows: number
  /** Days of a meter that are new or differ from what was there. */
  readonly written: number
  readonly refused: number
  readonly notices: number
}

/** What a file says that is no reading. */
export interface SourceFault extends ReadingFault {
  readonly severity: ImportEntry['severity']
  readonly line: number
}

/** A file of readings in one format. It is read twice: first for its months, whose partitions must exist, then for its readings. */
export interface ReadingsSource {
  /**
   * A local day of each month that has readings.
   *
   * @throws ReadingsUnreadable when the file is not of this format or cannot be read to its end.
   */
  readonly listMonths: () => Promise<ReadonlySet<CalendarDate>>
  readonly read: () => AsyncIterable<readonly (ParsedReading | SourceFault)[]>
}

/** What a source reads with. */
export interface SourceContext {
  readonly days: LocalDays
  readonly now: Date
  readonly of: MeterName | undefined
}

/** Thrown when a file cannot be read to its end. Nothing of it was kept. */
export class ReadingsUnreadable extends Error {
  constructor(file: string, reason: string) {
    super(`${file} ${reason}. Nothing of it was imported.`)
    this.name = 'ReadingsUnreadable'
  }
}

/** Turns the errors of a file that cannot be read into ReadingsUnreadable and returns other errors unchanged. */
export function toUnreadable(path: string, error: unknown): unknown {
  if (error instanceof CsvUnreadable) return new ReadingsUnreadable(path, `line ${error.line}: ${error.message}`)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ['ENOENT', 'EISDIR', 'EACCES'].includes(code) ? new ReadingsUnreadable(path, 'cannot be read') : error
}

/** Takes a finished import back. */
export class DryRunEnded extends Error {}

/**
 * Imports a file of readings, by day or by interval (docs/IMPORT.md), in constant memory. Readings that cannot be right are reported and
 * skipped; the others are kept together. A day or interval that is there already is replaced. The partitions of the months are created
 * before the transaction, so that no lock on them lasts as long as the import.
 *
 * @throws ReadingsUnreadable when the file does not exist, is not of a known format, or cannot be read to its end.
 */
export async function importReadings(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  path: string,
  openSource: (context: SourceContext) => ReadingsSource,
  options: ReadingsImport,
): Promise<ReadingsSummary> {
  const context = { days: localDays(options.timeZone), now: clock.now(), of: options.of }
  const counts = { rows: 0, written: 0, refused: 0, notices: 0 }
  const tell = (severity: ImportEntry['severity'], line: number, { column, value, reason }: ReadingFault): void => {
    counts[severity === 'error' ? 'refused' : 'notices'] += 1
    options.report?.({ severity, file: basename(path), line, column, value: showValue(value), reason })
  }
  try {
    const source = openSource(context)
    for (const day of await source.listMonths()) await createMonths(db, day, day)
    await db.transaction().execute(async (tx) => {
      const writer = createReadingsWriter(tx, context.days, tell)
      for await (const items of source.read()) {
        const readings: ParsedReading[] = []
        for (const item of items) {
          if (!('severity' in item)) readings.push(item)
          else tell(item.severity, item.line, item)
          if (!('severity' in item) || item.severity === 'error') counts.rows += 1
        }
        counts.written += await writeParsed(writer, readings)
      }
      counts.written += await finishWriting(writer)
      await options.beforeCommit?.(tx)
      if (options.dryRun === true) throw new DryRunEnded()
    })
  } catch (error) {
    if (!(error instanceof DryRunEnded)) throw toUnreadable(path, error)
  }
  return counts
}
