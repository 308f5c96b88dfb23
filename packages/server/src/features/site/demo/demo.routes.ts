import type { Feature } from '../../../platform/http/call.ts'
import { mountChatAgent } from './mount-chat-agent.ts'
import { mountMailbox } from './mount-mailbox.ts'
import { repeatStormJob } from './repeat-storm.job.ts'
import { reviewProfilesJob } from './review-profiles.job.ts'

/**
 * The routes and jobs of demo installations: a mailbox with the messages to members, an agent for the web chat, and a
 * cooperative that reviews profile changes.
 */
export const demoFeature: Feature = {
  routes: () => {},
  pages: (deps, server) => {
    mountMailbox(deps, server)
    mountChatAgent(deps, server)
  },
  jobs: [reviewProfilesJob, repeatStormJob],
}
