import { sql } from 'kysely'
import type { Tx } from '../db/open-database.ts'

export interface RefusedImport {
  readonly directory: string
  /** Path within the folder; `.` when the folder itself cannot be read. */
  readonly file: string
  /** True when the folder also has the report of its import. */
  readonly hasReport: boolean
}

export interface RefusedList {
  /** The id of the watch folder. */
  readonly folder: string
  /** The current path of the folder. */
  readonly directory: string
  readonly files: readonly Omit<RefusedImport, 'directory'>[]
  /** False when the list is not whole: files that are not on it stay. */
  readonly isWhole: boolean
  readonly now: Date
}

/** Replaces the list of refused files in a watch folder. Files that were on it before are not mailed again. */
export async function replaceRefusedImports(
  tx: Tx,
  { folder, directory, files, isWhole, now }: RefusedList,
): Promise<void> {
  const given = JSON.stringify(files)
  if (isWhole)
    await sql`
      delete from portal.refused_import where folder = ${folder} and file not in (
        select file from jsonb_to_recordset(${given}::text::jsonb) as given (file text))`.execute(tx)
  await sql`
    insert into portal.refused_import as known (folder, directory, file, refused_at, has_report, seen_at)
    select ${folder}, ${directory}, file, ${now}::timestamptz, "hasReport", ${now}::timestamptz
    from jsonb_to_recordset(${given}::text::jsonb) as given (file text, "hasReport" boolean) order by file
    on conflict (folder, file) do update set directory = excluded.directory, has_report = excluded.has_report,
      seen_at = excluded.seen_at`.execute(tx)
}

/** Claims refused imports that no mail has named yet, oldest first. */
export async function claimUnmailedRefusals(tx: Tx, limit: number, now: Date): Promise<readonly RefusedImport[]> {
  const { rows } = await sql<RefusedImport>`
    with unmailed as materialized (
      select folder, file from portal.refused_import where mailed_at is null and refused_at <= ${now}::timestamptz
      order by refused_at, folder, file limit ${limit} for update skip locked)
    update portal.refused_import as claimed set mailed_at = ${now}::timestamptz from unmailed
    where claimed.folder = unmailed.folder and claimed.file = unmailed.file
    returning claimed.directory, claimed.file, claimed.has_report as "hasReport"`.execute(tx)
  return rows
}
