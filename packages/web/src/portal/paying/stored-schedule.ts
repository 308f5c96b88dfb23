import { type CalendarDate, parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import { isRecord } from '../call/is-record.ts'
import { readSessionItem, writeSessionItem } from '../session/session-storage.ts'

const key = 'scheduledPayment'

/** Keeps the day of a payment that was scheduled in this tab, for its result page (SP-12). */
export const keepSchedule = (transNo: string, paymentDate: CalendarDate): void =>
  writeSessionItem(key, { transNo, paymentDate })

/** The day that was kept for that number; `null` when there is none. */
export function findStoredSchedule(transNo: string): CalendarDate | null {
  const kept = readSessionItem(key)
  if (!isRecord(kept) || kept['transNo'] !== transNo || typeof kept['paymentDate'] !== 'string') return null
  return parseCalendarDate(kept['paymentDate'])
}
