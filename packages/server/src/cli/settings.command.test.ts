import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSettingsReader, runSettingsCommand, type SettingsReader } from '../features/site/site/public.ts'
import { systemClock } from '../platform/clock.ts'
import { type ControlChannel, controlChannelPath, serveControlChannel } from '../platform/control-channel.ts'
import type { OpenDatabase } from '../platform/db/open-database.ts'
import { openByEnv } from '../platform/db/open-by-env.ts'
import type { Env } from '../platform/env.ts'
import { readEnv } from '../read-env.ts'
import { fillDataFolder } from '../testing/test-database.ts'
import { WrongUsage } from './command.ts'
import { loadFeatureCommand } from './run-with-deps.ts'
import { settingsCommand } from './settings.command.ts'

const folder = mkdtempSync(join(tmpdir(), 'coopline-'))
const env: Env = readEnv({ NODE_ENV: 'test', DATA_DIR: join(folder, 'data') })
beforeAll(async () => fillDataFolder(env.DATA_DIR))

let printed: string[]
let complained: string[]
beforeEach(() => {
  printed = []
  complained = []
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text))
  vi.spyOn(console, 'error').mockImplementation((text: string) => void complained.push(text))
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => rmSync(folder, { recursive: true }))

const run = async (...args: readonly string[]) => settingsCommand.run(args, env)

describe('with the portal stopped', () => {
  test('the command opens the embedded database itself, and what it sets is there the next time', async () => {
    expect(await run('set', 'coopName', 'Prairie REC')).toBe(0)
    expect(await run('get', 'coopName')).toBe(0)
    expect(printed).toEqual(['Changed: coopName', 'Prairie REC'])
  })

  test('a value may come from a file, without the line end of its last line', async () => {
    const file = join(folder, 'legal.html')
    writeFileSync(file, '<p>Terms</p>\n<p>¡Hola!</p>\n')
    expect(await run('set', 'legalContent', '--file', file)).toBe(0)
    await run('get', 'legalContent')
    expect(printed.at(-1)).toBe('<p>Terms</p>\n<p>¡Hola!</p>')
  })

  test('export writes a file that import reads', async () => {
    const file = join(folder, 'settings.json')
    await run('set', 'QuickPay', 'Y')
    expect(await run('export', file)).toBe(0)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ QuickPay: 'Y' })
    await run('reset', 'QuickPay')
    expect(await run('import', file)).toBe(0)
    expect(printed.at(-1)).toBe('Changed: QuickPay')
  })

  test('the example of docs/examples is imported as it is', async () => {
    const file = join(import.meta.dirname, '../../../../docs/examples/cooperative.json')
    expect(await run('import', file)).toBe(0)
    expect(complained).toEqual([])
    await run('get', 'coopName')
    expect(printed.at(-1)).toBe('Example Electric Cooperative')
  })

  test('events list prints nothing but events, and says on standard error that none are waiting', async () => {
    expect(await (await loadFeatureCommand('events')).run(['list'], env)).toBe(0)
    expect([printed, complained]).toEqual([[], ['No events are waiting.']])
    expect(await (await loadFeatureCommand('events')).run(['acknowledge', '1'], env)).toBe(1)
    expect(complained.at(-1)).toBe('There is no event 1. Nothing was acknowledged.')
  })

  test('a refusal exits with 1 and its reason, also for a file that cannot be read, written or parsed', async () => {
    expect(await run('set', 'QuickPay', 'perhaps')).toBe(1)
    expect(await run('import', join(folder, 'missing.json'))).toBe(1)
    expect(await run('export', join(folder, 'missing', 'settings.json'))).toBe(1)
    const file = join(folder, 'latin1.json')
    writeFileSync(file, Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x7d]))
    expect(await run('import', file)).toBe(1)
    expect(complained[0]).toBe('QuickPay: Write Y or N')
    expect(complained[1]).toContain('missing.json cannot be read')
    expect(complained[2]).toContain('cannot be written')
    expect(complained[3]).toContain('latin1.json cannot be read')
  })

  test('wrong arguments are answered with the usage', async () => {
    for (const words of [['nonsense'], ['set', 'QuickPay', '--file'], ['import'], ['export', 'a', 'b']])
      await expect(run(...words)).rejects.toThrow(WrongUsage)
  })

  test('docs prints the table without a database', async () => {
    expect(await settingsCommand.run(['docs'], { ...env, DATA_DIR: '/dev/null/nowhere' })).toBe(0)
    expect(printed[0]).toContain('| `QuickPay` |')
  })
})

describe('with no database yet', () => {
  test.each([['list'], ['get', 'coopName'], ['export']])('settings %s says so and makes none', async (...args) => {
    const empty = join(folder, `empty-${args[0]}`)
    expect(await settingsCommand.run(args, { ...env, DATA_DIR: empty })).toBe(1)
    expect(complained).toEqual([
      `There is no database in the data folder ${empty}. Set DATABASE_URL, or DATA_DIR, to the portal's own.`,
    ])
    expect(existsSync(empty)).toBe(false)
  })

  test('what only reads payments or events makes none either', async () => {
    const empty = join(folder, 'empty')
    expect(await (await loadFeatureCommand('payments')).run([], { ...env, DATA_DIR: empty })).toBe(1)
    expect(await (await loadFeatureCommand('events')).run(['list'], { ...env, DATA_DIR: empty })).toBe(1)
    expect(existsSync(empty)).toBe(false)
  })
})

describe('with the portal running on the embedded database', () => {
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
    expect(await run('list')).toBe(75)
    expect(complained).toEqual([
      `The data folder ${env.DATA_DIR} is in use by another Coopline process. Stop that one first, or set DATA_DIR.`,
    ])
  })

  test('the command has the portal do it, and the portal knows the new value at once', async () => {
    channel = await serveControlChannel(controlChannelPath(env.DATA_DIR), async ({ args }) =>
      runSettingsCommand(args, { db: database.db, clock: systemClock, by: 'test', onChanged: reader.refresh }),
    )
    expect(await run('set', 'coopName', 'River REC')).toBe(0)
    expect(reader.current().coopName).toBe('River REC')
    const file = join(folder, 'through.json')
    expect(await run('export', file)).toBe(0)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ coopName: 'River REC' })
    expect(await run('set', 'coopName', 'a\nb')).toBe(1)
    expect(complained).toEqual(['coopName: Write it on one line'])
    await expect(run('nonsense')).rejects.toThrow(WrongUsage)
  })
})
