import { scheduledJob } from '../../../platform/jobs/feature-job.ts'
import { repeatOutages } from '../../service/outage/public.ts'

/** Repeats the demo storm every minute, as the outage system would. */
export const repeatStormJob = scheduledJob('demo.repeat-storm', '* * * * *', repeatOutages, ({ env }) => env.DEMO)
