import { isDatabaseAway } from '../db/is-database-away.ts'
import { LeaseLost } from '../db/job-lease.ts'
import { Unavailable } from '../errors.ts'
import type { Log } from '../log.ts'

/** True for what is the fault of no single item and stops the whole work, which then continues later. */
export const stopsAll = (error: unknown): boolean =>
  isDatabaseAway(error) || error instanceof LeaseLost || error instanceof Unavailable

export interface Isolated<T> {
  /** Works on items, usually in one transaction. Must be repeatable. */
  readonly work: (items: readonly T[]) => Promise<void>
  /** Records an item that failed separately. */
  readonly fail: (item: T, error: unknown) => Promise<void> | void
}

/**
 * Works on items together. If that fails, works on them one at a time, so that one failure does not stop the others.
 *
 * @throws what `stopsAll`.
 */
export async function isolateFailures<T>(log: Log, items: readonly T[], isolated: Isolated<T>): Promise<void> {
  try {
    await isolated.work(items)
  } catch (error) {
    if (stopsAll(error)) throw error
    const [first, ...others] = items
    if (first === undefined) throw error
    if (others.length === 0) {
      await isolated.fail(first, error)
      return
    }
    log.warn({ err: error, items: items.length }, 'Items failed together and are taken one at a time')
    for (const one of items) await isolateFailures(log, [one], isolated)
  }
}

/** Works on a batch of a job's items. */
type TakeItems = <T>(items: readonly T[], work: Isolated<T>['work']) => Promise<void>

/**
 * The number of failures in a row after which the job stops. Bad data causes fewer. More than that mean a fault that every
 * item meets, and each failure writes a line to the log.
 */
const mostInARow = 1_000

/**
 * Runs a job whose items must not stop each other. Items that fail are logged. The job fails after the last item if one did, so that
 * the queue retries it and raises its alarm in the end. It stops earlier when as many items in a row fail as no bad data explains.
 */
export async function failAfterLast(log: Log, run: (take: TakeItems) => Promise<void>): Promise<void> {
  let failed = 0
  let inARow = 0
  await run(async (items, work) =>
    isolateFailures(log, items, {
      work: async (some) => {
        await work(some)
        inARow = 0
      },
      fail: (_item, error) => {
        failed += 1
        inARow += 1
        log.error({ err: error }, 'An item of a job failed')
        if (inARow === mostInARow) throw new Error(`Items of the job that failed in a row: ${inARow}`, { cause: error })
      },
    }),
  )
  if (failed > 0) throw new Error(`Items of the job that failed: ${failed}`)
}
