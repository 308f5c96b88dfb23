import { type RawBuilder, sql } from 'kysely'
import { arrayLiteral } from './array-literal.ts'

/** Columns of a batch as SQL arrays: `unnest(…)` with one parameter per column. */
export function rowsAsTable(
  columns: readonly { readonly type: string }[],
  rows: readonly (readonly (string | null)[])[],
): RawBuilder<unknown> {
  const arrays = columns.map(
    (column, index) => sql`${arrayLiteral(rows.map((row) => row[index] ?? null))}::text::${sql.raw(column.type)}[]`,
  )
  return sql`unnest(${sql.join(arrays)})`
}
