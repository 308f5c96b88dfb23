import { parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import { useState } from 'react'

/** The first and last day of the history, as the fields contain them; empty for no limit. */
export interface Days {
  readonly from: string
  readonly to: string
}

export const allDays: Days = { from: '', to: '' }

export const historySizes = [10, 25, 50, 100] as const

/** Holds the visible part of a history, and builds the query of the call for it. */
export function useHistory() {
  const [days, setDays] = useState(allDays)
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState<number>(historySizes[0])
  return {
    days,
    page,
    pageSize,
    setPage,
    setDays: (next: Days) => {
      setDays(next)
      setPage(1)
    },
    setPageSize: (next: number) => {
      setPageSize(next)
      setPage(1)
    },
    query: { ...daysQuery(days), page: String(page), pageSize: String(pageSize) },
  }
}

export type HistoryState = ReturnType<typeof useHistory>

/** Days as calls take them: one that is not given is left out. */
export function daysQuery({ from, to }: Days) {
  const [first, last] = [parseCalendarDate(from), parseCalendarDate(to)]
  return { ...(first !== null && { from: first }), ...(last !== null && { to: last }) }
}
