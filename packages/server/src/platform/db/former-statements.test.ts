import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'

const folder = join(import.meta.dirname, '../../testing/former-statements')
const versions = readdirSync(folder).filter((name) => name.endsWith('.txt'))
const statementsOf = (version: string) => readFileSync(join(folder, version), 'utf8').trim().split('\n')

const database = useTestDatabase()
let mandatory: ReadonlyMap<string, readonly string[]>
beforeAll(async () => {
  const rows = await database.runScript(`
    select table_schema || '.' || table_name as name, array_agg(column_name::text) as columns
    from information_schema.columns
    where is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'
    group by 1`)
  mandatory = new Map(rows.map((row) => [String(row['name']), row['columns'] as string[]]))
})

/** Returns why the newest schema refuses a statement of a former version; `null` when it accepts the statement. */
async function refusalOf(sql: string): Promise<string | null> {
  try {
    await database.runScript(`prepare former as ${sql}`)
    await database.runScript('deallocate former')
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}: ${sql}`
  }
  const missing = [...sql.matchAll(/insert into ([\w".]+) \(([^()]*)\)/giu)].flatMap(([, table = '', columns = '']) => {
    const given = columns.replaceAll('"', '').split(/, ?/u)
    return (mandatory.get(table.replaceAll('"', '')) ?? []).filter((column) => !given.includes(column))
  })
  return missing.length === 0 ? null : `gives no ${missing.join(', ')}: ${sql}`
}

async function refusals(statements: readonly string[]): Promise<readonly string[]> {
  const found = []
  for (const sql of statements) found.push(await refusalOf(sql))
  return found.filter((one) => one !== null)
}

/**
 * REL-23 asks for the former binary against the newer schema. A clone has no such binary: releases are not in it, and its
 * history may be shallow. All that a former process knows of the schema is in the statements that it sends, so these are
 * recorded while that version is the newest and prepared here. Preparing finds each missing or retyped name. That an insert
 * names every mandatory column is compared, because preparing does not show it. Stricter values are refused elsewhere:
 * `tools/repo-checks` takes no migration that tightens a column. `migrate.chaos.test.ts` kills migrations at each statement.
 * `cli/two-versions.chaos.test.ts` runs a former version where git has its files.
 */
describe('statements of a former version on the newest schema', () => {
  it.each(versions)('takes every statement of the version that ended with migration %s [REL-23]', async (version) => {
    const statements = statementsOf(version)
    expect(statements.length).toBeGreaterThan(200)
    expect(await refusals(statements)).toEqual([])
  })

  it('refuses a statement that names a missing column, or leaves out a mandatory one', async () => {
    const gone = 'select "no_such_column" from "portal"."login"'
    const partial = 'insert into "portal"."opted_out_phone" ("digits") values ($1)'
    expect(await refusals([gone, partial])).toEqual([
      expect.stringContaining('"no_such_column" does not exist'),
      expect.stringContaining('gives no opted_out_at'),
    ])
  })

  it('names the statements that a renamed column breaks [REL-23]', async () => {
    const statements = statementsOf(versions.at(-1) ?? '')
    await database.runScript('alter table portal.session rename column ends_at to expires_at')
    const found = await refusals(statements)
    await database.runScript('alter table portal.session rename column expires_at to ends_at')
    expect(found.length).toBeGreaterThan(1)
    for (const refusal of found) expect(refusal).toContain('ends_at')
  })
})
