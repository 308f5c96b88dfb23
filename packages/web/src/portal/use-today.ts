import { type CalendarDate, calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { useState } from 'react'
import { useSettings } from './use-settings.ts'

/** The day it is at the cooperative, as of when the page was opened; `null` until its time zone is known. */
export function useToday(): CalendarDate | null {
  const [openedAt] = useState(() => new Date())
  const timeZone = useSettings({ texts: ['timeZone'] }).data?.timeZone
  return timeZone === undefined ? null : calendarDateIn(timeZone, openedAt)
}
