import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pLimit from 'p-limit'
import { Unavailable } from '../errors.ts'

/** CPU-heavy work: many pieces at a time would leave no processor time for other requests. */
export interface HeavyWork {
  /**
   * Admits a request that needs such work unless too many wait already. Call it first: a request that is turned away has not
   * been counted, checked or recorded.
   *
   * @throws Unavailable when too many wait.
   */
  readonly admit: <T>(request: () => Promise<T>) => Promise<T>
  /**
   * Queues one piece of work and returns its result. Between two pieces, other callers get a turn of the event loop.
   */
  readonly run: <T>(piece: () => Promise<T>) => Promise<T>
}

export interface HeavyWorks {
  /** Hashing of passwords: memory and a thread each. */
  readonly hashing: HeavyWork
  /** Drawing of documents. */
  readonly drawing: HeavyWork
  /** Imports of what systems push. They exclude one another, so each waits here and not in the database. */
  readonly importing: HeavyWork
}

export type HeavyWorkKind = keyof HeavyWorks

export interface HeavyWorkLimits {
  readonly atOnce: number
  readonly waiting: number
}

const retryAfterSeconds = 5

/** @internal */
export function createHeavyWork(name: string, { atOnce, waiting }: HeavyWorkLimits): HeavyWork {
  const turn = pLimit(atOnce)
  let admitted = 0
  return {
    admit: async (request) => {
      if (admitted >= atOnce + waiting) throw new Unavailable(name, retryAfterSeconds)
      admitted += 1
      try {
        return await request()
      } finally {
        admitted -= 1
      }
    },
    run: async (piece) =>
      turn(async () => {
        // Without this, a piece that never waits would start the next one at once, and the whole queue would run as
        // one.
        await nextTurn()
        return piece()
      }),
  }
}

/**
 * The limits of a process. Hashing runs in the four threads that files, names and compression share; one of them always stays
 * free for those.
 */
export const createHeavyWorks = (): HeavyWorks => ({
  hashing: createHeavyWork('Hashing', { atOnce: Math.min(3, availableParallelism()), waiting: 50 }),
  drawing: createHeavyWork('Drawing', { atOnce: 2, waiting: 50 }),
  importing: createHeavyWork('Importing', { atOnce: 1, waiting: 100 }),
})
