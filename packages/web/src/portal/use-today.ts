import type { site } from '@coopline/contract/site/site.contract'
import { type CalendarDate, calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { useState } from 'react'
import { useRead } from './use-read.ts'

const settingsLine = 'GET /v3/site/ats-config-settings' satisfies (typeof site)['atsConfigSettings']['call']

/** The day it is at the cooperative, as of when the page was opened; `null` until its time zone is known. */
export function useToday(): CalendarDate | null {
  const [openedAt] = useState(() => new Date())
  const { data } = useRead(settingsLine, { query: { keys: 'timeZone' } })
  const timeZone = data?.results.find(({ key }) => key === 'timeZone')?.value
  return timeZone === undefined ? null : calendarDateIn(timeZone, openedAt)
}
