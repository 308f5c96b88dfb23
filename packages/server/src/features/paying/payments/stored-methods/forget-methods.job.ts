import { scheduledJob } from '../../../../platform/jobs/feature-job.ts'
import { forgetMethods } from './remove-stored-methods.ts'

export const forgetMethodsJob = scheduledJob('payments.forget-methods', '*/5 * * * *', forgetMethods)
