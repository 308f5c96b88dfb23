import { sql } from 'kysely'
import { arrayLiteral } from '../../../platform/db/array-literal.ts'
import type { Executor } from '../../../platform/db/open-database.ts'
import type { BundleFile } from './bundle-file.ts'

/** A number that is not on file, and one on file that differs from it by zeros in front only. */
export interface ZeroDifference {
  readonly number: string
  readonly onFile: string
}

/**
 * Lists the given member or account numbers that are not on file although a number with more or fewer leading zeros is.
 *
 * @param longest digits of the longest number.
 */
export async function listZeroDifferences(
  db: Executor,
  { table, key }: Pick<BundleFile, 'table' | 'key'>,
  numbers: readonly string[],
  longest: number,
): Promise<readonly ZeroDifference[]> {
  const column = sql.ref(key[0] ?? '')
  const { rows } = await sql<ZeroDifference>`
    select asked.number, min(other.${column}) as "onFile"
    from unnest(${arrayLiteral(numbers)}::text::text[]) as asked (number)
    cross join lateral generate_series(length(ltrim(asked.number, '0')), ${longest}::integer) as size
    join ${sql.table(table)} other on other.${column} = lpad(ltrim(asked.number, '0'), size, '0')
    where other.${column} <> asked.number
      and not exists (select from ${sql.table(table)} same where same.${column} = asked.number)
    group by asked.number order by asked.number`.execute(db)
  return rows
}
