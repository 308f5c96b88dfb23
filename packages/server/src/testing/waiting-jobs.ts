import type { Job, Jobs } from '../platform/jobs/jobs.ts'

export interface WaitingJobs extends Jobs {
  /** The jobs that were enqueued and have not run. */
  readonly waiting: readonly { readonly name: string; readonly payload: object }[]
  /** Work that runs on a schedule. */
  readonly scheduled: readonly Job<Record<never, never>>[]
  /** Runs one kind of work now, as the schedule or a worker would. */
  readonly run: <P extends object>(job: Job<P>, payload: P) => Promise<void>
  /** Runs everything that waits. */
  readonly runWaiting: () => Promise<void>
}

/** Jobs that run when a test says so. What a transaction enqueued before it was rolled back stays: tests look at effects. */
export function createWaitingJobs(): WaitingJobs {
  const waiting: { name: string; payload: object }[] = []
  const scheduled: Job<Record<never, never>>[] = []
  const handlers = new Map<string, (payload: object) => Promise<void>>()
  const runNamed = async (name: string, payload: object) => {
    const handler = handlers.get(name)
    if (handler === undefined) throw new Error(`No handler for the job ${name}`)
    await handler(payload)
  }
  return {
    waiting,
    scheduled,
    enqueue: async (_tx, job, payload) => void waiting.push({ name: job.name, payload }),
    handle: (job, handler) => void handlers.set(job.name, handler as (payload: object) => Promise<void>),
    every: (_cron, job) => void scheduled.push(job),
    start: async () => {},
    work: async () => {},
    stopping: new AbortController().signal,
    stop: async () => {},
    run: async (job, payload) => runNamed(job.name, payload),
    runWaiting: async () => {
      for (const one of waiting.splice(0)) await runNamed(one.name, one.payload)
    },
  }
}
