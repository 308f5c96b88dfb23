import { calendarDateIn, formatUsDate } from '../../kernel/calendar-date.ts'

/**
 * When service is expected back, as members read it: 'MM/dd/yyyy HH:mm' on the cooperative's clock (REQ-D-108).
 *
 * @throws RangeError for an unknown zone or an invalid instant.
 */
export function restorationTime(instant: Date, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return `${formatUsDate(calendarDateIn(timeZone, instant))} ${clock.format(instant)}`
}
