import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { readMigrations } from './migrate.ts'
import { drawnTables } from '../../testing/drawn-tables.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { portalSchemas } from './database-roles.ts'

const database = useTestDatabase()

/** Only raw SQL uses this table (`demo.store.ts`). */
const untyped = ['portal.demo_cooperative']

/** The column types that a TypeScript type of an interface may stand for. The first pattern that matches counts. */
const sqlTypes: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:Json\b|ColumnType<)/u, ['jsonb']],
  [/^string\[\]$/u, ['_text']],
  [/^Date\[\]$/u, ['_timestamptz']],
  [/^IntervalValues$/u, ['_int4']],
  [/^IntervalQualities$/u, ['_int2']],
  [/^string$/u, ['text', 'uuid', 'numeric']],
  [/^(?:'|PaymentState$|BookingKind$|ProviderName$)/u, ['text']],
  [/^number$/u, ['int2', 'int4', 'int8', 'float8']],
  [/^Cents$/u, ['int8']],
  [/^Cents\[\]$/u, ['_int8']],
  [/^boolean$/u, ['bool']],
  [/^CalendarDate$/u, ['date']],
  [/^Date$/u, ['timestamptz']],
  [/^Uint8Array$/u, ['bytea']],
]

interface Column {
  readonly types: readonly string[]
  /** `null` for a view, of which the database cannot tell. */
  readonly isNullable: boolean | null
  /** True when the database can fill the column in, so that an insert may leave it out. Views have no inserts. */
  readonly isGenerated: boolean
}

/** The columns of `Schema`, read from the text of its interfaces: `portal.login.email` and so on. */
function typedColumns(): ReadonlyMap<string, Column> {
  const files = globSync(['schema.ts', '*-tables.ts', '../../features/*/*/*.tables.ts'], { cwd: import.meta.dirname })
  const found = new Map<string, Column>()
  for (const file of files) {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    const bodies = new Map(
      [...text.matchAll(/interface (\w+)[^{]*\{([^}]*)\}/gu)].map(([, name, body]) => [name, body]),
    )
    for (const [, table = '', name] of text.matchAll(/^ +'(\w+\.\w+)': (\w+)$/gmu))
      for (const [, column = '', type = ''] of (bodies.get(name) ?? '').matchAll(/^ {2}(\w+): (.+)$/gmu))
        found.set(`${table}.${column}`, columnOf(type))
  }
  return found
}

function columnOf(type: string): Column {
  const bare = (/^Generated<(.*)>$/u.exec(type)?.[1] ?? type.replace(/^GeneratedAlways<(.*)>$/u, '$1')).replace(
    / \| null$/u,
    '',
  )
  const types = sqlTypes.find(([pattern]) => pattern.test(bare))?.[1] ?? [`unknown: ${bare}`]
  return { types, isNullable: type.includes('| null'), isGenerated: type.startsWith('Generated') }
}

async function migratedColumns(): Promise<ReadonlyMap<string, Column>> {
  const rows = await database.runScript(`
    select table_schema || '.' || table_name as table, column_name::text as column, udt_name::text as type,
      case when table_type <> 'VIEW' then is_nullable = 'YES' end as is_nullable,
      column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as is_generated
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in (${portalSchemas.map((name) => `'${name}'`).join(', ')})
      and table_schema <> 'job'
    order by 1, 2`)
  return new Map(
    rows
      .filter((row) => !untyped.includes(String(row['table'])))
      .map((row) => [
        `${String(row['table'])}.${String(row['column'])}`,
        {
          types: [String(row['type'])],
          isNullable: row['is_nullable'] === null ? null : row['is_nullable'] === true,
          isGenerated: row['is_generated'] === true,
        },
      ]),
  )
}

/** Lists the differences between the interfaces of `Schema` and the migrated schema, one sentence each. */
async function differences(): Promise<readonly string[]> {
  const [typed, migrated] = [typedColumns(), await migratedColumns()]
  const missing = [...typed.keys()].filter((name) => !migrated.has(name)).map((name) => `${name} is in no migration`)
  const others = [...migrated].flatMap(([name, column]) => {
    const type = typed.get(name)
    if (type === undefined) return [`${name} is not in Schema`]
    return [
      ...(column.types.every((one) => type.types.includes(one)) ? [] : [`${name} is ${column.types.join()}`]),
      ...(column.isNullable === null || column.isNullable === type.isNullable
        ? []
        : [`${name} is ${column.isNullable ? '' : 'not '}nullable`]),
      ...(column.isNullable === null || column.isGenerated === type.isGenerated
        ? []
        : [`${name} has ${column.isGenerated ? 'a' : 'no'} default`]),
    ]
  })
  return [...missing, ...others]
}

it('has the same columns, types, nullability and defaults in Schema as in the migrations', async () => {
  expect(typedColumns().size).toBeGreaterThan(400)
  expect(await differences()).toEqual([])
})

const architecture = readFileSync(join(import.meta.dirname, '../../../../../docs/ARCHITECTURE.md'), 'utf8')

/** Lists the differences between the diagram of the main tables and the schema, one line each. */
async function differencesOfDiagram(document: string): Promise<readonly string[]> {
  const { columns, foreignKeys, likenesses } = drawnTables(document)
  const tables = new Set(columns.map((column) => /\w+\.\w+(?=\.)/u.exec(column)?.[0] ?? ''))
  const existing = await database.runScript(`
    select udt_name || ' ' || table_schema || '.' || table_name || '.' || column_name ||
      case when exists (select from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
        where indisprimary and attname = column_name and indrelid = format('%I.%I', table_schema, table_name)::regclass)
        then ' PK' else '' end as line
    from information_schema.columns`)
  const lines = await database.runScript(`
    select confrelid::regclass::text as parent, conrelid::regclass::text as child, format('"%s" %s--%s "%s" : %s', confrelid::regclass,
      case when attnotnull then '||' else '|o' end,
      case when exists (select from pg_index where indrelid = conrelid and indisunique and indnatts = 1 and indkey[0] = conkey[1])
        then 'o|' else 'o{' end, conrelid::regclass, attname) as line
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and cardinality(conkey) = 1`)
  const keys = lines.filter((row) => tables.has(String(row['parent'])) && tables.has(String(row['child'])))
  const expected = new Set(keys.map((row) => String(row['line'])))
  const known = new Set(existing.map((row) => String(row['line'])))
  const has = (table: string, column: string) =>
    columns.some((one) => one.replace(/ PK$/u, '').endsWith(` ${table}.${column}`))
  return [
    ...columns.filter((column) => !known.has(column)).map((column) => `no column ${column}`),
    ...foreignKeys.filter((line) => !expected.has(line)).map((line) => `no foreign key ${line}`),
    ...[...expected].filter((line) => !foreignKeys.includes(line)).map((line) => `not drawn: ${line}`),
    ...likenesses
      .filter(({ parent, child, column }) => ![parent, child].every((table) => has(table, column)))
      .map(({ parent, child, column }) => `no column ${column} in both ${parent} and ${child}`),
    ...likenesses
      .filter(({ parent, child }) => keys.some((row) => row['parent'] === parent && row['child'] === child))
      .map(({ parent, child }) => `dashed, but a foreign key: ${child} of ${parent}`),
  ]
}

it('the diagram in docs/ARCHITECTURE.md has the columns, keys and foreign keys of the main tables', async () => {
  expect(drawnTables(architecture).columns.length).toBeGreaterThan(60)
  expect(drawnTables(architecture).foreignKeys.length).toBeGreaterThan(10)
  expect(await differencesOfDiagram(architecture)).toEqual([])
})

it.each([
  ['a column that is gone', 'text username_key', 'text username_lower', 'no column text portal.login.username_lower'],
  ['another type', 'int8 balance', 'int4 balance', 'no column int4 cis.balance.balance'],
  ['a key that is none', 'text dedupe_key', 'text dedupe_key PK', 'no column text outbox.message.dedupe_key PK'],
  [
    'a line that is no foreign key',
    '"cis.member" ||..o{ "pay.payment"',
    '"cis.member" ||--o{ "pay.payment"',
    'no foreign key "cis.member" ||--o{ "pay.payment" : member_number',
  ],
  [
    'a foreign key without its line',
    '  "pay.run" ||--o{ "pay.run_item" : run_date\n',
    '',
    'not drawn: "pay.run" ||--o{ "pay.run_item" : run_date',
  ],
  [
    'a dashed line where there is a foreign key',
    '"pay.payment" ||--o{ "pay.move"',
    '"pay.payment" ||..o{ "pay.move"',
    'dashed, but a foreign key: pay.move of pay.payment',
  ],
])('the check of the diagram finds %s', async (_, from, to, difference) => {
  const changed = architecture.replace(from, to)
  expect(changed).not.toBe(architecture)
  expect(await differencesOfDiagram(changed)).toContain(difference)
})

it('finds a column that is missing, extra, of another type, nullable or without a default', async () => {
  await database.runScript(`
    alter table portal.contact drop column verified_at, add column note text, alter column value drop not null;
    alter table portal.calendar_entry alter column sequence drop default, alter column amount type integer`)
  expect(await differences()).toEqual([
    'portal.contact.verified_at is in no migration',
    'portal.calendar_entry.amount is int4',
    'portal.calendar_entry.sequence has no default',
    'portal.contact.note is not in Schema',
    'portal.contact.value is nullable',
  ])
})

it('declares each table type in the slice that created the table, and imported and platform tables in platform/db', () => {
  const slices = new Set(
    globSync('*/*', { cwd: join(import.meta.dirname, '../../features') }).map((folder) => basename(folder)),
  )
  const places = new Map(
    globSync(['schema.ts', '*-tables.ts', '../../features/*/*/*.tables.ts'], { cwd: import.meta.dirname }).flatMap(
      (file) =>
        [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^ +'(\w+\.\w+)': \w+$/gmu)].map(
          ([, table = '']) => [table, file.split('\\').join('/')] as const,
        ),
    ),
  )
  const created = new Map<string, string>()
  for (const { sql } of readMigrations())
    for (const section of sql.split(/^(?=-- owner: )/mu))
      for (const [, table = ''] of section.matchAll(/create (?:unlogged )?(?:table|view) (\w+\.\w+)/gu))
        if (!created.has(table)) created.set(table, /^-- owner: ([\w-]+)/u.exec(section)?.[1] ?? '')
  const misplaced = [...created].flatMap(([table, owner]) => {
    const isSlices = slices.has(owner) && !table.startsWith('cis.')
    const place = places.get(table)
    if (!isSlices || place === undefined) return []
    return place.endsWith(`/${owner}/${owner}.tables.ts`) ? [] : [`${table} of ${owner} is in ${place}`]
  })
  expect(created.size).toBeGreaterThan(60)
  expect(misplaced).toEqual([])
})
