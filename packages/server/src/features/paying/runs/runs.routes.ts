import type { Feature } from '../../../platform/http/call.ts'
import { runDueItemsJob } from './run-due-items.job.ts'

/** Runs, which collect due payments on their day, from bank accounts by file. */
export const runsFeature: Feature = {
  routes: () => {},
  jobs: [runDueItemsJob],
}
