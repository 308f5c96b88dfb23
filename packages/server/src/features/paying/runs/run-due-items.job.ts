import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { hourIn } from '@coopline/rules/paying/runs/banking-days'
import { scheduledJob } from '../../../platform/jobs/feature-job.ts'
import { processRun } from './process-run.ts'
import type { Deps } from '../../../platform/deps.ts'

export const runDueItemsJob = scheduledJob('runs.due-items', '*/5 * * * *', runDueItems)

/** The time after which a job stops. A job may take 15 minutes, and the next one continues. */
const longestMs = 10 * 60_000

/** Processes what is due today, from the hour in the settings on. Cards are charged on any day; drafts wait for banking days. @internal */
export async function runDueItems(deps: Deps): Promise<void> {
  const { timeZone, runHour } = deps.settings.current()
  const now = deps.clock.now()
  const today = calendarDateIn(timeZone, now)
  if (hourIn(timeZone, now) < runHour) return
  await processRun(deps, today, new Date(now.getTime() + longestMs))
}
