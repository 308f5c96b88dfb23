import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { recordAttempt, refundAttempts } from '../attempts/record-attempt.ts'
import { inTransaction } from './in-transaction.ts'

const database = useTestDatabase()
beforeAll(async () => {
  await database.runScript(
    'create table public.purse (id int primary key, cents bigint not null); grant all on public.purse to public',
  )
})
beforeEach(async () => {
  await database.runScript('delete from public.purse; insert into public.purse values (1, 100), (2, 100)')
})

const now = new Date('2026-11-20T15:00:00Z')
const limit = { kind: 'test', subject: 'one', windowSeconds: 60, limit: 7 }
const parallel = async <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, async (_none, n) => work(n)))

describe('counters of attempts', () => {
  test('lets exactly as many of 200 simultaneous attempts through as the limit says [REL-05]', async () => {
    const counts = await parallel(200, async () => recordAttempt(database.db, limit, now))
    expect(counts.filter((count) => count.allowed)).toHaveLength(7)
    expect(
      counts
        .filter((count) => count.allowed)
        .map((count) => count.attempts)
        .toSorted((one, other) => one - other),
    ).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(Math.max(...counts.map((count) => count.refusedInARow))).toBe(193)
  })

  test('refunding an attempt makes room for exactly one more, also when all happens at once [REL-05]', async () => {
    const first = await parallel(7, async (n) => recordAttempt(database.db, limit, new Date(now.getTime() + n)))
    await parallel(3, async (n) =>
      refundAttempts(
        database.db,
        [first[n]].filter((one) => one !== undefined),
      ),
    )
    const later = await parallel(50, async () => recordAttempt(database.db, limit, new Date(now.getTime() + 100)))
    expect(later.filter((count) => count.allowed)).toHaveLength(3)
  })
})

describe('transactions', () => {
  const read = async () => {
    const rows = await database.runScript('select cents from public.purse order by id')
    return rows.map((row) => Number(row['cents']))
  }

  test('40 read-and-write transactions on one row, each behind its row lock, lose no update [REL-05]', async () => {
    await parallel(40, async () =>
      inTransaction(database.db, async (tx) => {
        const { rows } = await sql<{ cents: number }>`select cents from public.purse where id = 1 for update`.execute(
          tx,
        )
        await sql`update public.purse set cents = ${Number(rows[0]?.cents) + 1} where id = 1`.execute(tx)
      }),
    )
    expect(await read()).toEqual([140, 100])
  })

  test('transactions that lock two rows in opposite order are all done in the end, each once [REL-05]', async () => {
    await parallel(4, async (n) =>
      inTransaction(database.db, async (tx) => {
        for (const id of n % 2 === 0 ? [1, 2] : [2, 1])
          await sql`update public.purse set cents = cents + 1 where id = ${id}`.execute(tx)
      }),
    )
    expect(await read()).toEqual([104, 104])
  })

  test('work is given up with the reason after five aborts, and after any other error at once [REL-05]', async () => {
    const failing = async (code: string) => {
      let attempts = 0
      const work = inTransaction(database.db, async () => {
        attempts += 1
        throw Object.assign(new Error(code), { code })
      })
      await expect(work).rejects.toThrow(code)
      return attempts
    }
    expect([await failing('40001'), await failing('40P01'), await failing('23505')]).toEqual([5, 5, 1])
  })
})
