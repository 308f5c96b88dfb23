import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemRandom } from '../platform/random.ts'
import { keysInDataDir } from '../platform/keys.ts'
import { type PortalProcess, processEnvironment, startPortalProcess } from '../testing/portal-process.ts'
import { type PostgresqlServer, startPostgresql } from '../testing/postgresql-server.ts'
import { runCommand } from '../testing/run-command.ts'
import { migratedDataFolder } from '../testing/test-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'coopline-operate-'))
let postgresql: PostgresqlServer
beforeAll(async () => {
  postgresql = await startPostgresql()
})
afterAll(async () => {
  await postgresql.stop()
  rmSync(folder, { recursive: true, force: true })
})

const onServer = (more: Readonly<Record<string, string>> = {}) => ({
  DATABASE_URL: postgresql.url('postgres'),
  DATA_DIR: folder,
  ...more,
})

const coopline = async (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  runCommand(args, processEnvironment(env))

const keyList = (...names: readonly (readonly [string, number])[]) =>
  names.map(([kid, fill]) => `${kid}:${Buffer.alloc(32, fill).toString('base64')}`).join(',')

describe('coopline maintenance', () => {
  it('shows the maintenance page in every running process within seconds, and the portal again', async () => {
    const portals: PortalProcess[] = []
    for (let n = 0; n < 2; n += 1) portals.push(await startPortalProcess(onServer()))
    const said = async () =>
      Promise.all(
        portals.map(async ({ origin }) => {
          const response = await fetch(`${origin}/api/v3/site/maintenance`)
          return ((await response.json()) as { underMaintenance: boolean }).underMaintenance
        }),
      )
    expect(await said()).toEqual([false, false])
    expect((await coopline(onServer(), 'maintenance', 'status')).output).toBe('Maintenance is off.')
    expect(await coopline(onServer(), 'maintenance', 'on')).toMatchObject({
      code: 0,
      output: 'Maintenance is on. Every process follows within two seconds.',
    })
    await expect.poll(said, { interval: 200 }).toEqual([true, true])
    expect((await coopline(onServer(), 'maintenance', 'status')).output).toBe('Maintenance is on.')
    expect((await coopline(onServer(), 'maintenance', 'off')).code).toBe(0)
    await expect.poll(said, { interval: 200 }).toEqual([false, false])
    expect(await coopline(onServer(), 'maintenance', 'maybe')).toMatchObject({ code: 2 })
    expect(await coopline(onServer(), 'maintenance', 'off', '--until', '2099-03-01 14:30')).toMatchObject({ code: 2 })
    expect(await coopline(onServer(), 'maintenance', 'on', '--until', 'soon')).toMatchObject({ code: 1 })
    expect((await coopline(onServer(), 'maintenance', 'status')).output).toBe('Maintenance is off.')
    for (const portal of portals) await portal.kill()
  })

  it('works through the portal that has the embedded database open, with the end', async () => {
    const env = { DATA_DIR: await migratedDataFolder() }
    const portal = await startPortalProcess(env)
    expect(await coopline(env, 'maintenance', 'on', '--until', '2099-03-01 14:30')).toMatchObject({ code: 0 })
    expect((await coopline(env, 'maintenance', 'status')).output).toBe('Maintenance is on.')
    expect((await coopline(env, 'settings', 'get', 'maintenanceEnd')).output).toBe('2099-03-01T14:30')
    expect(await coopline(env, 'maintenance', 'off')).toMatchObject({ code: 0 })
    expect((await coopline(env, 'maintenance', 'status')).output).toBe('Maintenance is off.')
    await portal.kill()
  })
})

describe('coopline keys', () => {
  it('rotate prints a key with an id of its own, which status and rewrap then take as the current one', async () => {
    const former = keyList(['k1', 1])
    await coopline(onServer({ APP_KEYS: former }), 'migrate')
    const first = await startPortalProcess(onServer({ APP_KEYS: former }))
    await first.kill()
    const rotated = await coopline(onServer({ APP_KEYS: former }), 'keys', 'rotate')
    expect(rotated.code).toBe(0)
    const [pair = ''] = rotated.output.split('\n')
    expect(pair).toMatch(/^k\d{8}-[0-9a-f]{6}:[A-Za-z0-9+/]{43}=$/u)
    expect((await coopline(onServer({ APP_KEYS: former }), 'keys', 'rotate')).output).not.toContain(pair)
    const [kid = ''] = pair.split(':')
    const both = onServer({ APP_KEYS: `${pair},${former}` })
    expect((await coopline(both, 'keys', 'rewrap')).code).toBe(0)
    const { output } = await coopline(both, 'keys', 'status')
    expect(output).toContain(`${kid} (current`)
    expect(output).toContain('k1 (former): no stored secret needs it')
    const alone = await startPortalProcess(onServer({ APP_KEYS: pair }))
    expect((await fetch(`${alone.origin}/readyz`)).status).toBe(200)
    await alone.kill()
    expect((await coopline(both, 'keys', 'rotate', 'k1')).code).toBe(2)
  })

  it('rotate puts the new key first into the key file of the data folder and keeps the former ones, readable by the owner only', async () => {
    const dataDir = join(folder, 'own-keys')
    mkdirSync(dataDir)
    const env = { DATA_DIR: dataDir, DATABASE_URL: postgresql.url('postgres'), APP_KEYS: '' }
    expect(await coopline(env, 'keys', 'rotate')).toMatchObject({ code: 1 })
    const [former] = keysInDataDir(dataDir, 'app', systemRandom)
    expect((await coopline(env, 'keys', 'rotate')).code).toBe(0)
    const keys = keysInDataDir(dataDir, 'app', systemRandom)
    expect(keys).toHaveLength(2)
    expect(keys[1]).toEqual(former)
    expect(statSync(join(dataDir, 'app.key')).mode & 0o777).toBe(0o600)
    expect(readdirSync(dataDir)).toEqual(['app.key'])
    expect(readFileSync(join(dataDir, 'app.key'), 'utf8')).toMatch(/^k\d{8}-[0-9a-f]{6}:.*,first:.*\n$/u)
  })
})
