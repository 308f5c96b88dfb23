import { scheduledJob } from '../../../platform/jobs/feature-job.ts'
import { finishDrafts } from './finish-draft-request.ts'

export const finishDraftsJob = scheduledJob('drafts.finish-requests', '* * * * *', finishDrafts)
