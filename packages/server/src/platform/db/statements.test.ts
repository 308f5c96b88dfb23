import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { featureData } from '../../features.ts'
import { coveredFunctions } from '../../testing/covered-functions.ts'
import { findTableScans, pretendMillions } from '../../testing/find-table-scans.ts'
import { findUndistributed } from '../../testing/find-undistributed.ts'
import { writeForSuccessor } from '../../testing/former-statements.ts'
import { recordStatements } from '../../testing/record-statements.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts'
import { walkEveryStore } from '../../testing/walk-every-store.ts'

const source = join(import.meta.dirname, '../..')
const stores = globSync('**/*.store.ts', { cwd: source })

/** Statements that read a table from end to end for a reason, by a part of their text. */
const meant: readonly string[] = [
  // The tables of the job queue, which makes and indexes them itself at its first start.
  'job.job',
  'job.schedule',
  // A backup counts every row, and a restore ends every session, with the time limit lifted.
  'as backed_up',
  // The catalog and the list of migrations, which have as many rows as the schema has tables, sequences and versions.
  'from pg_sequences',
  'pg_namespace schema_of',
  'public.coopline_migration',
  // The demo cooperative's review, on demo installations only.
  'bool_or(change.is_pending_review)',
  // Reads a few bookings by their payments; without statistics the planner expects thousands.
  'where "booking"."trans_no" in (',
]

/** Statements on distributed tables that go to every node for a reason, by a part of their text. */
const onEveryNode: readonly string[] = [
  // A backup counts every row, at night.
  'as backed_up',
]

/** Minutes for what takes seconds on a quiet machine: a busy one must not fail it. */
const patience = 300_000

// Only there: a cooperative of a million accounts runs PostgreSQL, and its planner is the one that matters.
describe.runIf(inject('postgresqlUrl') !== '')('the statements of the stores, on PostgreSQL', () => {
  let portal: TestPortal
  let statements: readonly string[]
  let covered: ReadonlySet<string>
  beforeAll(async () => {
    const database = await openTestDatabase()
    // As the owner, who alone may count the rows of each partition for a backup.
    portal = await startTestPortal({ database: { ...database, db: database.owner } })
    const record = recordStatements(portal)
    covered = await coveredFunctions(async () => {
      statements = [...new Set(await record(async () => walkEveryStore(portal)))]
    })
    const file = process.env['RECORD_STATEMENTS']
    if (file !== undefined) writeForSuccessor(file, statements)
  }, patience)
  afterAll(async () => portal.close())

  it('walks through every function of every store', () => {
    const exported = stores.flatMap((file) =>
      [
        ...readFileSync(join(source, file), 'utf8').matchAll(
          /^export (?:(?:async )?function (\w+)|const (\w+) =\s*(?:async )?[(<])/gmu,
        ),
      ].map(([, name, arrow]) => `${join(source, file)}#${name ?? arrow ?? ''}`),
    )
    expect(exported.length).toBeGreaterThan(100)
    const missing = exported.filter((name) => !covered.has(name)).map((name) => name.slice(source.length + 1))
    expect(missing, 'Add a call to storeCalls in the *.fixtures.ts of the slice').toEqual([])
  })

  it('reads no table of a million rows from end to end', { timeout: patience }, async () => {
    expect(statements.length).toBeGreaterThan(150)
    expect(await pretendMillions(portal.database), 'The walk leaves these tables empty').toEqual([])
    const faults: string[] = []
    for (const statement of statements) {
      if (!/^(?:\(*\s*select|with|insert|update|delete)\b/iu.test(statement)) continue
      if (meant.some((part) => statement.includes(part))) continue
      const scans = await findTableScans(portal.database, statement)
      if (scans.length > 0) faults.push(`${scans.join(', ')}: ${statement}`)
    }
    expect(faults).toEqual([])
  })

  it('claims rows with a subquery that runs once, so that no claim exceeds its limit [REL-09]', () => {
    const claims = statements.filter((statement) => /limit \S+ for update skip locked/u.test(statement))
    expect(claims.length).toBeGreaterThan(5)
    expect(claims.filter((statement) => /\b(?:in|from) \(select .* skip locked\)/u.test(statement))).toEqual([])
  })

  it('names the account in every statement on readings, which Citus may distribute, and reads nothing beside them', async () => {
    const onReadings = statements.filter((statement) =>
      featureData.distributed.tables.some(({ table }) => mentions(statement, table)),
    )
    expect(onReadings.length).toBeGreaterThan(20)
    const faults: string[] = []
    for (const statement of onReadings) {
      if (onEveryNode.some((part) => statement.includes(part))) continue
      const found = await findUndistributed(statement)
      if (found.length > 0) faults.push(`${found.join(', ')}: ${statement}`)
    }
    expect(faults).toEqual([])
  })
})

/** A table stands with its schema, in quotes or not. */
const mentions = (statement: string, table: string) => statement.replaceAll('"', '').includes(table)
