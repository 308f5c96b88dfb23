import { defaultSettings, listSettings } from '@coopline/contract/site/site/settings-catalog'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CommandOutcome } from '../../../platform/command-outcome.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { emptyTables, useTestDatabase } from '../../../testing/test-database.ts'
import { runSettingsCommand } from './run-settings-command.ts'
import { settingsOf } from './settings-reader.ts'
import { listStoredSettings } from './site.store.ts'

const database = useTestDatabase()
let notified = 0
beforeEach(() => {
  notified = 0
})

const run = async (...args: readonly string[]): Promise<CommandOutcome> =>
  runSettingsCommand(args, {
    db: database.db,
    clock: createTestClock(),
    by: 'test',
    onChanged: async () => {
      notified += 1
    },
  })
const settings = async () => settingsOf(await listStoredSettings(database.db), { warn: () => {} })

describe('list and get', () => {
  test('list shows every setting by group and marks what differs from the default', async () => {
    await run('set', 'coopName', 'Prairie REC')
    const { output, exitCode } = await run('list')
    expect(exitCode).toBe(0)
    for (const { key } of listSettings()) expect(output).toMatch(new RegExp(`^[ *] ${key}\\b`, 'mu'))
    expect(output).toMatch(/^\* coopName +Prairie REC$/mu)
    expect(output.match(/^\*/gmu)).toHaveLength(1)
  })

  test('list --group shows one group; another name is answered with the names of the groups', async () => {
    const { output } = await run('list', '--group', 'limits')
    expect(output.split('\n')).toHaveLength(1 + listSettings('limits').length)
    expect(await run('list', '--group', 'nonsense')).toMatchObject({
      exitCode: 2,
      output: expect.stringContaining('payment settings'),
    })
  })

  test('list gives programs value, default and description of each', async () => {
    await run('set', 'maxChargeAmount', '500')
    const { value: listed } = await run('list', '--group', 'payment settings')
    expect(listed).toContainEqual(
      expect.objectContaining({ key: 'maxChargeAmount', value: '500.00', default: '', kind: 'money' }),
    )
  })

  test('get shows a value as it is written', async () => {
    await run('set', 'QuickPay', 'true')
    expect(await run('get', 'QuickPay')).toEqual({ output: 'Y', exitCode: 0, value: 'Y' })
    expect(await run('get', 'timeZone')).toEqual({
      output: 'America/Chicago',
      exitCode: 0,
      value: 'America/Chicago',
    })
    expect(JSON.parse((await run('get', 'copyright')).output)).toEqual({ year: '', caption: '' })
    expect(await run('get', 'nonsense')).toMatchObject({ exitCode: 1 })
  })
})

describe('set and reset', () => {
  test('set changes a setting immediately and notifies the running portal', async () => {
    expect(await run('set', 'QuickPay', 'Y')).toEqual({
      output: 'Changed: QuickPay',
      exitCode: 0,
      value: { changed: ['QuickPay'], sanitized: [] },
    })
    expect((await settings()).QuickPay).toBe(true)
    expect(notified).toBe(1)
    expect((await run('set', 'QuickPay', 'Y')).output).toBe('Nothing changed: it was so already.')
    expect(notified).toBe(1)
  })

  test('lists and objects are passed as JSON, everything else as plain text', async () => {
    await run('set', 'serviceAccountTypes', '[{"id":"W","description":"Water"}]')
    expect((await settings()).serviceAccountTypes).toEqual([{ id: 'W', description: 'Water' }])
    await run('set', 'officeHours', '["8 to 5"]')
    expect((await settings()).officeHours).toBe('["8 to 5"]')
    expect(await run('set', 'serviceAccountTypes', '[{"id":"W",')).toEqual({
      output: 'What was given is not JSON',
      exitCode: 1,
    })
    expect(await run('set', 'copyright', '{"year":"1","year":"2","caption":""}')).toMatchObject({ exitCode: 1 })
  })

  test('set says when markup was taken out', async () => {
    const { output } = await run('set', 'aboutUs', '<p>Hi</p><script>x</script>')
    expect(output).toBe('Changed: aboutUs\naboutUs: markup that is not allowed was taken out or rewritten')
  })

  test('reset restores the default', async () => {
    await run('set', 'coopName', 'Prairie REC')
    expect(await run('reset', 'coopName')).toMatchObject({ output: 'Changed: coopName', exitCode: 0 })
    expect((await settings()).coopName).toBe(defaultSettings.coopName)
  })
})

describe('import and export', () => {
  test('exported settings can be imported elsewhere and give the same settings', async () => {
    await run('set', 'QuickPay', 'Y')
    await run('set', 'maxChargeAmount', '750.25')
    await run('set', 'aboutUs', '<p>Caf\u00e9 &amp; more</p>')
    await run(
      'set',
      'mcpMenu',
      '[{"title":"Pay","moduleLink":"/quick-pay","external":false,"megaMenu":false,"position":1,"subMenu":[]}]',
    )
    const before = await settings()
    const { output } = await run('export')
    expect(Object.keys(JSON.parse(output))).toEqual(['QuickPay', 'aboutUs', 'mcpMenu', 'maxChargeAmount'])
    await emptyTables(database)
    expect((await run('import', output)).exitCode).toBe(0)
    expect(await settings()).toEqual(before)
  })

  test('export --all has every setting, and importing it changes no value', async () => {
    const { output } = await run('export', '--all')
    expect(Object.keys(JSON.parse(output))).toEqual(listSettings().map((setting) => setting.key))
    expect((await run('import', output)).exitCode).toBe(0)
    expect(await settings()).toEqual(defaultSettings)
  })

  test('import reports every fault and keeps nothing when there is one', async () => {
    const file = { coopName: 'Prairie REC', QuickPay: 'perhaps', nonsense: 1 }
    expect(await run('import', JSON.stringify(file))).toEqual({
      output: 'QuickPay: Write Y or N\nnonsense is not a setting; `coopline settings list` shows all',
      exitCode: 1,
    })
    expect((await settings()).coopName).toBe(defaultSettings.coopName)
    expect(notified).toBe(0)
  })

  test('a file that is not JSON, not an object, names a key twice or reaches for a prototype is refused', async () => {
    for (const text of [
      '',
      'QuickPay=Y',
      '[]',
      '"Y"',
      'null',
      '{"QuickPay":"Y","QuickPay":"N"}',
      '{"__proto__":{"QuickPay":"Y"}}',
    ])
      expect(await run('import', text)).toMatchObject({ exitCode: 1 })
    expect(await listStoredSettings(database.db)).toEqual([])
  })
})

test('wrong arguments are distinguished from refusals', async () => {
  for (const words of [
    [],
    ['nonsense'],
    ['__proto__'],
    ['set', 'QuickPay'],
    ['get'],
    ['reset'],
    ['import'],
    ['export', '--everything'],
    ['get', 'a', 'b'],
  ])
    expect([words, (await run(...words)).exitCode]).toEqual([words, 2])
})
