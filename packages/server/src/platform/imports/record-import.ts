import type { ImportKind } from '@coopline/contract/staff/staff-runs/staff-runs.contract'
import { basename, resolve } from 'node:path'
import { tryLater } from '../command-outcome.ts'
import { isDatabaseAway } from '../db/is-database-away.ts'
import type { Deps } from '../deps.ts'
import { scrubPersonal } from '../scrub-personal.ts'
import {
  deleteImport,
  type ImportedFile,
  insertImport,
  type RecordedEntry,
  type RecordedImport,
  updateImport,
} from './recorded-imports.store.ts'

/** Takes what an import has to report while it runs. */
export interface ImportRecord {
  readonly addFile: (file: ImportedFile) => void
  /** Takes only what a `RecordedEntry` has: no value of a row. Numbers and addresses that a sentence of the database repeats are removed. */
  readonly addEntry: (entry: RecordedEntry) => void
}

const [mostFiles, mostEntries] = [50, 50]
const [longestName, longestReason] = [200, 500]

/**
 * Runs an import and records it with a bounded report, for staff. A dry run is not recorded, and neither is an import that did not
 * take place because another one runs or the database is away: `coopline watch` repeats it every few seconds.
 *
 * @param paths the files or the folder.
 * @param run does the import; exit codes are those of `CommandOutcome`.
 * @returns what `run` returns.
 */
export async function recordImport<Outcome extends { readonly exitCode: number }>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  {
    kind,
    paths,
    isDryRun = false,
  }: { readonly kind: ImportKind; readonly paths: readonly string[]; readonly isDryRun?: boolean },
  run: (record: ImportRecord) => Promise<Outcome>,
): Promise<Outcome> {
  const report: { files: ImportedFile[]; entries: RecordedEntry[] } = { files: [], entries: [] }
  const counts = { rows: 0, error: 0, notice: 0 }
  const record: ImportRecord = {
    addFile: ({ name, rows, stored, refused }) => {
      counts.rows += rows
      if (report.files.length < mostFiles)
        report.files.push({ name: name.slice(0, longestName), rows, stored, refused })
    },
    addEntry: ({ severity, file, line, column, reason }) => {
      counts[severity] += 1
      if (report.entries.length < mostEntries)
        report.entries.push({
          severity,
          file: file.slice(0, longestName),
          line,
          column: column.slice(0, longestName),
          reason: scrubPersonal(reason).slice(0, longestReason),
        })
    },
  }
  if (isDryRun) return run(record)
  const name = basename(resolve(paths[0] ?? '')).slice(0, longestName)
  const id = await insertImport(db, { kind, name, files: paths.length, startedAt: clock.now() })
  const end = async (outcome: RecordedImport['outcome']) =>
    updateImport(
      db,
      id,
      { endedAt: clock.now(), outcome, rows: counts.rows, errors: counts.error, notices: counts.notice },
      report,
    )
  try {
    const done = await run(record)
    if (done.exitCode === tryLater && report.files.length === 0) await deleteImport(db, id)
    else await end(done.exitCode === 0 ? 'completed' : 'with-errors')
    return done
  } catch (error) {
    // A database that is away takes no record either: the import stays without an end.
    if (!isDatabaseAway(error)) await end('failed')
    throw error
  }
}
