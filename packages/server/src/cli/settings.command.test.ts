import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Env } from '../platform/env.ts'
import { readEnv } from '../read-env.ts'
import { commandEnvironment } from '../testing/command-environment.ts'
import { useTestDatabase } from '../testing/test-database.ts'
import { takeOutput } from '../testing/take-output.ts'
import { WrongUsage } from './command.ts'
import { loadFeatureCommand } from './run-with-deps.ts'
import { settingsCommand } from './settings.command.ts'

const database = useTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'coopline-'))
let env: Env
beforeEach(async () => void (env = readEnv(await commandEnvironment(database))))

const printed = takeOutput('log')
const complained = takeOutput('error')
afterAll(() => rmSync(folder, { recursive: true }))

const run = async (...args: readonly string[]) => settingsCommand.run(args, env)

describe('on a database', () => {
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
    expect(await settingsCommand.run(args, readEnv({ DATA_DIR: empty }))).toBe(1)
    expect(complained).toEqual([
      `There is no database in the data folder ${empty}. Set DATABASE_URL, or DATA_DIR, to the portal's own.`,
    ])
    expect(existsSync(empty)).toBe(false)
  })

  test('a command that only reads payments or events creates no data folder', async () => {
    const empty = join(folder, 'empty')
    expect(await (await loadFeatureCommand('payments')).run([], readEnv({ DATA_DIR: empty }))).toBe(1)
    expect(await (await loadFeatureCommand('events')).run(['list'], readEnv({ DATA_DIR: empty }))).toBe(1)
    expect(existsSync(empty)).toBe(false)
  })
})
