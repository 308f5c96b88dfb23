import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { BundleFile } from './bundle-file.ts'
import type { RowValues } from './check-row.ts'
import { rowsAsTable } from '../../../platform/db/rows-as-table.ts'

const keyColumns = ({ key, columns }: BundleFile) =>
  key.map((name) => ({ name, type: columns.find((column) => column.name === name)?.kind.type ?? 'text' }))

interface KeyOnFile {
  readonly key: RowValues
  readonly isEnded: boolean
}

const notEndedYet = ({ gone }: BundleFile) => (gone === 'inactive' ? sql`account_status <> 'Inactive'` : sql`true`)

/**
 * A page of a file's rows in the order of their key: the key as text, and whether the row was ended before.
 *
 * @param after the last key of the page before; `undefined` for the first page.
 */
export async function listKeys(
  db: Executor,
  file: BundleFile,
  after: RowValues | undefined,
  limit: number,
): Promise<readonly KeyOnFile[]> {
  const columns = keyColumns(file)
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const texts = sql.join(columns.map(({ name }) => sql`${sql.ref(name)}::text`))
  const beyond = after === undefined ? sql`true` : sql`(${names}) > (select * from ${rowsAsTable(columns, [after])})`
  const found = await sql<KeyOnFile>`
    select array[${texts}] as key, not (${notEndedYet(file)}) as "isEnded" from ${sql.table(file.table)}
    where ${beyond} order by ${names} limit ${limit}`.execute(db)
  return found.rows
}

/**
 * Ends rows: accounts become inactive, any others are deleted with the rows that name them.
 *
 * @param children files whose rows name a row of this one.
 * @returns how many rows of this file were ended.
 */
export async function endRows(
  tx: Tx,
  file: BundleFile,
  keys: readonly RowValues[],
  children: readonly BundleFile[],
): Promise<number> {
  const columns = keyColumns(file)
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const isOfKeys = sql`(${names}) in (select * from ${rowsAsTable(columns, keys)})`
  if (file.gone === 'inactive') {
    const ended = await sql`
      update ${sql.table(file.table)} set account_status = 'Inactive'
      where ${isOfKeys} and ${notEndedYet(file)}`.execute(tx)
    return Number(ended.numAffectedRows ?? 0)
  }
  for (const child of children) {
    const parent = child.parents.find(({ table }) => table === file.table)
    const naming = sql.join((parent?.columns ?? []).map((name) => sql.ref(name)))
    await sql`
      delete from ${sql.table(child.table)}
      where (${naming}) in (select * from ${rowsAsTable(columns, keys)})`.execute(tx)
  }
  const ended = await sql`delete from ${sql.table(file.table)} where ${isOfKeys}`.execute(tx)
  return Number(ended.numAffectedRows ?? 0)
}
