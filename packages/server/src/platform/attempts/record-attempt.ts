import type { Executor, Tx } from '../db/open-database.ts'
import { TooManyAttempts, Unavailable } from '../errors.ts'
import { type CounterRow, deleteAttempts, findCounter, removeAttempts, upsertAttempts } from './attempts.store.ts'

/** One limit: at most `limit` attempts of a kind by one subject within any `windowSeconds`. */
export interface Limit {
  readonly kind: string
  /** The person, account or client that is limited. Never a plain client address: see `clientSubject`. */
  readonly subject: string
  readonly windowSeconds: number
  readonly limit: number
  /**
   * The number of attempts to count, 1 unless given. With 0 the counter is locked and says whether it has room, but
   * counts nothing.
   */
  readonly adds?: 0 | 1
}

/** The limit, to be recorded without counting. */
export const lockOnly = (limit: Limit): Limit => ({ ...limit, adds: 0 })

export interface AttemptCount extends Limit {
  readonly allowed: boolean
  /** Attempts that count now, this one included when it was allowed. */
  readonly attempts: number
  /** Attempts refused in a row, this one included: 1 says that the limit has just been reached. */
  readonly refusedInARow: number
  /** Seconds until the next attempt may be allowed. */
  readonly retryAfterSeconds: number
  readonly now: Date
}

/**
 * Counts an attempt against each limit, in one atomic statement: simultaneous attempts never exceed the limit within the
 * window. A refused attempt is not counted, so waiting always helps.
 *
 * @returns the verdicts in the order of the limits. An attempt may be counted by some limits and refused by others.
 * @throws Unavailable when the counters cannot be written: the guarded action is refused.
 */
export async function recordAttempts<const L extends readonly Limit[]>(
  executor: Executor,
  limits: L,
  now: Date,
): Promise<{ readonly [K in keyof L]: AttemptCount }>
export async function recordAttempts(
  executor: Executor,
  limits: readonly Limit[],
  now: Date,
): Promise<readonly AttemptCount[]> {
  return toAttemptCounts(limits, await failingClosed(() => upsertAttempts(executor, limits, now)), now)
}

/**
 * The verdicts of counters that a larger statement has counted (`addAttemptsFor`), in the order of the limits.
 *
 * @throws Unavailable when one of them is missing.
 */
export const toAttemptCounts = (
  limits: readonly Limit[],
  rows: readonly CounterRow[],
  now: Date,
): readonly AttemptCount[] => limits.map((limit) => countOf(limit, rowOf(limit, rows), now))

/**
 * Reads the state of a limit without counting an attempt and without a lock, for limits by which many callers count at
 * once.
 *
 * @throws Unavailable when the counter cannot be read.
 */
export async function readAttempts(executor: Executor, limit: Limit, now: Date): Promise<AttemptCount> {
  const row = await failingClosed(() => findCounter(executor, limit, now))
  return countOf(limit, row ?? empty, now)
}

/**
 * Reads a limit as `readAttempts` does, once all transactions that count by it have ended. Until this transaction ends,
 * no other counts by the limit; others may read in the same way.
 */
export async function readAttemptsInProgress(tx: Tx, limit: Limit, now: Date): Promise<AttemptCount> {
  const row = await failingClosed(() => findCounter(tx, limit, now, 'share'))
  return countOf(limit, row ?? empty, now)
}

/** The counts of a counter that has never counted. */
const empty = { attempts: 0, refused: 0, oldest: null }

const rowOf = (limit: Limit, rows: readonly CounterRow[]): CounterRow | undefined =>
  rows.find((one) => one.kind === limit.kind && one.subject === limit.subject)

function countOf(
  limit: Limit,
  row: Pick<CounterRow, 'attempts' | 'refused' | 'oldest'> | undefined,
  now: Date,
): AttemptCount {
  if (row === undefined) throw new Unavailable('The counter of attempts')
  const freeAt = (row.oldest ?? now).getTime() + limit.windowSeconds * 1000
  return {
    ...limit,
    allowed: row.refused === 0,
    attempts: row.attempts,
    refusedInARow: row.refused,
    retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)),
    now,
  }
}

/** As `recordAttempts`, for a single limit. */
export async function recordAttempt(executor: Executor, limit: Limit, now: Date): Promise<AttemptCount> {
  const [count] = await recordAttempts(executor, [limit], now)
  return count
}

/**
 * Takes back attempts that turned out not to count, such as those that succeeded. Those that were refused are left out.
 *
 * @throws Unavailable when the counters cannot be written.
 */
export async function refundAttempts(executor: Executor, counts: readonly AttemptCount[]): Promise<void> {
  const counted = counts.filter((count) => count.allowed && count.adds !== 0)
  if (counted.length > 0) await failingClosed(() => removeAttempts(executor, counted))
}

/**
 * Requires that every limit has allowed an attempt. Otherwise none of them counts it.
 *
 * @throws TooManyAttempts with the time after which all of them may allow another one.
 */
export async function requireAllowed(executor: Executor, counts: readonly AttemptCount[]): Promise<void> {
  const refused = counts.filter((count) => !count.allowed)
  const [last] = refused.toSorted((a, b) => b.retryAfterSeconds - a.retryAfterSeconds)
  if (last === undefined) return
  await refundAttempts(executor, counts)
  throw new TooManyAttempts(last.kind, last.retryAfterSeconds)
}

/**
 * Forgets every attempt that these limits have counted.
 *
 * @returns how many attempts that were.
 * @throws Unavailable when the counters cannot be written.
 */
export async function clearAttempts(
  executor: Executor,
  limits: readonly Pick<Limit, 'kind' | 'subject'>[],
): Promise<number> {
  return failingClosed(() => deleteAttempts(executor, limits))
}

async function failingClosed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const closed = new Unavailable('The counter of attempts')
    closed.cause = error
    throw closed
  }
}
