import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSettingsReader, runSettingsCommand, type SettingsReader } from '../features/site/site/public.ts'
import { systemClock } from '../platform/clock.ts'
import { type ControlChannel, controlChannelPath, serveControlChannel } from '../platform/control-channel.ts'
import type { OpenDatabase } from '../platform/db/open-database.ts'
import { openByEnv } from '../platform/db/open-by-env.ts'
import type { Env } from '../platform/env.ts'
import { createLog } from '../platform/log.ts'
import { readEnv } from '../read-env.ts'
import { bundleFolder, csv, smallBundle } from '../testing/bundle-folder.ts'
import { processEnvironment, startPortalProcess } from '../testing/portal-process.ts'
import { runCommand } from '../testing/run-command.ts'
import { seedAccount } from '../testing/seed-account.ts'
import { fillDataFolder, migratedDataFolder } from '../testing/test-database.ts'
import { takeOutput } from '../testing/take-output.ts'
import { WrongUsage } from './command.ts'
import { importCommand } from './import.command.ts'
import { settingsCommand } from './settings.command.ts'
import { prepareWatchFolder } from './watch-folder.ts'
import { watchFolder } from './watch.command.ts'

// What is particular to commands on the embedded database: the data folder belongs to one process at a time. The tests of each
// command run on PostgreSQL.

const folder = mkdtempSync(join(tmpdir(), 'coopline-embedded-'))
const env: Env = readEnv(processEnvironment({ DATA_DIR: join(folder, 'data') }))
beforeAll(async () => fillDataFolder(env.DATA_DIR))
afterAll(() => rmSync(folder, { recursive: true }))

const printed = takeOutput('log')
const complained = takeOutput('error')

const settings = async (...args: readonly string[]) => settingsCommand.run(args, env)

describe('with the portal stopped', () => {
  test('a command opens the database itself, and what it sets is there the next time', async () => {
    expect(await settings('set', 'coopName', 'Prairie REC')).toBe(0)
    expect(await settings('get', 'coopName')).toBe(0)
    expect(printed).toEqual(['Changed: coopName', 'Prairie REC'])
  })

  test('a bundle is imported, and found unchanged the next time', async () => {
    const words = [bundleFolder(smallBundle), '--report', join(folder, 'report.csv')]
    expect(await importCommand.run([...words, '--quiet'], env)).toBe(0)
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(await importCommand.run(words, env)).toBe(0)
    expect(printed).toContain('members.csv   2 rows, 0 added, 0 changed, 2 unchanged, 0 refused')
  })
})

describe('with the portal running', () => {
  let database: OpenDatabase
  let reader: SettingsReader
  let channel: ControlChannel | undefined
  beforeAll(async () => {
    database = await openByEnv(env, () => {})
    reader = createSettingsReader({ db: database.db, log: { warn: () => {} } })
    await reader.refresh()
  })
  afterEach(async () => {
    await channel?.close()
    channel = undefined
  })
  afterAll(async () => database.close())

  test('without a way to reach it the command says who has the folder', async () => {
    expect(await settings('list')).toBe(75)
    expect(complained).toEqual([
      `The data folder ${env.DATA_DIR} is in use by another Coopline process. Stop that one first, or set DATA_DIR.`,
    ])
  })

  test('the command has the portal do it, and the portal knows the new value at once', async () => {
    channel = await serveControlChannel(controlChannelPath(env.DATA_DIR), async ({ args }) =>
      runSettingsCommand(args, { db: database.db, clock: systemClock, by: 'test', onChanged: reader.refresh }),
    )
    expect(await settings('set', 'coopName', 'River REC')).toBe(0)
    expect(reader.current().coopName).toBe('River REC')
    const file = join(folder, 'through.json')
    expect(await settings('export', file)).toBe(0)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ coopName: 'River REC' })
    expect(await settings('set', 'coopName', 'a\nb')).toBe(1)
    expect(complained).toEqual(['coopName: Write it on one line'])
    await expect(settings('nonsense')).rejects.toThrow(WrongUsage)
  })
})

test('commands work through the process of the portal: readings, and maintenance with its end', {
  timeout: 240_000,
}, async () => {
  const variables = { DATA_DIR: await migratedDataFolder() }
  const own = readEnv(processEnvironment(variables))
  const database = await openByEnv(own, () => {})
  await seedAccount(database.db)
  await database.db.insertInto('cis.meter').values({ account_number: '100100101', meter_number: 'E-1' }).execute()
  await database.close()
  const portal = await startPortalProcess(variables)
  onTestFinished(async () => portal.kill())
  const readings = csv('account_number,meter_number,day,used', '100100101,E-1,2026-01-02,12.5')
  const watched = bundleFolder({})
  prepareWatchFolder(watched)
  writeFileSync(join(watched, 'readings/a.csv'), readings)
  expect(await watchFolder([watched, '--once'], own, createLog('silent'), { pauseMs: 20 })).toBe(0)
  const [report = ''] = globSync('done/*/readings/a.csv.txt', { cwd: watched })
  expect(readFileSync(join(watched, report), 'utf8')).toContain('1 days written')
  const file = join(bundleFolder({ 'again.csv': readings }), 'again.csv')
  expect(await importCommand.run(['readings', file], own)).toBe(0)
  expect(printed).toContain('again.csv: 1 rows, 0 days written, 0 refused, 0 notices')
  const coopline = async (...args: readonly string[]) => runCommand(args, processEnvironment(variables))
  expect(await coopline('maintenance', 'on', '--until', '2099-03-01 14:30')).toMatchObject({ code: 0 })
  expect((await coopline('maintenance', 'status')).output).toBe('Maintenance is on.')
  expect((await coopline('settings', 'get', 'maintenanceEnd')).output).toBe('2099-03-01T14:30')
  expect(await coopline('maintenance', 'off')).toMatchObject({ code: 0 })
  expect((await coopline('maintenance', 'status')).output).toBe('Maintenance is off.')
})
