import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import type { Database, Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { createSettingsReader } from '../site/public.ts'
import { openBillTotals } from './bill-totals.ts'
import type { BundleFile } from './bundle-file.ts'
import { bundleFiles } from './bundle-files.ts'
import { checkManifest } from './bundle-manifest.ts'
import type { ImportEntry } from './import-entry.ts'
import { type FileImport, importFile } from './import-file.ts'
import type { FileSummary, ImportSummary } from './import-summary.ts'
import type { HasDocument } from './missing-documents.ts'
import { allAtOnce, type InTransaction, perBatch, withoutEffect } from './import-transactions.ts'

export interface ImportProgress {
  readonly file: string
  /** Rows of this file that have been read. */
  readonly rows: number
  readonly bytesRead: number
  readonly bytes: number
  /** True once all rows of this file are processed. */
  readonly done: boolean
}

export interface ImportOptions {
  /** Folder with the files of the bundle. */
  readonly directory: string
  /** Imports everything, then rolls it back. */
  readonly dryRun?: boolean
  /**
   * Makes this a full load: stored rows that are not in their file end, unless they are more than this percentage of
   * the rows.
   */
  readonly mostEnded?: number | undefined
  /** Takes balances that include fewer payments than those on file: the cooperative's system was restored, or the file is meant. */
  readonly olderBalances?: boolean
  /** Rows in one statement. */
  readonly batchRows?: number
  /**
   * Commits every batch in its own transaction: for a database with one connection, which other work shares. Batches before an
   * interruption stay, and readers may see a part of the bundle.
   */
  readonly inBatches?: boolean
  /** The time that it waits for another import, in milliseconds; 30 seconds when absent. */
  readonly patienceMs?: number
  /** Runs at the end of the one transaction, before it commits; what it throws rolls everything back. Not with `inBatches`. */
  readonly beforeCommit?: (tx: Tx, files: readonly FileSummary[]) => Promise<void>
  /** Looks up documents that rows name; without it, missing ones are not noticed. */
  readonly hasDocument?: HasDocument
  /** Called for every refused row, every notice and every file that cannot be read. */
  readonly report?: (entry: ImportEntry) => void
  readonly onProgress?: (progress: ImportProgress) => void
}

/** Thrown when there is no bundle to import; nothing was written. */
export class NoBundle extends Error {
  constructor(directory: string, reason: string) {
    super(`${directory} ${reason}`)
    this.name = 'NoBundle'
  }
}

/**
 * Imports the cooperative's CSV bundle of members, accounts, bills and their details, or any of its files.
 *
 * Rows are added or changed by their keys, and removed only by a full load (`mostEnded`), so the same bundle imported again
 * changes nothing. Bad rows are reported and skipped. The others are committed together or not at all, unless the caller asks for batches.
 * A bundle that differs from its manifest is refused as a whole.
 *
 * @throws NoBundle when the folder does not exist or holds none of the files.
 * @throws AnotherImportRuns when another import does not end in time.
 */
export async function importBundle(deps: Pick<Deps, 'db' | 'clock'>, options: ImportOptions): Promise<ImportSummary> {
  const sizes = await sizesOfFiles(options.directory)
  const counts = { error: 0, notice: 0 }
  const report = (entry: ImportEntry): void => {
    counts[entry.severity]++
    options.report?.(entry)
  }
  for (const name of sizes.unknown)
    report({ severity: 'notice', file: name, line: 0, column: '', value: '', reason: notOurs })
  const manifestFaults = await checkManifest(options.directory, [...sizes.known.keys()])
  for (const fault of manifestFaults ?? []) report({ severity: 'error', line: 0, column: '', value: '', ...fault })
  const isRefused = manifestFaults !== undefined && manifestFaults.length > 0
  if (isRefused) {
    const files = bundleFiles.map((file) => notRead(file, sizes.known.has(file.file) ? 'refused' : 'absent'))
    return { dryRun: options.dryRun === true, files, errors: counts.error, notices: counts.notice }
  }
  const settings = createSettingsReader({ db: deps.db, log: { warn: () => undefined } })
  await settings.refresh()
  const billTotals = openBillTotals()
  const importAll = async (inTransaction: InTransaction): Promise<readonly FileSummary[]> => {
    const run: FileImport = {
      directory: options.directory,
      batchRows: options.batchRows ?? 5000,
      inTransaction,
      takesOlder: options.olderBalances === true,
      now: deps.clock.now,
      today: calendarDateIn(settings.current().timeZone, deps.clock.now()),
      isComplete: manifestFaults !== undefined,
      hasDocument: options.hasDocument,
      billTotals,
      full: options.mostEnded === undefined ? undefined : { mostEnded: options.mostEnded, files: bundleFiles },
      report,
      onRead: (file, rows, bytesRead, done) =>
        options.onProgress?.({ file, rows, bytesRead, bytes: sizes.known.get(file) ?? 0, done }),
    }
    const files: FileSummary[] = []
    for (const file of bundleFiles)
      files.push(sizes.known.has(file.file) ? await importFile(run, file) : notRead(file, 'absent'))
    await billTotals.check(inTransaction, report)
    await inTransaction(async (tx) => options.beforeCommit?.(tx, files))
    return files
  }
  try {
    const files = await filesOf(deps.db, options, importAll)
    return { dryRun: options.dryRun === true, files, errors: counts.error, notices: counts.notice }
  } finally {
    billTotals.close()
  }
}

async function filesOf(
  db: Database,
  { dryRun = false, inBatches = false, patienceMs }: ImportOptions,
  importAll: (inTransaction: InTransaction) => Promise<readonly FileSummary[]>,
): Promise<readonly FileSummary[]> {
  if (dryRun) return withoutEffect(db, importAll, patienceMs)
  return inBatches ? importAll(perBatch(db, patienceMs)) : allAtOnce(db, importAll, { patienceMs })
}

const names = bundleFiles.map((file) => file.file)
const notOurs = `is no file of a bundle and was not read; a bundle has ${names.join(', ')}`

const notRead = (file: BundleFile, state: 'absent' | 'refused'): FileSummary => ({
  file: file.file,
  state,
  rows: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  repeated: 0,
  refused: 0,
  ended: 0,
  credits: 0,
  events: 0,
})

async function sizesOfFiles(
  directory: string,
): Promise<{ known: ReadonlyMap<string, number>; unknown: readonly string[] }> {
  const entries = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    throw new NoBundle(
      directory,
      error.code === 'ENOTDIR' ? 'is a file; give the folder that holds the bundle' : 'cannot be read as a folder',
    )
  })
  const known = new Map<string, number>()
  for (const name of names.filter((one) => entries.includes(one))) {
    const entry = await stat(join(directory, name))
    if (entry.isFile()) known.set(name, entry.size)
  }
  if (known.size === 0) throw new NoBundle(directory, `holds none of ${names.join(', ')}`)
  return {
    known,
    unknown: entries.filter((name) => name.toLowerCase().endsWith('.csv') && !known.has(name)).toSorted(),
  }
}
