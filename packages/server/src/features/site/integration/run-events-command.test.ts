import { beforeEach, expect, test } from 'vitest'
import { createKeys } from '../../../platform/keys.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { runEventsCommand } from './run-events-command.ts'

const clock = createTestClock()
const keys = createKeys([{ kid: 'k1', secret: new Uint8Array(32) }])
const database = useTestDatabase()

const run = async (...args: readonly string[]) => runEventsCommand({ db: database.db, clock, keys }, args)

const idsOf = (output: string): number[] =>
  output === '' ? [] : output.split('\n').map((line) => (JSON.parse(line) as { id: number }).id)

let ids: number[] = []
beforeEach(async () => {
  const rows = await database.db
    .insertInto('outbox.event')
    .values(
      ['1', '2', '3'].map((accountNumber) => ({
        account_number: accountNumber,
        kind: 'payment-confirmed',
        body: JSON.stringify({ amount: 1000 }),
        created_at: clock.now(),
        acknowledged_at: null,
      })),
    )
    .returning('id')
    .execute()
  ids = rows.map((row) => row.id)
})

test('events are listed oldest first, each with its account and body, until they are acknowledged', async () => {
  const { output, exitCode } = await run('list')
  expect(exitCode).toBe(0)
  expect(idsOf(output)).toEqual(ids)
  expect(JSON.parse(output.split('\n')[0] ?? '')).toMatchObject({
    accountNumber: '1',
    kind: 'payment-confirmed',
    body: { amount: 1000 },
    createdAt: '2026-11-20T15:00:00.000Z',
  })
  expect((await run('ack', String(ids[0]), String(ids[2]))).output).toBe('Acknowledged 2 of 2 events')
  expect(idsOf((await run('list')).output)).toEqual([ids[1]])
})

test('a listed event has control and invisible formatting characters escaped, and is the same when read', async () => {
  const bankName = String.fromCodePoint(0x41, 0x1b, 0x7f, 0x9b, 0x202e, 0x2066, 0x2028, 0xe0041, 0xe9)
  await database.db
    .updateTable('outbox.event')
    .set({ body: JSON.stringify({ bankName }) })
    .execute()
  const [line = ''] = (await run('list')).output.split('\n')
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u)
  expect(line).toContain('\\u009b')
  expect(JSON.parse(line)).toMatchObject({ body: { bankName } })
})

test('an event acknowledged twice counts once', async () => {
  await run('acknowledge', String(ids[0]))
  expect((await run('acknowledge', String(ids[0]))).output).toBe('Acknowledged 0 of 1 events')
})

test('refuses to acknowledge an event that does not exist, names it, and acknowledges nothing', async () => {
  const [first, , last] = ids
  const unknown = Number(last) + 1_000
  expect(await run('acknowledge', String(first), String(unknown))).toEqual({
    output: `There is no event ${unknown}. Nothing was acknowledged.`,
    exitCode: 1,
  })
  expect(idsOf((await run('list')).output)).toEqual(ids)
})

test('a list can continue after the last event that was read', async () => {
  expect(idsOf((await run('list', '--after', String(ids[1]))).output)).toEqual([ids[2]])
})

test('replay lists events again, acknowledged or not, and changes nothing', async () => {
  await run('ack', String(ids[0]), String(ids[1]))
  expect(idsOf((await run('replay')).output)).toEqual(ids)
  expect(idsOf((await run('replay', '--after', String(ids[0]))).output)).toEqual(ids.slice(1))
  const first = await run('replay', String(ids[2]), String(ids[0]))
  expect(idsOf(first.output)).toEqual([ids[0], ids[2]])
  expect(JSON.parse(first.output.split('\n')[0] ?? '')).toMatchObject({ accountNumber: '1', body: { amount: 1000 } })
  expect(idsOf((await run('list')).output)).toEqual([ids[2]])
})

test('replay of a number that no event has names it and lists nothing', async () => {
  const unknown = Number(ids[2]) + 1_000
  expect(await run('replay', String(ids[0]), String(unknown))).toEqual({
    output: `There is no event ${unknown}.`,
    exitCode: 1,
  })
})

test.each([
  [[]],
  [['list', '--after', 'x']],
  [['list', '1']],
  [['acknowledge']],
  [['ack', '1; drop table']],
  [['ack', '1', '--bank-numbers']],
  [['replay', '1', 'x']],
  [['replay', '--after', '-']],
])('the words %j are not understood and change nothing', async (args) => {
  expect((await run(...args)).exitCode).toBe(2)
  expect(idsOf((await run('list')).output)).toEqual(ids)
})
