import { sql } from 'kysely'
import type { Tx } from '../db/open-database.ts'

export interface RefusedImport {
  readonly directory: string
  /** Path within the folder; `.` when the folder itself cannot be read. */
  readonly file: string
  /** True when a report lies beside it. */
  readonly hasReport: boolean
}

/** Replaces the list of what lies refused in a watch folder. Files that were on it before stay as they are. */
export async function replaceRefusedImports(
  tx: Tx,
  directory: string,
  { files, now }: { readonly files: readonly Omit<RefusedImport, 'directory'>[]; readonly now: Date },
): Promise<void> {
  const given = JSON.stringify(files)
  await sql`
    delete from portal.refused_import where directory = ${directory} and file not in (
      select file from jsonb_to_recordset(${given}::text::jsonb) as given (file text))`.execute(tx)
  await sql`
    insert into portal.refused_import (directory, file, refused_at, has_report)
    select ${directory}, file, ${now}::timestamptz, "hasReport"
    from jsonb_to_recordset(${given}::text::jsonb) as given (file text, "hasReport" boolean)
    on conflict do nothing`.execute(tx)
}

/** Claims refused imports that no mail has named yet, oldest first. */
export async function claimUnmailedRefusals(tx: Tx, limit: number, now: Date): Promise<readonly RefusedImport[]> {
  const { rows } = await sql<RefusedImport>`
    update portal.refused_import as claimed set mailed_at = ${now}::timestamptz
    from (select directory, file from portal.refused_import where mailed_at is null and refused_at <= ${now}::timestamptz
      order by refused_at, directory, file limit ${limit} for update skip locked) as unmailed
    where claimed.directory = unmailed.directory and claimed.file = unmailed.file
    returning claimed.directory, claimed.file, claimed.has_report as "hasReport"`.execute(tx)
  return rows
}
