import type { Tx } from '../db/open-database.ts'

/** A kind of work that is done later, at least once, by any process. Handlers must be idempotent. */
export interface Job<Payload extends object> {
  readonly name: string
  /** The seconds that the queue keeps a completed job; 7 days when absent. */
  readonly retainedSeconds?: number
  /** Carried for the type only. */
  readonly payload?: Payload
}

export const job = <Payload extends object>(
  name: string,
  options: Pick<Job<Payload>, 'retainedSeconds'> = {},
): Job<Payload> => ({ name, ...options })

/** The dead-letter queue, for jobs that failed every retry. It raises an alarm for staff. */
export const deadLetters = 'dead-letters'

interface EnqueueOptions {
  /** The earliest time at which the job runs. */
  readonly startAfter?: Date
}

export interface Jobs {
  /** Puts work into the queue, in the transaction that causes it: both happen or neither. */
  readonly enqueue: <P extends object>(tx: Tx, job: Job<P>, payload: P, options?: EnqueueOptions) => Promise<void>
  /** Registers the handler of a kind of work. Call before `start`. */
  readonly handle: <P extends object>(job: Job<P>, handler: (payload: P) => Promise<void>) => void
  /** Runs a kind of work on a cron schedule (`* * * * *`), once however many processes there are. Call before `start`. */
  readonly every: (cron: string, job: Job<Record<never, never>>) => void
  /**
   * Makes the queues, after which work can be enqueued, and begins to take work. With `work: false` it waits for `work`, or
   * other processes do what this one enqueues.
   */
  readonly start: (options?: { readonly work: boolean }) => Promise<void>
  /** Begins to take work, after `start`. */
  readonly work: () => Promise<void>
  /** Aborts when `stop` is called: work that takes longer than a stop may wait ends where another process can continue. */
  readonly stopping: AbortSignal
  /** Ends taking work and waits 15 seconds at most for what is under way. */
  readonly stop: () => Promise<void>
}
