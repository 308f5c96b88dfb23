import { addDays } from '@coopline/rules/kernel/calendar-date'
import type { Deps } from '../../../platform/deps.ts'
import { scheduledJob } from '../../../platform/jobs/feature-job.ts'
import { todayOf } from '../../../platform/today.ts'
import { createMonths } from './write-readings.store.ts'

export const createMonthsJob = scheduledJob('usage.create-months', '30 3 * * *', createComingMonths)

/** Days ahead: two months, so that a job that fails for weeks does not block readings. */
const daysAhead = 62

/** Creates the partitions of the coming months, before imports need them. */
async function createComingMonths(deps: Pick<Deps, 'db' | 'clock' | 'settings'>): Promise<void> {
  const today = todayOf(deps)
  await createMonths(deps.db, today, addDays(today, daysAhead))
}
