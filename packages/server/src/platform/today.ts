import { type CalendarDate, calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import type { Deps } from './deps.ts'

/** The date at the cooperative, in its time zone. */
export const todayOf = ({ settings, clock }: Pick<Deps, 'settings' | 'clock'>): CalendarDate =>
  calendarDateIn(settings.current().timeZone, clock.now())
