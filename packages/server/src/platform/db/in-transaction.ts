import { AsyncLocalStorage } from 'node:async_hooks'
import { requireLease } from './job-lease.ts'
import type { Database, Tx } from './open-database.ts'

/** Serialization failure and deadlock: a retry may succeed. */
const worthRetrying = new Set(['40001', '40P01'])
const maxAttempts = 5

const guards = new AsyncLocalStorage<(tx: Tx) => Promise<void>>()

/** Does work in which `inTransaction` starts every transaction with the guard, which throws to refuse it. */
export const withGuard = async <T>(guard: (tx: Tx) => Promise<void>, work: () => Promise<T>): Promise<T> =>
  guards.run(guard, work)

/**
 * Runs work in a transaction, and retries it when the database aborted it in favor of another one: five times at most.
 *
 * Within a job it commits only while this worker still has the job: a worker that stalled and resumes changes nothing. A
 * transaction of a member's call starts with the guard of the call, which refuses it once the member was erased.
 *
 * @param work must be repeatable: a retry repeats its effects outside the transaction.
 * @throws LeaseLost when the job was given to another worker; what the guard of `withGuard` throws.
 */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        await guards.getStore()?.(tx)
        const done = await work(tx)
        await requireLease(tx)
        return done
      })
    } catch (error) {
      if (attempts === maxAttempts || !isWorthRetrying(error)) throw error
      // A random delay, so that two conflicting transactions do not collide again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempts))
    }
  }
}

/** Ends the transaction of `rolledBack`. */
class RolledBack extends Error {}

/** Does work in a transaction that is rolled back. @returns the result of the work. */
export async function rolledBack<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  let done: { readonly result: T } | undefined
  try {
    return await inTransaction(db, async (tx) => {
      done = { result: await work(tx) }
      throw new RolledBack()
    })
  } catch (error) {
    if (error instanceof RolledBack && done !== undefined) return done.result
    throw error
  }
}

/** Checks the error and its causes. */
const isWorthRetrying = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && worthRetrying.has(String(error.code))) || isWorthRetrying(error.cause))
