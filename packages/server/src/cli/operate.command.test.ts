import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { site } from '@coopline/contract/site/site/site.contract'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { createDeps } from '../create-deps.ts'
import { createSettingsReader, type SettingsReader } from '../features/site/site/public.ts'
import { createLog } from '../platform/log.ts'
import { keysInDataDir } from '../platform/keys.ts'
import { systemRandom } from '../platform/random.ts'
import { checkKeys } from '../platform/stored-secrets/check-keys.ts'
import { readEnv } from '../read-env.ts'
import { commandEnvironment } from '../testing/command-environment.ts'
import { processEnvironment } from '../testing/portal-process.ts'
import { runCommand } from '../testing/run-command.ts'
import { useTestDatabase } from '../testing/test-database.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'

const database = useTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'coopline-operate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let variables: Record<string, string>
beforeEach(async () => void (variables = await commandEnvironment(database)))

const onServer = (more: Readonly<Record<string, string>> = {}) => ({ ...variables, ...more })

const coopline = async (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  runCommand(args, processEnvironment(env))

const keyList = (...names: readonly (readonly [string, number])[]) =>
  names.map(([kid, fill]) => `${kid}:${Buffer.alloc(32, fill).toString('base64')}`).join(',')

describe.runIf(inject('postgresqlUrl') !== '')('coopline maintenance', () => {
  let readers: readonly SettingsReader[] = []
  let portals: readonly TestPortal[] = []
  beforeAll(async () => {
    readers = [1, 2].map(() => createSettingsReader({ db: database.db, log: { warn: () => undefined } }))
    for (const reader of readers) await reader.start()
    portals = await Promise.all(readers.map(async (settings) => startTestPortal({ database, deps: { settings } })))
  })
  afterAll(async () => {
    for (const reader of readers) await reader.stop()
    for (const portal of portals) await portal.server.close()
  })

  it('shows the maintenance page in every running portal within seconds, and the portal again', async () => {
    const said = async () => {
      const answers = await Promise.all(portals.map(async (portal) => portal.call(site.maintenance)))
      return answers.map((answer) => answer.json<{ underMaintenance: boolean }>().underMaintenance)
    }
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
  })
})

describe('coopline keys', () => {
  /** Does what a start does with its keys: it throws UnfitKeys where a secret needs another one, and notes them. */
  const startWith = async (keys: string): Promise<void> => {
    const env = readEnv(processEnvironment(onServer({ APP_KEYS: keys })))
    await checkKeys(await createDeps(env, database, createLog('silent')))
  }

  it('rotate prints a key with an id of its own, which status and rewrap then take as the current one', async () => {
    const former = keyList(['k1', 1])
    await startWith(former)
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
    await startWith(pair)
    expect((await coopline(both, 'keys', 'rotate', 'k1')).code).toBe(2)
  })

  it('rotate puts the new key first into the key file of the data folder and keeps the former ones, readable by the owner only', async () => {
    const dataDir = join(folder, 'own-keys')
    mkdirSync(dataDir)
    const env = onServer({ DATA_DIR: dataDir, APP_KEYS: '' })
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
