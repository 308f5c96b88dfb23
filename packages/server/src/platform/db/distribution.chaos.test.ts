import { cpSync, globSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usage } from '@coopline/contract/usage/usage/usage.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { anAccount } from '@coopline/testing/builders/account'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { backupCommand } from '../../cli/backup.command.ts'
import { dbCommand } from '../../cli/db.command.ts'
import { runImport } from '../../cli/import.command.ts'
import { migrateCommand } from '../../cli/migrate.command.ts'
import { restoreCommand } from '../../cli/restore.command.ts'
import { seedApp, seedConnection } from '../../features/usage/connected-apps/connected-apps.fixtures.ts'
import { featureData } from '../../features.ts'
import { listPersonalRows } from '../../features/staff/member-support/personal-data.store.ts'
import { updateReceived } from '../../features/usage/usage/write-readings.store.ts'
import { bundleFolder } from '../../testing/bundle-folder.ts'
import { type PostgresqlServer, startPostgresql } from '../../testing/postgresql-server.ts'
import { seedAccount } from '../../testing/seed-account.ts'
import { seedLogin, seedSession } from '../../testing/seed-login.ts'
import { seedMeter } from '../../testing/seed-usage.ts'
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts'
import { walkEveryStore } from '../../testing/walk-every-store.ts'
import type { Env } from '../env.ts'
import { readEnv } from '../../read-env.ts'
import { dropOldestMonth } from '../retention/retention.store.ts'
import { migrate, migrationsDirectory } from './migrate.ts'
import { openPostgresql } from './open-postgresql.ts'

/** The programs of a PostgreSQL with Citus, where Debian's packages put both; `undefined` where there is none. */
const programs = globSync('/usr/share/postgresql/*/extension/citus.control')
  .map((control) => control.replace(/^\/usr\/share\/postgresql\/(\d+)\/.*/u, '/usr/lib/postgresql/$1/bin'))
  .toSorted()
  .at(-1)
const hint = programs === undefined ? ' (Citus is not installed here)' : ''

const settings = ['shared_preload_libraries=citus', 'citus.node_conninfo=sslmode=disable']

interface Side {
  readonly env: Env
  readonly portal: TestPortal
  /** Statements that the database refused, with its reason. */
  readonly refused: string[]
}

let postgresql: PostgresqlServer
/** The second node. The first is the coordinator, which has shards as well. */
let worker: PostgresqlServer
let plain: Side
let spread: Side
const sides = () => [plain, spread] as const
const urlOf = (role: string, database: string) => postgresql.url(database).replace(/\/\/[^@]+@/u, `//${role}@`)
const limits = { poolSize: 4, acquireTimeoutMs: 60_000, statementTimeoutMs: 60_000, onError: () => undefined }
/** The key of the test portals. */
const key = Buffer.alloc(32, 3).toString('base64')
const accounts = Array.from({ length: 9 }, (_none, n) => `10010010${n + 1}`)

async function asSuperuser(
  server: PostgresqlServer,
  database: string,
  ...statements: readonly string[]
): Promise<void> {
  const admin = openPostgresql({ ...limits, url: server.url(database) })
  for (const statement of statements) await admin.runScript(statement)
  await admin.close()
}

/** Installs Citus in a database of both nodes, as docs/OPERATIONS.md says. */
async function installCitus(name: string): Promise<void> {
  await asSuperuser(worker, name, 'create extension citus')
  await asSuperuser(
    postgresql,
    name,
    'create extension citus',
    `select citus_set_coordinator_host('127.0.0.1', ${postgresql.port})`,
    `select citus_add_node('127.0.0.1', ${worker.port})`,
    `select citus_set_node_property('127.0.0.1', ${postgresql.port}, 'shouldhaveshards', true)`,
  )
}

/** Creates a database that one role owns and another serves, with members, meters and an app that wants to know of readings. */
async function createSide(name: string, install?: (name: string) => Promise<void>): Promise<Side> {
  for (const server of [postgresql, worker])
    await asSuperuser(server, 'postgres', `create database ${name} owner portal_owner`)
  const env = readEnv({
    NODE_ENV: 'test',
    DATABASE_URL: urlOf('portal_app', name),
    DATABASE_OWNER_URL: urlOf('portal_owner', name),
    APP_KEYS: `test:${key}`,
    PROVIDER_SIGNING_KEYS: `test:${key}`,
  })
  expect((await say(async () => migrateCommand.run([], env)))[0]).toBe(0)
  await install?.(name)
  const refused: string[] = []
  const database = openPostgresql({
    ...limits,
    url: urlOf('portal_app', name),
    onStatement: (event) => {
      if (event.level === 'error') refused.push(`${String(event.error)}: ${event.query.sql}`)
    },
  })
  const portal = await startTestPortal({ database, settings: { connectEnabled: true } })
  return { env, portal, refused }
}

/** The commands of both sides, with what they say. */
async function say(work: () => Promise<number>): Promise<readonly [number, string]> {
  const lines: string[] = []
  for (const level of ['log', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((line) => void lines.push(String(line)))
  try {
    return [await work(), lines.join('\n')]
  } finally {
    vi.restoreAllMocks()
  }
}

const distribute = async (...words: string[]) =>
  say(async () => dbCommand.run(['distribute', '--shards', '4', ...words], spread.env))

/** Imports a file with the command of the operator, on both sides. @returns what both said. */
async function importEverywhere(lines: readonly string[]) {
  const folder = bundleFolder({ 'readings.csv': `${lines.join('\n')}\n` })
  const words = ['readings', join(folder, 'readings.csv'), '--report', join(folder, 'report.csv')]
  const said = []
  for (const { env } of sides()) said.push(await say(async () => runImport(words, env, console)))
  return said
}

const hours = (value: (hour: number) => number) =>
  accounts.flatMap((account) =>
    Array.from(
      { length: 24 },
      (_none, hour) => `${account},E-1,2026-11-18T${String(hour).padStart(2, '0')}:00:00-06:00,60,${value(hour)}`,
    ),
  )
const days = (used: (day: number) => number, count = 17) =>
  accounts.flatMap((account) =>
    Array.from(
      { length: count },
      (_none, n) => `${account},E-1,2026-11-${String(n + 1).padStart(2, '0')},${used(n)},${10_000 + n},actual`,
    ),
  )
const intervalHeader = 'account_number,meter_number,start,minutes,used'
const dayHeader = 'account_number,meter_number,day,used,end_reading,status'

beforeAll(async () => {
  if (programs === undefined) return
  postgresql = await startPostgresql(false, programs, settings)
  worker = await startPostgresql(false, programs, settings)
  for (const server of [postgresql, worker])
    await asSuperuser(server, 'postgres', 'create role portal_owner login', 'create role portal_app login')
  plain = await createSide('plain')
  spread = await createSide('spread', installCitus)
}, 300_000)
afterAll(async () => {
  if (programs === undefined) return
  for (const { portal } of sides()) await portal.close()
  await postgresql.stop()
  await worker.stop()
})

/** The rows of a statement on each side. */
const both = async (statement: string) =>
  Promise.all(sides().map(async ({ portal }) => portal.database.runScript(statement)))

describe.skipIf(programs === undefined)(`readings that Citus distributes${hint}`, () => {
  it('are moved to their shards by the command, once', async () => {
    expect(await say(async () => dbCommand.run(['distribute'], plain.env))).toEqual([
      1,
      expect.stringMatching(/^Citus is not installed in this database: [^\n]+$/u),
    ])
    for (const { portal } of sides()) {
      for (const account of accounts) {
        await seedAccount(portal.db, anAccount(account))
        await seedMeter(portal.db, { accountNumber: account })
      }
    }
    await importEverywhere([dayHeader, ...days((n) => n + 10, 10)])
    const [owned] = await say(async () =>
      dbCommand.run(['distribute'], { ...spread.env, DATABASE_OWNER_URL: spread.env.DATABASE_URL }),
    )
    expect(owned).toBe(1)
    const names = featureData.distributed.tables.map(({ table }) => table)
    const lines = (what: string) => names.map((table) => `${table} ${what} distributed by account_number`).join('.\n')
    expect(await distribute('--dry-run')).toEqual([0, `${lines('would be')}.`])
    expect(await distribute()).toEqual([0, `${lines('is now')}.`])
    const again = names.map((table) => `${table} is distributed by account_number already.`).join('\n')
    expect(await distribute()).toEqual([0, again])
    expect(
      await spread.portal.database.runScript(`
      select logicalrelid::regclass::text as name, count(*)::integer as shards, count(distinct groupid)::integer as nodes
      from pg_dist_shard join pg_dist_placement using (shardid)
      where logicalrelid in ('meter.daily_reading'::regclass, 'meter.interval_day'::regclass) group by 1 order by 1`),
    ).toEqual(names.map((name) => ({ name, shards: 4, nodes: 2 })))
    expect(
      await spread.portal.database.runScript(`
        select sum(pg_relation_size(inhrelid))::integer as left from pg_inherits
        where inhparent = 'meter.daily_reading'::regclass`),
    ).toEqual([{ left: 0 }])
    const [expected, moved] = await both('select * from meter.daily_reading order by account_number, day')
    expect(expected).toHaveLength(90)
    expect(moved).toEqual(expected)
  })

  it('are imported, corrected and summed as in a plain database', async () => {
    const files = [
      [dayHeader, ...days((n) => n + 10)],
      [dayHeader, ...days((n) => (n % 2 === 0 ? n + 10 : 99))],
      [intervalHeader, ...hours((hour) => hour / 4)],
      [intervalHeader, ...hours((hour) => (hour < 12 ? 2 : 3))],
    ]
    for (const file of files) {
      const [expected, said] = await importEverywhere(file)
      expect(said).toEqual(expected)
      expect(said?.[0], String(said?.[1])).toBe(0)
    }
    const received = accounts.map((accountNumber) => ({
      accountNumber,
      meterNumber: 'E-1',
      day: calendarDate('2026-11-04'),
    }))
    for (const { portal } of sides()) {
      const { changed } = await updateReceived(
        portal.db,
        received.map((row) => ({ ...row, received: 1_500 })),
      )
      expect(changed).toBe(accounts.length)
    }
    for (const { table } of featureData.distributed.tables) {
      const [expected, stored] = await both(`select * from ${table} order by account_number, meter_number, day`)
      expect(expected?.length).toBeGreaterThan(8)
      expect(stored).toEqual(expected)
    }
  })

  it('are announced to connected apps without the triggers', async () => {
    for (const { portal } of sides()) {
      const clientId = await seedApp(portal, 'Planner', { notifyUri: 'https://app.example.org/notify' })
      const login = await seedLogin(portal)
      await seedConnection(portal, login, {
        clientId,
        endsAt: new Date('2099-01-01T00:00:00Z'),
        meters: [{ accountNumber: '100100101', meterNumber: 'E-1' }],
      })
    }
    await importEverywhere([dayHeader, '100100101,E-1,2026-11-06,77,1,actual', '100100102,E-1,2026-11-06,77,1,actual'])
    const [expected, noted] = await both(
      'select distinct account_number, meter_number, day from portal.connected_notification_log',
    )
    expect(expected).toMatchObject([{ account_number: '100100101', day: '2026-11-06' }])
    expect(noted).toEqual(expected)
  })

  it('are exported for a member in pages', async () => {
    const pages = []
    for (const { portal } of sides())
      for (const rule of featureData.personalData.filter(({ table }) => table.startsWith('meter.'))) {
        const scope = { memberNumber: '10001', accountNumbers: accounts, heldSince: {}, loginIds: [], addresses: [] }
        const first = await listPersonalRows(portal.db, rule, scope, { after: undefined, limit: 3 })
        pages.push([first, await listPersonalRows(portal.db, rule, scope, { after: first[2]?.place, limit: 3 })])
      }
    expect(pages.flat(2)).toHaveLength(24)
    expect(pages.slice(2)).toEqual(pages.slice(0, 2))
  })

  it('get partitions ahead, and lose the oldest month', async () => {
    const listed = `
      select child.relname from pg_inherits join pg_class as child on child.oid = inhrelid
      where inhparent in ('meter.daily_reading'::regclass, 'meter.interval_day'::regclass) order by 1`
    await both("select meter.create_months('2020-01-01', '2020-02-01')")
    const [before] = await both(listed)
    for (const { portal } of sides()) {
      for (const job of portal.jobs.scheduled.filter(({ name }) => name === 'usage.create-months'))
        await portal.jobs.run(job, {})
      expect(await dropOldestMonth(portal.db, 'meter.daily_reading', portal.clock.now())).toBe(1)
    }
    const [expected, made] = await both(listed)
    expect(made).toEqual(expected)
    expect([before?.length, made?.length]).toEqual([6, 9])
    // A partition that was attached after the distribution has its shards too.
    const late = await importEverywhere([dayHeader, '100100103,E-1,2020-02-01,5,1,actual'])
    expect(late.map(([code]) => code)).toEqual([0, 0])
  })

  it('answer members as a plain database does', async () => {
    const answers = []
    for (const { portal } of sides()) {
      const { login_id: loginId } = await portal.db
        .selectFrom('portal.login')
        .select('login_id')
        .executeTakeFirstOrThrow()
      const { bearer, cookie, memberNumber } = await seedSession(portal, loginId)
      portal.set({ MDMEnabled: true, MdmCloudEnabled: true })
      for (const endpoint of [
        usage.daily,
        usage.byMeter,
        usage.monthly,
        usage.intervals,
        usage.intervalBlocks,
        usage.csv,
      ]) {
        const query = endpoint === usage.monthly ? {} : { fromDate: '2026-11-01', toDate: '2026-11-19' }
        const params = { memberNumber, accountNumber: '100100101' }
        const { statusCode, body } = await portal.call(endpoint, { bearer, cookie, params, query })
        expect(statusCode, body).toBe(200)
        answers.push(body)
      }
    }
    expect(answers[0]).toContain('99')
    expect(answers.slice(6)).toEqual(answers.slice(0, 6))
  })

  it('are backed up, and restored into a database without Citus', async () => {
    vi.stubEnv('PATH', `${programs}:${process.env['PATH']}`)
    const folder = mkdtempSync(join(tmpdir(), 'coopline-backup-'))
    expect((await say(async () => backupCommand.run(['--to', folder], spread.env)))[0]).toBe(0)
    await asSuperuser(postgresql, 'postgres', 'create database restored owner portal_owner')
    const [from, to] = [join(folder, readdirSync(folder)[0] ?? ''), urlOf('portal_owner', 'restored')]
    const words = ['--from', from, '--to', to, '--documents', join(folder, 'documents')]
    const [code, said] = await say(async () => restoreCommand.run(words, spread.env))
    expect(code, said).toBe(0)
    const restored = openPostgresql({ ...limits, url: to })
    for (const { table } of featureData.distributed.tables) {
      const rows = `select * from ${table} order by account_number, meter_number, day`
      expect(await restored.runScript(rows)).toEqual(await spread.portal.database.runScript(rows))
    }
    await restored.close()
    vi.unstubAllEnvs()
  })

  it('take the next migration on every node', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'coopline-migrations-'))
    cpSync(migrationsDirectory, directory, { recursive: true })
    const next = `
      alter table meter.daily_reading add column tested int;
      create table portal.tested (n int);
      create or replace function meter.merge_intervals(earlier integer[], later integer[]) returns integer[]
        language sql immutable parallel safe set search_path = pg_catalog as 'select later';`
    writeFileSync(join(directory, '9999_tested.sql'), next)
    for (const { env, portal } of sides()) {
      const owner = openPostgresql({ ...limits, url: env.DATABASE_OWNER_URL ?? '' })
      expect(await migrate(owner, { directory })).toEqual(['9999_tested.sql'])
      await owner.close()
      expect((await say(async () => migrateCommand.run([], env)))[0]).toBe(0)
      await portal.database.runScript('select from portal.tested; update meter.daily_reading set tested = 1')
    }
    await importEverywhere([intervalHeader, ...hours((hour) => hour)])
    const [expected, stored] = await both('select * from meter.interval_day order by account_number, meter_number, day')
    expect(expected?.length).toBe(accounts.length)
    expect(stored).toEqual(expected)
  })

  it('refuse no statement of the whole portal that a plain database takes', async () => {
    const walked = [await createSide('walked'), await createSide('walked_spread', installCitus)] as const
    await say(async () => dbCommand.run(['distribute', '--shards', '4'], walked[1].env))
    for (const { portal } of walked) {
      await walkEveryStore(portal)
      await portal.close()
    }
    expect(walked[0].refused.length).toBeGreaterThan(0)
    expect(walked[1].refused.toSorted()).toEqual(walked[0].refused.toSorted())
  })
})
