import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Executor } from './open-database.ts'

/** A worker's right to a job. The count of retries is its fencing token: it rises each time the job is handed out again. */
export interface JobLease {
  readonly name: string
  readonly id: string
  readonly retryCount: number
}

/** Thrown when the job that this work belongs to was given to another worker, because this one was not heard of. */
export class LeaseLost extends Error {
  constructor(name: string) {
    super(`The job ${name} was given to another worker`)
    this.name = 'LeaseLost'
  }
}

const leases = new AsyncLocalStorage<JobLease>()

/** Does a job's work under its lease: `inTransaction` then commits only while the lease is this worker's. */
export const withLease = async (lease: JobLease, work: () => Promise<void>): Promise<void> => leases.run(lease, work)

/**
 * Checks, within a job, that this worker still has it. The database compares by its own clock. The row stays locked until the
 * transaction ends, so that no worker takes the job over between the check and the commit.
 *
 * @throws LeaseLost when another worker has the job.
 */
export async function requireLease(executor: Executor): Promise<void> {
  const lease = leases.getStore()
  if (lease === undefined) return
  const { rows } = await sql`
    select 1 from job.job
    where name = ${lease.name} and id = ${lease.id}::uuid and state = 'active' and retry_count = ${lease.retryCount}
    for share`.execute(executor)
  if (rows.length === 0) throw new LeaseLost(lease.name)
}
