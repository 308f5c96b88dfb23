import { scheduledJob } from '../../../../platform/jobs/feature-job.ts'
import { sweepMethodRequests } from './request-method.ts'

export const sweepMethodRequestsJob = scheduledJob('payments.sweep-method-requests', '*/5 * * * *', sweepMethodRequests)
