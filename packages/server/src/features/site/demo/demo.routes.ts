import type { Feature } from '../../../platform/http/call.ts'
import { job } from '../../../platform/jobs/jobs.ts'
import { repeatOutages } from '../../service/outage/public.ts'
import { mountChatAgent } from './mount-chat-agent.ts'
import { mountMailbox } from './mount-mailbox.ts'
import { reviewProfiles, reviewProfilesJob } from './review-profiles.job.ts'

/** Repeats the demo storm every minute, as the outage system would. */
const repeatStormJob = job<Record<never, never>>('demo.repeat-storm')

/**
 * The routes and jobs of demo installations: a mailbox with the messages to members, an agent for the web chat, and a
 * cooperative that reviews profile changes.
 */
export const demoFeature: Feature = {
  routes: () => {},
  pages: (server, deps) => {
    mountMailbox(server, deps)
    mountChatAgent(server, deps)
  },
  jobs: (deps) => {
    if (!deps.env.DEMO) return
    deps.jobs.handle(reviewProfilesJob, () => reviewProfiles(deps))
    deps.jobs.every('* * * * *', reviewProfilesJob)
    deps.jobs.handle(repeatStormJob, async () => repeatOutages(deps))
    deps.jobs.every('* * * * *', repeatStormJob)
  },
}
