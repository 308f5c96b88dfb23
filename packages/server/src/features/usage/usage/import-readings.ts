import { basename } from 'node:path'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { allAtOnce, CsvUnreadable, type ImportEntry, showValue } from '../../site/integration/public.ts'
import { type LocalDays, localDays } from './local-day.ts'
import type { MeterName, ParsedReading, ReadingFault } from './parse-reading.ts'
import type { TimeOptions } from './parse-start.ts'
import { createReadingsWriter, finishWriting, writeParsed } from './write-parsed-readings.ts'
import { createMonths } from './write-readings.store.ts'

export interface ReadingsImport {
  /** The account and meter for files without those columns. */
  readonly of?: MeterName | undefined
  readonly timeZone: string
  /** The form of the times in a CSV file. */
  readonly times?: TimeOptions | undefined
  /** Rolls everything back at the end. */
  readonly dryRun?: boolean
  readonly report?: (entry: ImportEntry) => void
  /** The time that it waits for another import of readings, in milliseconds; 30 seconds when absent. */
  readonly patienceMs?: number
  /** Runs in the import's transaction, before it commits. */
  readonly beforeCommit?: (tx: Tx, counts: ReadingsSummary) => Promise<void>
}

export interface ReadingsSummary {
  readonly rows: number
  /** Meter days that are new or changed. */
  readonly written: number
  readonly refused: number
  readonly notices: number
}

/** A problem in a file that is not about a reading. */
export interface SourceFault extends ReadingFault {
  readonly severity: ImportEntry['severity']
  readonly line: number
}

/**
 * A readings file in one format. Imports read it twice: first for its months, whose partitions must exist, then for its readings.
 */
export interface ReadingsSource {
  /**
   * One local day of each month with readings.
   *
   * @throws ReadingsUnreadable when the file has another format or cannot be read to its end.
   */
  readonly listMonths: () => Promise<ReadonlySet<CalendarDate>>
  /** @param executor the import's transaction: the embedded database has one connection, which the transaction holds. */
  readonly read: (executor: Executor) => AsyncIterable<readonly (ParsedReading | SourceFault)[]>
}

/** Context for a source. */
export interface SourceContext {
  readonly days: LocalDays
  readonly now: Date
  readonly of: MeterName | undefined
  readonly times: TimeOptions
}

/** Thrown when a file cannot be read to its end. Nothing from it is stored. */
export class ReadingsUnreadable extends Error {
  constructor(file: string, reason: string) {
    super(`${file} ${reason}. Nothing of it was imported.`)
    this.name = 'ReadingsUnreadable'
  }
}

/** Wraps file errors in ReadingsUnreadable and returns other errors unchanged. */
export function toUnreadable(path: string, error: unknown): unknown {
  if (error instanceof CsvUnreadable) return new ReadingsUnreadable(path, `line ${error.line}: ${error.message}`)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ['ENOENT', 'EISDIR', 'EACCES'].includes(code) ? new ReadingsUnreadable(path, 'cannot be read') : error
}

/** Thrown to roll back a finished import. */
export class DryRunEnded extends Error {}

/**
 * Imports a file of daily or interval readings (docs/IMPORT.md) in constant memory. Reports and skips invalid readings, and
 * stores the others in one transaction. Replaces existing days and intervals. Creates the partitions of the months before the
 * transaction, so that their locks are short. Readings imports run one at a time: two with the same meters could deadlock.
 *
 * @throws ReadingsUnreadable when the file does not exist, has an unknown format, or cannot be read to its end; AnotherImportRuns.
 */
export async function importReadings(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  path: string,
  openSource: (context: SourceContext) => ReadingsSource,
  options: ReadingsImport,
): Promise<ReadingsSummary> {
  const context = { days: localDays(options.timeZone), now: clock.now(), of: options.of, times: options.times ?? {} }
  const counts = { rows: 0, written: 0, refused: 0, notices: 0 }
  const tell = (severity: ImportEntry['severity'], line: number, { column, value, reason }: ReadingFault): void => {
    counts[severity === 'error' ? 'refused' : 'notices'] += 1
    options.report?.({ severity, file: basename(path), line, column, value: showValue(value), reason })
  }
  try {
    const source = openSource(context)
    for (const day of await source.listMonths()) await createMonths(db, day, day)
    const write = async (tx: Tx): Promise<void> => {
      const writer = createReadingsWriter(tx, context.days, tell)
      for await (const items of source.read(tx)) {
        const readings: ParsedReading[] = []
        for (const item of items) {
          if (!('severity' in item)) readings.push(item)
          else tell(item.severity, item.line, item)
          if (!('severity' in item) || item.severity === 'error') counts.rows += 1
        }
        counts.written += await writeParsed(writer, readings)
      }
      counts.written += await finishWriting(writer)
      await options.beforeCommit?.(tx, counts)
      if (options.dryRun === true) throw new DryRunEnded()
    }
    await allAtOnce(db, async (inTransaction) => inTransaction(write), {
      lock: 'readings',
      patienceMs: options.patienceMs,
    })
  } catch (error) {
    if (!(error instanceof DryRunEnded)) throw toUnreadable(path, error)
  }
  return counts
}
