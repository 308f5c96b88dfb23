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

/** The reminder, in seconds before the start of the due date: at nine in the morning, three days before, on the reader's clock. */
const reminderSeconds = 3 * 86_400 - 9 * 3_600

/** The interval at which programs should ask again. */
const refreshSeconds = 6 * 3_600

/** Escapes the calendar's name, on one line, as RFC 5545 requires for texts. The library does not escape it. */
const writtenText = (text: string): string => text.replaceAll(/[\\;,]/gu, String.raw`\$&`).replaceAll(/\p{Cc}+/gu, ' ')

/** The component of a calendar without due dates, because a calendar needs at least one (RFC 5545, 3.4). */
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

/** Writes due dates as iCalendar (RFC 5545): whole days, with a reminder three days before. Equal due dates give equal text. */
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
