import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateCommand } from '../../cli/migrate.command.ts'
import { startPortalProcess } from '../../testing/portal-process.ts'
import { type PostgresqlServer, startPostgresql } from '../../testing/postgresql-server.ts'
import { systemClock } from '../clock.ts'
import { recordAudit } from '../audit/audit.store.ts'
import type { Env } from '../env.ts'
import { readEnv } from '../../read-env.ts'
import { job } from '../jobs/jobs.ts'
import { createPgBossJobs } from '../jobs/pg-boss-jobs.ts'
import { createLog } from '../log.ts'
import { findTooPowerfulRole } from './database-roles.ts'
import { inTransaction } from './in-transaction.ts'
import { migrate } from './migrate.ts'
import { MigrationNotAllowed } from './migration-errors.ts'
import type { OpenDatabase } from './open-database.ts'
import { openPostgresql } from './open-postgresql.ts'

let postgresql: PostgresqlServer
let env: Env
let owner: OpenDatabase
let application: OpenDatabase
const key = Buffer.from(Array.from({ length: 32 }, (_none, n) => n * 7)).toString('base64')

const urlOf = (role: string, database: string): string => postgresql.url(database).replace(/\/\/[^@]+@/u, `//${role}@`)

function open(role: string, database = 'portal'): OpenDatabase {
  const options = { poolSize: 3, acquireTimeoutMs: 5_000, statementTimeoutMs: 5_000, onError: () => {} }
  return openPostgresql({ ...options, url: urlOf(role, database) })
}

beforeAll(async () => {
  postgresql = await startPostgresql(true)
  const admin = open('coopline', 'postgres')
  for (const statement of [
    'create role portal_owner login',
    'create role "portal-app" login',
    'create database portal owner portal_owner',
    'create database single owner portal_owner',
  ])
    await admin.runScript(statement)
  await admin.close()
  env = readEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: urlOf('portal-app', 'portal'),
    DATABASE_OWNER_URL: urlOf('portal_owner', 'portal'),
    APP_KEYS: `k1:${key}`,
    PROVIDER_SIGNING_KEYS: `p1:${key}`,
  })
  owner = open('portal_owner')
  application = open('portal-app')
})
afterAll(async () => {
  await owner.close()
  await application.close()
  await postgresql.stop()
})

describe('a role that serves and a role that owns the tables', () => {
  it('leave an empty database to the owner: the application says which command is missing', async () => {
    await expect(migrate(application)).rejects.toThrow(MigrationNotAllowed)
    await expect(migrate(application)).rejects.toThrow('coopline migrate')
  })

  it('are migrated without a key, and none is made', async () => {
    const folder = join(tmpdir(), `coopline-no-keys-${process.pid}`)
    const { APP_KEYS: _app, PROVIDER_SIGNING_KEYS: _provider, ...keyless } = env
    expect(await migrateCommand.run([], { ...keyless, DATA_DIR: folder })).toBe(0)
    expect(existsSync(folder)).toBe(false)
  })

  it('serve, run jobs and keep a ledger once the owner has migrated, and again after that [SEC-69]', async () => {
    expect([await migrateCommand.run([], env), await migrateCommand.run([], env)]).toEqual([0, 0])
    expect(await migrate(application)).toEqual([])
    expect(await findTooPowerfulRole(application)).toBeNull()
    const done: string[] = []
    const kind = job<{ readonly text: string }>('roles')
    const jobs = createPgBossJobs({
      database: application,
      log: createLog('silent'),
      clock: systemClock,
      pollSeconds: 0.5,
    })
    jobs.handle(kind, async ({ text }) => void done.push(text))
    jobs.every('* * * * *', kind)
    await jobs.start()
    await inTransaction(application.db, async (tx) => {
      await recordAudit(tx, { kind: 'test', at: new Date() })
      await jobs.enqueue(tx, kind, { text: 'done' })
    })
    await expect.poll(() => done).toContain('done')
    await jobs.stop()
  })

  const appendOnly = ['pay.move', 'pay.posting', 'pay.booking', 'pay.ledger_entry', 'portal.audit']

  it('keep append-only tables unchanged under every statement of the application [SEC-69]', async () => {
    for (const table of appendOnly)
      for (const statement of [
        `delete from ${table}`,
        `truncate ${table} cascade`,
        `alter table ${table} disable trigger all`,
        `drop trigger append_only on ${table}`,
        `drop table ${table}`,
      ])
        await expect(application.runScript(statement), statement).rejects.toThrow(
          /permission denied|must be owner|not deleted within a year/u,
        )
    for (const table of appendOnly)
      expect(await application.runScript(`select has_table_privilege('${table}', 'update') as may`)).toEqual([
        { may: false },
      ])
    expect(await application.runScript('select kind from portal.audit')).toContainEqual({ kind: 'test' })
  })

  it('let the application empty no table at once and make none', async () => {
    const tables = await owner.runScript(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('portal', 'cis', 'outbox', 'pay', 'meter', 'job')",
    )
    expect(tables.length).toBeGreaterThan(40)
    for (const { name } of tables)
      await expect(application.runScript(`truncate ${String(name)} cascade`), String(name)).rejects.toThrow(
        'permission denied',
      )
    for (const schema of ['portal', 'pay', 'public'])
      await expect(application.runScript(`create table ${schema}.mine (n int)`)).rejects.toThrow('permission denied')
  })

  it('refuse TRUNCATE of append-only tables to the owner too [SEC-69]', async () => {
    for (const table of appendOnly)
      await expect(owner.runScript(`truncate ${table} cascade`), table).rejects.toThrow('append only')
  })
})

/** @returns the error lines with the alarm, from the log of a portal in production that serves as a role. */
async function alarmsWhenServingAs(role: string, database: string) {
  const portal = await startPortalProcess({
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    DATABASE_URL: urlOf(role, database),
    APP_KEYS: `k1:${key}`,
    PROVIDER_SIGNING_KEYS: `p1:${Buffer.from(key).toString('base64')}`,
    PUBLIC_ORIGIN: 'https://portal.example.org',
    PROVIDER_URL: 'https://pay.example.org',
  })
  await portal.kill()
  const lines = portal.log().trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ alarm }) => alarm !== undefined)
}

describe('one role for both', () => {
  it('raises database-role-too-powerful when the portal starts in production, which two roles do not [SEC-69]', async () => {
    expect(await alarmsWhenServingAs('portal_owner', 'single')).toMatchObject([
      { alarm: 'database-role-too-powerful', role: 'portal_owner', reason: 'owner' },
    ])
    expect(await alarmsWhenServingAs('coopline', 'single')).toMatchObject([
      { alarm: 'database-role-too-powerful', role: 'coopline', reason: 'superuser' },
    ])
    expect(await alarmsWhenServingAs('portal-app', 'portal')).toEqual([])
  })

  it('one role for both is found: it owns the tables, or is a superuser', async () => {
    const single = open('portal_owner', 'single')
    const superuser = open('coopline', 'single')
    try {
      await migrate(single)
      expect(await findTooPowerfulRole(single)).toEqual({ role: 'portal_owner', reason: 'owner' })
      expect(await findTooPowerfulRole(superuser)).toEqual({ role: 'coopline', reason: 'superuser' })
    } finally {
      await single.close()
      await superuser.close()
    }
  })
})
