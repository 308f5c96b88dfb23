import { addDays, type CalendarDate, calendarDate } from '@coopline/rules/kernel/calendar-date'

const minute = 60_000

/** A local day with its start and end. Days of a clock change have 23 or 25 hours. */
export interface LocalDay {
  readonly day: CalendarDate
  /** Start of this day and of the next, in milliseconds since 1970. */
  readonly start: number
  readonly end: number
}

/** Maps instants to local days in a time zone. */
export interface LocalDays {
  /** @throws RangeError when the instant is outside the years 1 to 9999. */
  readonly ofInstant: (instant: number) => LocalDay
  readonly ofDay: (day: CalendarDate) => LocalDay
  /** Milliseconds by which local time is ahead of UTC. */
  readonly offsetAt: (instant: number) => number
}

const mostRemembered = 4_000
const byZone = new Map<string, LocalDays>()

/**
 * Local days of a time zone such as 'America/Chicago'. Caches results, because `Intl` is slow.
 *
 * @throws RangeError for an unknown zone.
 */
export function localDays(timeZone: string): LocalDays {
  const known = byZone.get(timeZone) ?? createLocalDays(timeZone)
  byZone.set(timeZone, known)
  return known
}

function createLocalDays(timeZone: string): LocalDays {
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const offsetAt = (instant: number): number => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
    const at = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
    const local = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'))
    return local - Math.floor(instant / 1000) * 1000
  }
  const known = new Map<string, LocalDay>()
  const startOf = (day: CalendarDate): number => {
    const midnight = Date.parse(`${day}T00:00:00Z`)
    // Use the offset of the evening before: when midnight occurs twice or not at all, the day starts at the earlier instant.
    const before = midnight - offsetAt(midnight - 30 * 60 * minute)
    const after = midnight - offsetAt(before)
    return offsetAt(after) === midnight - after ? after : before
  }
  const ofDay = (day: CalendarDate): LocalDay => {
    const before = known.get(day)
    if (before !== undefined) return before
    if (known.size >= mostRemembered) known.clear()
    const found = { day, start: startOf(day), end: startOf(addDays(day, 1)) }
    known.set(day, found)
    return found
  }
  const find = (instant: number): LocalDay => {
    const guess = ofDay(calendarDate(new Date(instant).toISOString().slice(0, 10)))
    if (instant < guess.start) return ofDay(addDays(guess.day, -1))
    return instant < guess.end ? guess : ofDay(addDays(guess.day, 1))
  }
  let last: LocalDay | undefined
  /** Instants often follow one another on the same day. */
  const ofInstant = (instant: number): LocalDay => {
    if (last === undefined || !(instant >= last.start && instant < last.end)) last = find(instant)
    return last
  }
  return { ofInstant, ofDay, offsetAt }
}

/** Number of intervals in a local day. */
export const intervalsOf = ({ start, end }: LocalDay, minutes: number): number =>
  Math.round((end - start) / (minutes * minute))
