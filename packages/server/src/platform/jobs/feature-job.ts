import type { Deps } from '../deps.ts'
import { type Job, job } from './jobs.ts'

/** A job as a slice lists it. It is in `<name>.job.ts` with its schedule and calls the use case that does the work. */
export interface FeatureJob {
  /** Registers the handler and the schedule of the job. Called before the queue starts. */
  readonly register: (deps: Deps) => void
}

/**
 * Builds a job that runs on a cron schedule, once however many processes there are.
 *
 * @param isOffered false for installations that do not have the job.
 */
export function scheduledJob(
  name: string,
  cron: string,
  run: (deps: Deps) => Promise<unknown>,
  isOffered: (deps: Deps) => boolean = () => true,
): FeatureJob & Job<Record<never, never>> {
  const scheduled = job<Record<never, never>>(name)
  return {
    ...scheduled,
    register: (deps) => {
      if (!isOffered(deps)) return
      deps.jobs.handle(scheduled, async () => void (await run(deps)))
      deps.jobs.every(cron, scheduled)
    },
  }
}

/** Builds a job that runs when a transaction has enqueued it. */
export function queuedJob<Payload extends object>(
  name: string,
  run: (deps: Deps, payload: Payload) => Promise<void>,
  options: Parameters<typeof job>[1] = {},
): FeatureJob & Job<Payload> {
  const queued = job<Payload>(name, options)
  return {
    ...queued,
    register: (deps) => deps.jobs.handle(queued, async (payload) => run(deps, payload)),
  }
}
