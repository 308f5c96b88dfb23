import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, test } from 'vitest'
import { type PostgresqlServer, startPostgresql } from '../../testing/postgresql-server.ts'
import { migrate, readMigrations } from './migrate.ts'
import { MigrationBlocked } from './migration-errors.ts'
import type { OpenDatabase } from './open-database.ts'
import { openPostgresql } from './open-postgresql.ts'

let postgresql: PostgresqlServer
let folder: string
const opened: OpenDatabase[] = []
beforeAll(async () => {
  postgresql = await startPostgresql()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coopline-migrations-'))
})
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
  rmSync(folder, { recursive: true, force: true })
})
afterAll(async () => postgresql.stop())

function open(name: string): OpenDatabase {
  const options = { poolSize: 2, acquireTimeoutMs: 5_000, statementTimeoutMs: 1_000, onError: () => {} }
  const database = openPostgresql({ ...options, url: postgresql.url(name) })
  opened.push(database)
  return database
}

let count = 0
async function newDatabase(): Promise<string> {
  const name = `migrating_${(count += 1)}`
  await open('postgres').runScript(`create database ${name}`)
  return name
}

test('four instances that start at once migrate a new database once between them [REL-23]', async () => {
  const name = await newDatabase()
  const done = await Promise.all(Array.from({ length: 4 }, async () => migrate(open(name))))
  const names = readMigrations().map((migration) => migration.name)
  expect(done.flat().toSorted()).toEqual(names)
  const rows = await open(name).runScript('select name from coopline_migration order by name')
  expect(rows.map((row) => row['name'])).toEqual(names)
})

test('a migration may take longer than any statement of a request, and so may waiting for another instance [REL-23]', async () => {
  const name = await newDatabase()
  writeFileSync(join(folder, '0001_slow.sql'), 'create table a (n int); select pg_sleep(4);')
  const done = await Promise.all([
    migrate(open(name), { directory: folder }),
    migrate(open(name), { directory: folder }),
  ])
  expect(done.flat()).toEqual(['0001_slow.sql'])
})

test('an instance killed at any moment of migrating leaves each migration whole or not at all [REL-23]', async () => {
  for (const pause of [0, 100, 300, 700]) {
    const name = await newDatabase()
    writeFileSync(join(folder, '0001_a.sql'), 'create table a (n int); select pg_sleep(0.2); insert into a values (1);')
    writeFileSync(join(folder, '0002_b.sql'), 'create table b (n int); select pg_sleep(0.2); insert into b values (1);')
    await killedWhileMigrating(name, pause)
    await migrate(open(name), { directory: folder })
    const rows = await open(name).runScript(
      'select (select count(*)::int from a) as a, (select count(*)::int from b) as b',
    )
    expect(rows, `killed after ${pause} ms`).toEqual([{ a: 1, b: 1 }])
  }
})

async function killedWhileMigrating(name: string, pauseMs: number): Promise<void> {
  const at = (file: string) => JSON.stringify(join(import.meta.dirname, file))
  const script = `
    const { openPostgresql } = await import(${at('open-postgresql.ts')})
    const { migrate } = await import(${at('migrate.ts')})
    const options = { poolSize: 1, acquireTimeoutMs: 5000, statementTimeoutMs: 1000, onError: () => {} }
    const database = openPostgresql({ ...options, url: ${JSON.stringify(postgresql.url(name))} })
    await database.runScript('select 1')
    console.log('begun')
    await migrate(database, { directory: ${JSON.stringify(folder)} })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

it('gives up a migration that waits for a locked table, lets others use the table, tries again, and names the table', async () => {
  const name = await newDatabase()
  const [holder, member] = [open(name), open(name)]
  await holder.runScript('create table busy (n int); create table idle (n int)')
  writeFileSync(join(folder, '0001_busy.sql'), 'alter table idle add m int; alter table busy add m int;')
  const messages: string[] = []
  const options = {
    directory: folder,
    lockTimeoutMs: 300,
    pauseMs: 500,
    onWait: (text: string) => void messages.push(text),
  }

  const release = Promise.withResolvers<undefined>()
  const held = holder.db.transaction().execute(async (tx) => {
    await sql`lock table busy in access share mode`.execute(tx)
    await release.promise
  })
  await expect(migrate(open(name), { ...options, attempts: 2 })).rejects.toThrow(MigrationBlocked)
  await expect(migrate(open(name), { ...options, attempts: 1 })).rejects.toThrow(
    /^Migration 0001_busy\.sql could not lock busy \(in use by database process \d+ for \d+ s\)\. Nothing of it was applied/u,
  )
  const columns = "select count(*)::int as n from information_schema.columns where table_name in ('busy', 'idle')"
  expect(await member.runScript(columns)).toEqual([{ n: 2 }])

  const migrated = migrate(open(name), { ...options, attempts: 100 })
  await expect.poll(() => messages.length).toBe(2)
  // If the migration's lock request kept waiting, these reads would wait behind it until the holder ends and exceed
  // their limit of one second.
  for (let reads = 0; reads < 5; reads += 1) await sql`select n from busy`.execute(member.db)
  release.resolve(undefined)
  await held
  expect(await migrated).toEqual(['0001_busy.sql'])
  expect(messages[0]).toContain('busy (in use by database process')
  expect(await member.runScript(columns)).toEqual([{ n: 4 }])
})

it('names only the locked tables of the migration that waits, the oldest transaction first', async () => {
  const name = await newDatabase()
  const [younger, older] = [open(name), open(name)]
  // Its connection is the older one, so its process has the lower number.
  await younger.runScript('create table busy (n int); create table bus (n int)')
  writeFileSync(join(folder, '0001_busy.sql'), 'alter table busy add m int;')
  const release = Promise.withResolvers<undefined>()
  const lock = async (database: OpenDatabase, locked: (pid: number) => void) =>
    database.db.transaction().execute(async (tx) => {
      await sql`lock table busy, bus in access share mode`.execute(tx)
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      locked(rows[0]?.pid ?? 0)
      await release.promise
    })
  const held: Promise<void>[] = []
  const pids: number[] = []
  for (const database of [older, younger])
    pids.push(await new Promise<number>((locked) => void held.push(lock(database, locked))))
  const migrated = migrate(open(name), { directory: folder, lockTimeoutMs: 100, attempts: 1 })
  await expect(migrated).rejects.toThrow(
    new RegExp(
      `could not lock busy \\(in use by database process ${pids[0]} for \\d+ s, ${pids[1]} for \\d+ s\\)\\.`,
      'u',
    ),
  )
  release.resolve(undefined)
  await Promise.all(held)
})
