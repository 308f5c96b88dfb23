import { queuedJob } from '../../../platform/jobs/feature-job.ts'
import { runPushes } from './run-pushes.ts'

/** Imports what systems pushed, as soon as a body has arrived. */
export const importArrivedJob = queuedJob<Record<never, never>>('system-push', async (deps) => runPushes(deps))
