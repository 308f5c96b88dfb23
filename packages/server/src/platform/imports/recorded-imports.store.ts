import { sql } from 'kysely'
import type { Database, Executor } from '../db/open-database.ts'

/** The result for a file. `stored` counts rows, or days of readings, that were new or changed. */
export interface ImportedFile {
  readonly name: string
  readonly rows: number
  readonly stored: number
  readonly refused: number
}

/** An error or a notice, without the value of the row. Lines count from 1; 0 is the whole file. */
export interface RecordedEntry {
  readonly severity: 'error' | 'notice'
  readonly file: string
  readonly line: number
  readonly column: string
  readonly reason: string
}

/** The report of an import. The lists may be cut; the counts are of everything. */
export interface RecordedReport {
  readonly files: readonly ImportedFile[]
  readonly entries: readonly RecordedEntry[]
}

export interface RecordedImport {
  readonly id: number
  readonly kind: string
  readonly name: string
  readonly files: number
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly outcome: 'completed' | 'with-errors' | 'failed' | null
  readonly rows: number
  readonly errors: number
  readonly notices: number
}

/** Inserts an import that starts. @returns its id. */
export async function insertImport(
  db: Database,
  { kind, name, files, startedAt }: Pick<RecordedImport, 'kind' | 'name' | 'files' | 'startedAt'>,
): Promise<number> {
  const report = JSON.stringify({ files: [], entries: [] } satisfies RecordedReport)
  const { id } = await db
    .insertInto('portal.recorded_import')
    .values({ kind, name, file_count: files, started_at: startedAt, report })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores the end of an import. */
export async function updateImport(
  db: Database,
  id: number,
  end: Omit<RecordedImport, 'id' | 'kind' | 'name' | 'files' | 'startedAt'>,
  report: RecordedReport,
): Promise<void> {
  await db
    .updateTable('portal.recorded_import')
    .set({
      ended_at: end.endedAt,
      outcome: end.outcome,
      row_count: end.rows,
      error_count: end.errors,
      notice_count: end.notices,
      report: JSON.stringify(report),
    })
    .where('id', '=', id)
    .execute()
}

/** Deletes an import that did not take place. */
export async function deleteImport(db: Database, id: number): Promise<void> {
  await db.deleteFrom('portal.recorded_import').where('id', '=', id).execute()
}

const columns = sql`id, kind, name, file_count as files, started_at as "startedAt", ended_at as "endedAt", outcome,
  row_count as rows, error_count as errors, notice_count as notices`

/** Lists imports, or those of a kind, newest first. @param after the id of the last one of the page before. */
export async function listImports(
  executor: Executor,
  kind: string | null,
  after: number | null,
  limit: number,
): Promise<readonly RecordedImport[]> {
  const ofKind = kind === null ? sql`` : sql`and kind = ${kind}`
  const { rows } = await sql<RecordedImport>`
    select ${columns} from portal.recorded_import where id < ${after ?? Number.MAX_SAFE_INTEGER} ${ofKind}
    order by id desc limit ${limit}`.execute(executor)
  return rows
}

/** Finds an import with its report. */
export async function findImport(
  executor: Executor,
  id: number,
): Promise<(RecordedImport & { readonly report: RecordedReport }) | undefined> {
  const { rows } = await sql<RecordedImport & { readonly report: RecordedReport }>`
    select ${columns}, report from portal.recorded_import where id = ${id}`.execute(executor)
  return rows[0]
}
