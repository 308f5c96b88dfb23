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
  pages: (server, deps) => {
    mountMailbox(server, deps)
    mountChatAgent(server, deps)
  },
  jobs: [reviewProfilesJob, repeatStormJob],
}
