import type { Feature } from '../../platform/http/call.ts'
import { job } from '../../platform/jobs/jobs.ts'
import { repeatOutages } from '../outage/public.ts'
import { mountMailbox } from './mount-mailbox.ts'
import { reviewProfiles, reviewProfilesJob } from './review-profiles.job.ts'

/** Repeats the demo storm every minute, as the outage system would. */
const repeatStormJob = job<Record<never, never>>('demo.repeat-storm')

/**
 * What only a demo installation has: a mailbox that shows what members would have been sent, and a cooperative that looks at
 * changes of profiles.
 */
export const demoFeature: Feature = {
  routes: () => {},
  pages: mountMailbox,
  jobs: (deps) => {
    if (!deps.env.DEMO) return
    deps.jobs.handle(reviewProfilesJob, () => reviewProfiles(deps))
    deps.jobs.every('* * * * *', reviewProfilesJob)
    deps.jobs.handle(repeatStormJob, async () => repeatOutages(deps))
    deps.jobs.every('* * * * *', repeatStormJob)
  },
}
