import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Language } from '@coopline/rules/kernel/problem'
import ical, { ICalAlarmType, ICalEventTransparency } from 'ical-generator'

/** A due date with its texts. */
export interface CalendarEvent {
  readonly uid: string
  readonly sequence: number
  readonly modifiedAt: Date
  readonly day: CalendarDate
  readonly isPastDue: boolean
  readonly address: string
  readonly summary: string
  readonly description: string
  readonly reminder: string
}

interface Calendar {
  readonly name: string
  /** The host of the portal, which makes the ids of events unique. */
  readonly host: string
  readonly language: Language
  readonly events: readonly CalendarEvent[]
}

/** A day begins at midnight, when nobody is to be woken: the reminder is at nine in the morning, on the clock of the reader. */
const reminderSeconds = 3 * 86_400 - 9 * 3_600

/** The interval at which programs should ask again. */
const refreshSeconds = 6 * 3_600

/** The library does not escape the calendar's name, so it is escaped here, on one line, as RFC 5545 requires for texts. */
const writtenText = (text: string): string => text.replaceAll(/[\\;,]/gu, String.raw`\$&`).replaceAll(/\p{Cc}+/gu, ' ')

/** A calendar has one component at least (RFC 5545, 3.4): without due dates this one, which says nothing. */
const universalTime = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\r\n')

/** Writes due dates as iCalendar (RFC 5545): whole days, with a reminder in the morning three days before. The same ones read the same. */
export function writeCalendar({ name, host, language, events }: Calendar): string {
  const calendar = ical({
    name: writtenText(name),
    prodId: { company: 'Coopline', product: 'Due dates', language: language.toUpperCase() },
    ttl: refreshSeconds,
    ...(events.length === 0 && { timezone: { name: 'Etc/UTC', generator: () => universalTime } }),
  })
  for (const { uid, sequence, modifiedAt, day, isPastDue, address, summary, description, reminder } of events) {
    const event = calendar.createEvent({
      id: `${uid}@${host}`,
      sequence,
      stamp: modifiedAt,
      lastModified: modifiedAt,
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      summary,
      description,
      url: address,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
    if (!isPastDue)
      event.createAlarm({ type: ICalAlarmType.display, triggerBefore: reminderSeconds, description: reminder })
  }
  return calendar.toString()
}
