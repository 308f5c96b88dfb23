import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { hourIn, isBankingDay } from '@coopline/rules/runs/banking-days'
import { job } from '../../platform/jobs/jobs.ts'
import { processRun } from './process-run.ts'
import type { RunDeps } from './run-source.ts'

export const runDueItemsJob = job<Record<never, never>>('runs.due-items')

/** A job may take 15 minutes; the next one continues. */
const longestMs = 10 * 60_000

/** Runs what is due today, on a banking day and from the hour of the setting on. */
export async function runDueItems(deps: RunDeps): Promise<void> {
  const { timeZone, runHour } = deps.settings.current()
  const now = deps.clock.now()
  const today = calendarDateIn(timeZone, now)
  if (!isBankingDay(today) || hourIn(timeZone, now) < runHour) return
  await processRun(deps, today, new Date(now.getTime() + longestMs))
}
