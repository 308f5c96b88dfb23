import type { Executor, Tx } from '../db/open-database.ts'
import { Unavailable } from '../errors.ts'
import { type CounterRow, deleteTries, removeTries, upsertTries } from './tries.store.ts'

/** One limit: at most `limit` tries of a kind by one subject within any `windowSeconds`. */
export interface Limit {
  readonly kind: string
  /** Who or what is limited. Never a plain client address: see `clientSubject`. */
  readonly subject: string
  readonly windowSeconds: number
  readonly limit: number
}

export interface TryCount extends Limit {
  readonly allowed: boolean
  /** Tries that count now, this one included when it was allowed. */
  readonly tries: number
  /** Tries refused in a row, this one included: 1 says that the limit has just been reached. */
  readonly refusedInARow: number
  /** When the next try may be allowed. */
  readonly retryAfterSeconds: number
  readonly now: Date
}

/**
 * Counts a try against each limit, in one atomic statement: whatever runs at the same time, no more than the limit is
 * ever allowed within the window. A refused try is not counted, so waiting always helps.
 *
 * @returns the verdicts in the order of the limits. A try may be counted by some limits and refused by others.
 * @throws Unavailable when the counters cannot be written: what is guarded stays closed.
 */
export async function countTries(
  executor: Executor,
  limits: readonly Limit[],
  now: Date,
): Promise<readonly TryCount[]> {
  return toTryCounts(limits, await failingClosed(() => upsertTries(executor, limits, now)), now)
}

/**
 * The verdicts of counters that a larger statement has counted (`addTriesFor`), in the order of the limits.
 *
 * @throws Unavailable when one of them is missing.
 */
export const toTryCounts = (limits: readonly Limit[], rows: readonly CounterRow[], now: Date): readonly TryCount[] =>
  limits.map((limit) => countOf(limit, rowOf(limit, rows), now))

/**
 * As `countTries`, and looks at one more limit without counting by it: what many would count by at once is looked at first
 * and counted by only when it has to be.
 */
export async function countTriesBeside(
  executor: Executor,
  limits: readonly Limit[],
  beside: Limit,
  now: Date,
): Promise<{ readonly counts: readonly TryCount[]; readonly beside: TryCount }> {
  const rows = await failingClosed(() => upsertTries(executor, limits, now, beside))
  return {
    counts: toTryCounts(limits, rows, now),
    beside: countOf(beside, rowOf(beside, rows) ?? empty, now),
  }
}

/** What a counter says that nothing was ever counted by. */
const empty = { tries: 0, refused: 0, oldest: null }

const rowOf = (limit: Limit, rows: readonly CounterRow[]): CounterRow | undefined =>
  rows.find((one) => one.kind === limit.kind && one.subject === limit.subject)

function countOf(limit: Limit, row: Pick<CounterRow, 'tries' | 'refused' | 'oldest'> | undefined, now: Date): TryCount {
  if (row === undefined) throw new Unavailable('The counter of tries')
  const freeAt = (row.oldest ?? now).getTime() + limit.windowSeconds * 1000
  return {
    ...limit,
    allowed: row.refused === 0,
    tries: row.tries,
    refusedInARow: row.refused,
    retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)),
    now,
  }
}

/** As `countTries`, for a single limit. */
export async function countTry(executor: Executor, limit: Limit, now: Date): Promise<TryCount> {
  const [count] = await countTries(executor, [limit], now)
  if (count === undefined) throw new Unavailable('The counter of tries')
  return count
}

/**
 * Takes back tries that turned out not to count, such as those that succeeded. Those that were refused are left out.
 *
 * @throws Unavailable when the counters cannot be written.
 */
export async function takeBackTries(executor: Executor, counts: readonly TryCount[]): Promise<void> {
  const counted = counts.filter((count) => count.allowed)
  if (counted.length > 0) await failingClosed(() => removeTries(executor, counted).then(() => {}))
}

/**
 * As `takeBackTries`, within a transaction, and says how another limit stands once all who are counting by it at the moment
 * are done. Until the transaction ends nobody else counts by it; others may look in the same way.
 *
 * @throws Unavailable when the counters cannot be read or written.
 */
export async function takeBackTriesUnder(
  tx: Tx,
  counts: readonly TryCount[],
  limit: Limit,
  now: Date,
): Promise<TryCount> {
  const counted = counts.filter((count) => count.allowed)
  const row = await failingClosed(() => removeTries(tx, counted, { limit, now }))
  return countOf(limit, row ?? empty, now)
}

/**
 * Forgets every attempt that these limits have counted.
 *
 * @returns how many attempts that were.
 * @throws Unavailable when the counters cannot be written.
 */
export async function clearTries(
  executor: Executor,
  limits: readonly Pick<Limit, 'kind' | 'subject'>[],
): Promise<number> {
  return failingClosed(() => deleteTries(executor, limits))
}

async function failingClosed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const closed = new Unavailable('The counter of tries')
    closed.cause = error
    throw closed
  }
}
