import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { hourIn } from '@coopline/rules/paying/runs/banking-days'
import { job } from '../../../platform/jobs/jobs.ts'
import { processRun } from './process-run.ts'
import type { Deps } from '../../../platform/deps.ts'

export const runDueItemsJob = job<Record<never, never>>('runs.due-items')

/** A job may take 15 minutes; the next one continues. */
const longestMs = 10 * 60_000

/** Runs what is due today, from the hour of the setting on. Cards are charged on any day; drafts wait for banking days by their rule. */
export async function runDueItems(deps: Deps): Promise<void> {
  const { timeZone, runHour } = deps.settings.current()
  const now = deps.clock.now()
  const today = calendarDateIn(timeZone, now)
  if (hourIn(timeZone, now) < runHour) return
  await processRun(deps, today, new Date(now.getTime() + longestMs))
}
