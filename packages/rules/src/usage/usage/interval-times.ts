import { addDays, type CalendarDate } from '../../kernel/calendar-date.ts'

/**
 * Start times of a local day's intervals, in `timeZone` with the UTC offset: `2026-11-01T01:30:00-05:00`. Steps through elapsed
 * time, so days with a clock change have 23 or 25 hours.
 *
 * @param minutes length of an interval.
 */
export function intervalStarts(day: CalendarDate, minutes: number, timeZone: string): readonly string[] {
  const [start, end] = [midnight(day, timeZone), midnight(addDays(day, 1), timeZone)]
  const count = Math.round((end - start) / minuteMs / minutes)
  const offset = offsetAt(start, timeZone)
  if (offset === offsetAt(end, timeZone) && count * minutes === minutesOfDay) {
    const zone = zoneOf(offset)
    return timesOfDay(minutes).map((time) => `${day}T${time}${zone}`)
  }
  return Array.from({ length: count }, (_none, index) => {
    const instant = start + index * minutes * minuteMs
    return onClock(instant, offsetAt(instant, timeZone))
  })
}

const times = new Map<number, readonly string[]>()

/** Start times of a day without a clock change. Kept, because half a year of 5-minute readings has 51,840 of them. */
function timesOfDay(minutes: number): readonly string[] {
  const known = times.get(minutes)
  if (known !== undefined) return known
  const made = Array.from({ length: minutesOfDay / minutes }, (_none, index) =>
    new Date(index * minutes * minuteMs).toISOString().slice(11, 19),
  )
  times.set(minutes, made)
  return made
}

const minuteMs = 60_000
const minutesOfDay = 1_440

/** The first instant of a local day, in milliseconds since 1970. */
function midnight(day: CalendarDate, timeZone: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`)
  const first = asUtc - offsetAt(asUtc, timeZone) * minuteMs
  return asUtc - offsetAt(first, timeZone) * minuteMs
}

/** UTC offset of a time zone at an instant, in minutes. */
function offsetAt(instant: number, timeZone: string): number {
  const name = formatFor(timeZone)
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value
  const found = /^GMT(?<sign>[+-])(?<hours>\d{2}):(?<minutes>\d{2})$/u.exec(name ?? '')?.groups
  if (found === undefined) return 0
  const size = Number(found['hours']) * 60 + Number(found['minutes'])
  return found['sign'] === '-' ? -size : size
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, format)
  return format
}

/**
 * An instant as local time with its UTC offset, such as `2026-11-01T01:30:00-05:00`.
 *
 * @param instant milliseconds since 1970.
 * @param offset minutes by which local time is ahead of UTC.
 */
export function onClock(instant: number, offset: number): string {
  return `${new Date(instant + offset * minuteMs).toISOString().slice(0, 19)}${zoneOf(offset)}`
}

/** A UTC offset in minutes as `-05:00`. */
function zoneOf(offset: number): string {
  const size = Math.abs(offset)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
