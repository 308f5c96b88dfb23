import type { Feature } from '../../../platform/http/call.ts'
import { runDueItems, runDueItemsJob } from './run-due-items.job.ts'

/** Runs, which collect due payments on their day, from bank accounts by file. */
export const runsFeature: Feature = {
  routes: () => {},
  jobs: (deps) => {
    deps.jobs.handle(runDueItemsJob, () => runDueItems(deps))
    deps.jobs.every('*/5 * * * *', runDueItemsJob)
  },
}
