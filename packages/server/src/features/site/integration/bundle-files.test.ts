import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { bundleFiles } from './bundle-files.ts'
import { bundleTables } from '../../../testing/bundle-tables.ts'

const database = useTestDatabase()

test('docs/IMPORT.md describes every column as the import reads it', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../../../../../docs/IMPORT.md'), 'utf8')
  expect(docs).toContain(bundleTables())
})

test('every example is a value that its column accepts', () => {
  for (const column of bundleFiles.flatMap((file) => file.columns)) {
    expect(column.kind.read(column.example), column.name).toHaveProperty('text')
  }
})

test('the bundle has every column of the cooperative’s copy, with its type', async () => {
  const { rows } = await sql<{ table: string; name: string; type: string }>`
    select 'cis.' || table_name as "table", column_name as name, data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'cis' and is_generated = 'NEVER' and table_type = 'BASE TABLE'`.execute(database.db)
  const inBundle = bundleFiles.flatMap((file) =>
    file.columns.filter((column) => column.stored).map((column) => `${file.table}.${column.name} ${column.kind.type}`),
  )
  expect(inBundle.toSorted()).toEqual(rows.map((row) => `${row.table}.${row.name} ${row.type}`).toSorted())
})

/** Foreign keys of the cooperative's copy, as `cis.bill (account_number) → cis.account (account_number)`. */
async function foreignKeys(): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select format('%s (%s) → %s (%s)', c.conrelid::regclass, own.names, c.confrelid::regclass, other.names) as key
    from pg_constraint c
    cross join lateral (
      select string_agg(attname, ', ' order by place) as names
      from unnest(c.conkey) with ordinality as of (number, place)
      join pg_attribute on attrelid = c.conrelid and attnum = number
    ) own
    cross join lateral (
      select string_agg(attname, ', ' order by place) as names
      from unnest(c.confkey) with ordinality as of (number, place)
      join pg_attribute on attrelid = c.confrelid and attnum = number
    ) other
    where c.contype = 'f'`.execute(database.db)
  return new Set(rows.map(({ key }) => key))
}

test('a reference in a row is a foreign key of its table, so the import looks it up only when the database refuses', async () => {
  const keys = await foreignKeys()
  const named = bundleFiles.flatMap(({ table, parents }) =>
    parents.map((parent) => `${table} (${parent.columns.join(', ')}) → ${parent.table} (${parent.key.join(', ')})`),
  )
  expect(named.filter((one) => !keys.has(one))).toEqual([])
  expect(named.length).toBeGreaterThan(10)
})
