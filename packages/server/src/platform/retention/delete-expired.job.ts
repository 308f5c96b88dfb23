import { type Clock, systemClock } from '../clock.ts'
import type { Deps } from '../deps.ts'
import { scheduledJob } from '../jobs/feature-job.ts'
import { deleteOldest, dropOldestMonth } from './retention.store.ts'

export const deleteExpiredJob = scheduledJob('delete-expired', '40 * * * *', async (deps) =>
  deleteExpiredWithRightClock(deps),
)

/** Maximum rows per statement, so that each is short, and maximum statements per table and run. The next run continues. */
const [batchSize, mostBatches] = [1_000, 500] as const

/**
 * Deletes what has passed its retention, table by table and in batches.
 *
 * @throws AggregateError when a table could not be worked on; the others were.
 *
 * @internal
 */
export async function deleteExpired(deps: Pick<Deps, 'db' | 'clock' | 'env' | 'log' | 'featureData'>): Promise<void> {
  const failures: Error[] = []
  for (const rule of deps.featureData.retention) {
    const days = deps.env.RETENTION_DAYS[rule.table] ?? rule.days
    const before = new Date(deps.clock.now().getTime() - days * 86_400_000)
    try {
      const deleted = rule.isByMonth
        ? await repeat(async () => dropOldestMonth(deps.db, rule.table, before), 1)
        : await repeat(async () => deleteOldest(deps.db, rule, before, batchSize), batchSize)
      if (deleted > 0) deps.log.info({ table: rule.table, deleted }, 'Deleted what has passed its retention')
    } catch (error) {
      failures.push(new Error(`${rule.table}: ${error instanceof Error ? error.message : 'failed'}`, { cause: error }))
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `Old rows were not deleted: ${failures.map((one) => one.message).join('; ')}`)
}

const mostSkewMs = 86_400_000

/**
 * Runs `deleteExpired`, unless the database's time is more than a day away from this machine's: a server that was restored with
 * a wrong date would otherwise lose what it must keep.
 *
 * @throws Error when the two differ that much.
 *
 * @internal
 */
export async function deleteExpiredWithRightClock(
  deps: Parameters<typeof deleteExpired>[0],
  machine: Clock = systemClock,
): Promise<void> {
  const skewMs = deps.clock.now().getTime() - machine.now().getTime()
  if (Math.abs(skewMs) > mostSkewMs)
    throw new Error(
      `Nothing is deleted: the database's clock is ${Math.round(skewMs / 3_600_000)} hours off this machine's`,
    )
  await deleteExpired(deps)
}

/** Repeats a batch until one is not full. @returns the total number of deleted rows. */
async function repeat(deleteBatch: () => Promise<number>, fullBatch: number): Promise<number> {
  let deleted = 0
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const count = await deleteBatch()
    deleted += count
    if (count < fullBatch) break
  }
  return deleted
}
