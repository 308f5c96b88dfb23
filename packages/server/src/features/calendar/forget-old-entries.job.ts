import { addDays, calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import type { Deps } from '../../platform/deps.ts'
import { job } from '../../platform/jobs/jobs.ts'
import { deleteEntriesBefore } from './calendar.store.ts'

export const forgetOldEntriesJob = job<Record<never, never>>('calendar.forget-old')

const keptDays = 400

/** Forgets what calendars were told of due dates more than a year ago. */
export const forgetOldEntries = async (deps: Pick<Deps, 'db' | 'clock' | 'settings'>): Promise<void> =>
  deleteEntriesBefore(deps.db, addDays(calendarDateIn(deps.settings.current().timeZone, deps.clock.now()), -keptDays))
