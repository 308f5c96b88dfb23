import { requireLease } from './job-lease.ts'
import type { Database, Tx } from './open-database.ts'

/** Serialization failure and deadlock: a retry may succeed. */
const worthRetrying = new Set(['40001', '40P01'])
const maxAttempts = 5

/**
 * Runs work in a transaction, and retries it when the database aborted it in favor of another one: five times at most.
 *
 * Within a job it commits only while this worker still has the job: a worker that stalled and resumes changes nothing.
 *
 * @param work must be repeatable: a retry repeats its effects outside the transaction.
 * @throws LeaseLost when the job was given to another worker.
 */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
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

/** Checks the error and its causes. */
const isWorthRetrying = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && worthRetrying.has(String(error.code))) || isWorthRetrying(error.cause))
