import type { Calls } from '@coopline/contract/calls'
import { type CalendarDate, calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useRead } from '../call/use-read.ts'
import { settingsLine, settingsQuery } from '../page/use-settings.ts'

/** Loads the day it is at the cooperative, as of when the page was opened. */
export function useToday(): UseQueryResult<CalendarDate> {
  const [openedAt] = useState(() => new Date())
  const select = useCallback(
    ({ results }: Calls[typeof settingsLine]['answer']) =>
      calendarDateIn(results.find(({ key }) => key === 'timeZone')?.value ?? '', openedAt),
    [openedAt],
  )
  return useRead(settingsLine, { query: settingsQuery({ texts: ['timeZone'] }) }, { select })
}
