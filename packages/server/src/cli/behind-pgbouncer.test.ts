import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { bulkTimeoutMs, openByEnv } from '../platform/db/open-by-env.ts'
import type { Env } from '../platform/env.ts'
import { readEnv } from '../read-env.ts'
import { watchAlarms } from '../platform/health/alarms.ts'
import { mailRefusedImports } from '../platform/health/refused-imports.ts'
import { job } from '../platform/jobs/jobs.ts'
import { createPgBossJobs } from '../platform/jobs/pg-boss-jobs.ts'
import { createLog } from '../platform/log.ts'
import { deleteExpired } from '../platform/retention/delete-expired.job.ts'
import { bundleFolder, csv, smallBundle } from '../testing/bundle-folder.ts'
import { hasPgbouncer, type PgbouncerInTest, startPgbouncer } from '../testing/pgbouncer.ts'
import { processEnvironment } from '../testing/portal-process.ts'
import { startPortalWithSandbox } from '../testing/sandbox-in-test.ts'
import { useTestDatabase } from '../testing/test-database.ts'
import { takeOutput } from '../testing/take-output.ts'
import { backupCommand } from './backup.command.ts'
import { importCommand } from './import.command.ts'
import { watchFolder } from './watch.command.ts'
import { prepareWatchFolder } from './watch-folder.ts'

const out = takeOutput('log', 'error')

describe.runIf(hasPgbouncer && inject('postgresqlUrl') !== '')('behind PgBouncer', () => {
  const database = useTestDatabase()
  let pooler: PgbouncerInTest
  beforeAll(async () => {
    const { rows } = await sql<{ readonly name: string }>`select current_database() as name`.execute(database.db)
    pooler = await startPgbouncer(inject('postgresqlUrl'), rows[0]?.name ?? '')
  })
  afterAll(async () => pooler.stop())

  /** The environment that the portal, its commands and the watch folder share. */
  const pooled = (more: Readonly<Record<string, string>> = {}): Env =>
    readEnv(processEnvironment({ DATABASE_URL: pooler.url, DATABASE_POOLER: 'Y', DATA_DIR: '/nowhere', ...more }))

  /** A watch folder with a bundle and readings of its meter. */
  function filledFolder(): string {
    const directory = bundleFolder({})
    prepareWatchFolder(directory)
    mkdirSync(join(directory, 'bundles/nightly'))
    for (const name of ['members.csv', 'accounts.csv'] as const)
      writeFileSync(join(directory, 'bundles/nightly', name), smallBundle[name])
    writeFileSync(join(directory, 'bundles/nightly/meters.csv'), csv('account_number,meter_number', '100100101,E-1'))
    writeFileSync(
      join(directory, 'readings/a.csv'),
      csv('account_number,meter_number,day,used', '100100101,E-1,2026-01-02,12.5'),
    )
    return directory
  }
  const watchOnce = async (directory: string, env: Env) =>
    watchFolder([directory, '--once', '--every', '1'], env, createLog('silent'))
  const filesBelow = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length

  it('imports a bundle and readings with the environment of the portal [REL-31]', async () => {
    const directory = filledFolder()
    expect(await watchOnce(directory, pooled())).toBe(0)
    expect(filesBelow(join(directory, 'refused'))).toBe(0)
    expect(await database.db.selectFrom('meter.daily_reading').select('used').execute()).toEqual([{ used: 12_500 }])
    expect(
      await importCommand.run([bundleFolder(smallBundle), '--report', join(directory, 'report.csv')], pooled()),
    ).toBe(0)
  })

  it.each([
    ['lacks DATABASE_POOLER', { DATABASE_POOLER: 'N' }, 'Set DATABASE_POOLER=Y'],
    ['names a database that does not exist', { DATABASE_URL: 'missing' }, 'The database'],
  ])('leaves a good bundle where it is while the environment %s [REQ-D-312]', async (_name, wrong, reason) => {
    const directory = filledFolder()
    const address = pooler.url.replace(/[^/]+$/u, 'missing')
    const env = pooled({ ...wrong, ...('DATABASE_URL' in wrong ? { DATABASE_URL: address } : {}) })
    expect(await watchOnce(directory, env)).toBe(75)
    expect(filesBelow(join(directory, 'refused'))).toBe(0)
    expect(await importCommand.run([join(directory, 'bundles/nightly')], env)).toBe(75)
    expect(out.join('\n')).toContain(reason)
    expect(await watchOnce(directory, pooled())).toBe(0)
  })

  it('gives work on many rows more time than the pooler gives a member’s statement', async () => {
    const slow = sql`select pg_sleep(3)`
    const usual = await openByEnv(pooled(), () => {})
    onTestFinished(async () => usual.close())
    await expect(slow.execute(usual.db)).rejects.toMatchObject({ code: '57014' })
    const bulk = await openByEnv(pooled(), () => {}, bulkTimeoutMs)
    onTestFinished(async () => bulk.close())
    await slow.execute(bulk.db)
    await bulk.db.transaction().execute(async (tx) => slow.execute(tx))
    await expect(sql`select 1 / 0`.execute(bulk.db)).rejects.toMatchObject({ code: '22012' })
    // The limit ends with its transaction: the next one may have the same session.
    await expect(slow.execute(usual.db)).rejects.toMatchObject({ code: '57014' })
  })

  it('does everything that is scheduled [REL-31]', async () => {
    const opened = await openByEnv(pooled(), () => {})
    onTestFinished(async () => opened.close())
    const { portal, close } = await startPortalWithSandbox({ database: opened })
    onTestFinished(close)
    expect(await watchOnce(filledFolder(), pooled())).toBe(0)
    expect(portal.jobs.scheduled.length).toBeGreaterThan(10)
    for (const scheduled of portal.jobs.scheduled) await portal.jobs.run(scheduled, {})
    await portal.jobs.runWaiting()
    await deleteExpired(portal.deps)
    await watchAlarms(portal.deps)
    await mailRefusedImports(portal.deps)
  })

  it('runs jobs of the queue [REL-31]', async () => {
    const opened = await openByEnv(pooled(), () => {})
    onTestFinished(async () => opened.close())
    const log = createLog('silent')
    const jobs = createPgBossJobs({ database: opened, log, clock: systemClock, pollSeconds: 0.5, superviseSeconds: 1 })
    onTestFinished(async () => jobs.stop())
    const kind = job<{ readonly text: string }>('behind-pgbouncer')
    const done: string[] = []
    jobs.handle(kind, async ({ text }) => void done.push(text))
    await jobs.start()
    await opened.db.transaction().execute(async (tx) => jobs.enqueue(tx, kind, { text: 'one' }))
    await expect.poll(() => done.length).toBeGreaterThan(0)
    expect(done).toEqual(['one'])
  })

  it('refuses a backup through the pooler and says what to set', async () => {
    expect(await backupCommand.run(['--to', bundleFolder({})], pooled())).toBe(1)
    expect(out).toEqual([
      'DATABASE_URL leads to PgBouncer, and a backup needs PostgreSQL itself: set DATABASE_OWNER_URL.',
    ])
  })
})
