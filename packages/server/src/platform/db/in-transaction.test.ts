import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { inTransaction } from './in-transaction.ts'

const database = useTestDatabase()

/** Work that the database aborts with a code the first `times` times. */
const brokenOff = (code: string, times: number) => {
  let runs = 0
  const work = inTransaction(database.db, async (tx) => {
    runs += 1
    if (runs <= times)
      await sql.raw(`do $$ begin raise exception 'broken off' using errcode = '${code}'; end $$`).execute(tx)
    return 'done'
  })
  return { work, runs: () => runs }
}

test('work that fails with a serialization failure or a deadlock is repeated [REL-05]', async () => {
  for (const code of ['40001', '40P01']) {
    const { work, runs } = brokenOff(code, 4)
    expect([await work, runs()]).toEqual(['done', 5])
  }
})

test('work whose error was caused by a deadlock is done again [REL-05]', async () => {
  let runs = 0
  const work = inTransaction(database.db, async () => {
    runs += 1
    if (runs === 1)
      throw new Error('Not available', { cause: Object.assign(new Error('deadlock detected'), { code: '40P01' }) })
    return 'done'
  })
  expect([await work, runs]).toEqual(['done', 2])
})

test('after five attempts the error is the caller’s [REL-05]', async () => {
  const { work, runs } = brokenOff('40001', 9)
  await expect(work).rejects.toThrow('broken off')
  expect(runs()).toBe(5)
})

test('any other error is not tried again, and nothing of the work stays', async () => {
  const { work, runs } = brokenOff('23505', 1)
  await expect(work).rejects.toThrow('broken off')
  expect(runs()).toBe(1)
})
