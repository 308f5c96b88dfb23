import type { OpenDatabase } from '../platform/db/open-database.ts'

/** A text and a column that holds it, as `schema.table.column`. */
export interface FoundText {
  readonly text: string
  readonly column: string
}

/** Searches every column of text, JSON or bytes, of all tables of the portal and its jobs, for each of these texts. */
export async function findInDatabase(
  { runScript }: OpenDatabase,
  texts: readonly string[],
): Promise<readonly FoundText[]> {
  const columns = await runScript(`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as "table", quote_ident(column_name) as name,
      data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea')`)
  const found: FoundText[] = []
  for (const { table, name, type } of columns) {
    const [from, column] = [String(table), String(name)]
    const value = type === 'bytea' ? `encode(${column}, 'escape')` : `${column}::text`
    const rows = await runScript(`select string_agg(${value}, ' ') as held from ${from}`)
    const held = rows[0]?.['held']
    for (const text of texts)
      if (typeof held === 'string' && held.includes(text)) found.push({ text, column: `${from}.${column}` })
  }
  return found
}
