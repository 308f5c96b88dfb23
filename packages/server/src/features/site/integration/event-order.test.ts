import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import type { Tx } from '../../../platform/db/open-database.ts'
import { insertEvent } from '../../../platform/events/event.store.ts'
import { createKeys } from '../../../platform/keys.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { acknowledgePayments } from './integration.store.ts'
import { runEventsCommand } from './run-events-command.ts'

const clock = createTestClock()
const keys = createKeys([{ kid: 'k1', secret: new Uint8Array(32) }])
const database = useTestDatabase()

const listed = async (...flags: readonly string[]): Promise<number[]> => {
  const { output } = await runEventsCommand({ db: database.db, clock, keys }, ['list', ...flags])
  return output === '' ? [] : output.split('\n').map((line) => (JSON.parse(line) as { id: number }).id)
}

const insert = async (tx: Tx, accountNumber = '100100101'): Promise<number> =>
  insertEvent(tx, { accountNumber, kind: 'payment-confirmed', body: {}, now: clock.now() })

const insertAndCommit = async (): Promise<number> => database.db.transaction().execute(async (tx) => insert(tx))

/** Runs work in a transaction that stays open until `end` is called. */
async function hold<T>(work: (tx: Tx) => Promise<T>, how: 'commit' | 'roll back' = 'commit') {
  const ready = Promise.withResolvers<T>()
  const over = Promise.withResolvers<void>()
  const transaction = database.db.transaction().execute(async (tx) => {
    ready.resolve(await work(tx))
    await over.promise
    if (how === 'roll back') throw new Error('rolled back')
  })
  const settled = transaction.catch(() => undefined)
  return {
    result: await ready.promise,
    end: async () => {
      over.resolve()
      await settled
    },
  }
}

it('lists every committed event while no transaction is open', async () => {
  const ids = [await insertAndCommit(), await insertAndCommit()]
  expect(await listed()).toEqual(ids)
})

// The embedded database has one connection: no transaction is ever open while another statement runs.
describe.runIf(inject('postgresqlUrl') !== '')('with other transactions open', () => {
  it('withholds an event until no transaction can commit a lower id', async () => {
    const before = await insertAndCommit()
    const open = await hold(insert)
    const later = await insertAndCommit()
    expect(open.result).toBeLessThan(later)
    expect(await listed()).toEqual([before])
    await open.end()
    expect(await listed()).toEqual([before, open.result, later])
    expect(await listed('--after', String(before))).toEqual([open.result, later])
  })

  it('withholds it also when the later event belongs to the older transaction', async () => {
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const older = database.db.transaction().execute(async (tx) => {
      await sql`select pg_current_xact_id()`.execute(tx)
      begun.resolve()
      await goOn.promise
      return insert(tx)
    })
    await begun.promise
    const open = await hold(insert)
    goOn.resolve()
    const later = await older
    expect(await listed()).toEqual([])
    await open.end()
    expect(await listed()).toEqual([open.result, later])
  })

  it('keeps an import that names the last listed event from acknowledging one that commits later', async () => {
    await insertAndCommit()
    const open = await hold(insert)
    const later = await insertAndCommit()
    const throughEvent = String((await listed()).at(-1))
    await open.end()
    const named = [{ subject: '100100101', throughEvent }]
    await database.db.transaction().execute(async (tx) => acknowledgePayments(tx, named, clock.now()))
    expect(await listed()).toEqual([open.result, later])
  })

  it('lists what was withheld once the transaction in the way is rolled back', async () => {
    const open = await hold(insert, 'roll back')
    const later = await insertAndCommit()
    expect(await listed()).toEqual([])
    await open.end()
    expect(await listed()).toEqual([later])
  })

  it('never lists a lower id after a higher one while many transactions insert at once', async () => {
    const seen: number[] = []
    const inserting = new AbortController()
    const insertMany = async () => {
      for (let n = 0; n < 40; n += 1)
        await database.db.transaction().execute(async (tx) => {
          await insert(tx)
          await sql`select pg_sleep(${Math.random() / 200})`.execute(tx)
          await insert(tx, '100100102')
        })
    }
    const readOn = async () => {
      while (!inserting.signal.aborted) seen.push(...(await listed('--after', String(seen.at(-1) ?? 0))))
    }
    const reading = readOn()
    await Promise.all(Array.from({ length: 5 }, insertMany))
    inserting.abort()
    await reading
    seen.push(...(await listed('--after', String(seen.at(-1) ?? 0))))
    expect(seen).toEqual(seen.toSorted((one, other) => one - other))
    expect(seen).toHaveLength(400)
  })
})
