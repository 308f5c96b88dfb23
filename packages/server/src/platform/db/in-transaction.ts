import { requireLease } from './job-lease.ts'
import type { Database, Tx } from './open-database.ts'

/** Another transaction was in the way (serialization failure, deadlock): the same work may well succeed now. */
const worthRetrying = new Set(['40001', '40P01'])
const maxAttempts = 5

/**
 * Runs work in a transaction, again when the database broke it off in favour of another one: five times at most.
 *
 * Within a job it commits only while the job is still this worker's: one that stalled and wakes changes nothing.
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
      // By chance, or those that were in each other's way would meet again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempts))
    }
  }
}

/** The database's own error, or one that was made of it. */
const isWorthRetrying = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && worthRetrying.has(String(error.code))) || isWorthRetrying(error.cause))
