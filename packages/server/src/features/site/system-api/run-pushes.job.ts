import { scheduledJob } from '../../../platform/jobs/feature-job.ts'
import { deleteUnfinishedPushes } from './pushes.store.ts'
import { runPushes } from './run-pushes.ts'

/** A body that began to arrive so long ago never arrived whole. */
const unfinishedMs = 3_600_000

/** Imports what a process left that was killed, and what had to wait for another import. */
export const runPushesJob = scheduledJob('system-pushes', '* * * * *', async (deps) => {
  await deleteUnfinishedPushes(deps.db, new Date(deps.clock.now().getTime() - unfinishedMs))
  await runPushes(deps)
})
