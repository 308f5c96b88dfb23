import { expect, test } from 'vitest'
import { Unavailable } from '../errors.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import {
  lockOnly,
  readAttempts,
  readAttemptsInProgress,
  recordAttempts,
  recordAttempt,
  refundAttempts,
  requireAllowed,
} from './record-attempt.ts'
import { inTransaction } from '../db/in-transaction.ts'

const database = useTestDatabase()

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20) + seconds * 1000)
const limit = { kind: 'k', subject: 's', windowSeconds: 100, limit: 3 }
const allowed = async (seconds: number) => (await recordAttempt(database.db, limit, at(seconds))).allowed

test('three attempts are allowed in any hundred seconds, and the window slides', async () => {
  expect([await allowed(0), await allowed(40), await allowed(80), await allowed(99)]).toEqual([true, true, true, false])
  // The first has left the window, the second has not.
  expect([await allowed(100), await allowed(101), await allowed(139), await allowed(140)]).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test('a refused attempt is not counted, says when to come back, and how many were refused in a row', async () => {
  for (const seconds of [0, 10, 20]) await allowed(seconds)
  const first = await recordAttempt(database.db, limit, at(30))
  const second = await recordAttempt(database.db, limit, at(31))
  expect([first.attempts, first.refusedInARow, first.retryAfterSeconds]).toEqual([3, 1, 70])
  expect([second.attempts, second.refusedInARow, second.retryAfterSeconds]).toEqual([3, 2, 69])
})

test('forty attempts at once are allowed three times', async () => {
  const counts = await Promise.all(Array.from({ length: 40 }, async () => recordAttempt(database.db, limit, at(0))))
  expect(counts.filter((count) => count.allowed)).toHaveLength(3)
})

test('several limits are counted in one go, each by its own', async () => {
  const other = { ...limit, kind: 'other', limit: 1 }
  expect((await recordAttempts(database.db, [limit, other], at(0))).map((count) => count.allowed)).toEqual([true, true])
  expect((await recordAttempts(database.db, [limit, other], at(1))).map((count) => count.allowed)).toEqual([
    true,
    false,
  ])
})

test('limits that refuse together name the time after which all of them allow another attempt, and none of them counts', async () => {
  const [short, long] = [limit, { ...limit, kind: 'long', windowSeconds: 500 }]
  const roomy = { ...limit, kind: 'roomy' }
  for (const seconds of [0, 1, 2]) await recordAttempts(database.db, [short, long], at(seconds))
  const counts = await recordAttempts(database.db, [short, long, roomy], at(10))
  await expect(requireAllowed(database.db, counts)).rejects.toMatchObject({ kind: 'long', retryAfterSeconds: 490 })
  expect((await recordAttempt(database.db, roomy, at(11))).attempts).toBe(1)
})

test('an attempt that is taken back leaves room, also among attempts of the same moment', async () => {
  const [one, two] = [await recordAttempt(database.db, limit, at(0)), await recordAttempt(database.db, limit, at(0))]
  expect(two.attempts).toBe(2)
  await refundAttempts(database.db, [one])
  const after = await recordAttempt(database.db, limit, at(0))
  expect([after.allowed, after.attempts]).toEqual([true, 2])
})

test('taking back what was refused changes nothing', async () => {
  for (const seconds of [0, 1, 2]) await allowed(seconds)
  await refundAttempts(database.db, [await recordAttempt(database.db, limit, at(3))])
  expect(await allowed(4)).toBe(false)
})

test('counting and taking back over the same counters at once, named in any order, never block each other', async () => {
  const limits = ['a', 'b', 'c'].map((subject) => ({ ...limit, subject, limit: 1000 }))
  const orders = [limits, limits.toReversed(), [limits[1], limits[2], limits[0]].filter((one) => one !== undefined)]
  const rounds = Array.from({ length: 60 }, async (_none, index) => {
    const counts = await recordAttempts(database.db, orders[index % 3] ?? limits, at(index))
    await refundAttempts(database.db, counts.toReversed())
  })
  await Promise.all(rounds)
  const left = await recordAttempts(database.db, limits, at(61))
  expect(left.map((count) => count.attempts)).toEqual([1, 1, 1])
})

test('reading a limit, with or without its lock, says whether it has room and counts nothing', async () => {
  const locked = async (seconds: number) => recordAttempt(database.db, lockOnly(limit), at(seconds))
  const verdicts = async (seconds: number) => {
    const counts = [await readAttempts(database.db, limit, at(seconds)), await locked(seconds)]
    return counts.map(({ allowed: hasRoom, attempts, retryAfterSeconds }) => [hasRoom, attempts, retryAfterSeconds])
  }
  expect(await verdicts(0)).toEqual([
    [true, 0, 100],
    [true, 0, 100],
  ])
  for (const seconds of [10, 20, 30]) await allowed(seconds)
  expect(await verdicts(40)).toEqual([
    [false, 3, 70],
    [false, 3, 70],
  ])
  await refundAttempts(database.db, [await locked(110)])
  expect(await verdicts(110)).toEqual([
    [true, 2, 10],
    [true, 2, 10],
  ])
  expect((await recordAttempt(database.db, limit, at(111))).attempts).toBe(3)
})

test('lets three of forty transactions at once count that lock a counter and read it first', async () => {
  const rounds = Array.from({ length: 40 }, async () =>
    inTransaction(database.db, async (tx) => {
      const before = await recordAttempt(tx, lockOnly(limit), at(0))
      return before.allowed && (await recordAttempt(tx, limit, at(0))).allowed
    }),
  )
  expect((await Promise.all(rounds)).filter(Boolean)).toHaveLength(3)
})

test('reading attempts in progress waits for all counting and returns the count', async () => {
  for (const seconds of [1, 2]) await allowed(seconds)
  let counted = () => {}
  const holding = new Promise<void>((resolve) => (counted = resolve))
  // On PostgreSQL the third count is under way, and not yet to be seen, when the other one asks.
  const third = inTransaction(database.db, async (tx) => {
    await recordAttempt(tx, limit, at(3))
    counted()
    if (database.kind === 'postgresql') await new Promise((resolve) => setTimeout(resolve, 300))
  })
  await holding
  const left = await inTransaction(database.db, async (tx) => readAttemptsInProgress(tx, limit, at(4)))
  await third
  expect(left).toMatchObject({ allowed: false, attempts: 3, retryAfterSeconds: 97 })
})

test('when the counter cannot be written, trying is refused [SEC-13]', async () => {
  // The database takes no NUL character.
  const broken = { ...limit, subject: '\0' }
  await expect(recordAttempt(database.db, broken, at(0))).rejects.toThrow(Unavailable)
})
