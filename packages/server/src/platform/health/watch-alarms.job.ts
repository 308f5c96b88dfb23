import { scheduledJob } from '../jobs/feature-job.ts'
import { watchAlarms } from './alarms.ts'

/** Looks at the alarms every minute. */
export const watchAlarmsJob = scheduledJob('platform.watch-alarms', '* * * * *', watchAlarms)
