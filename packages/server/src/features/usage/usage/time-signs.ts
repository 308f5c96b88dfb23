import { parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { SourceFault } from './import-readings.ts'
import { startForm } from './file-columns.ts'
import type { LocalDays } from './local-day.ts'
import type { MeterName } from './parse-reading.ts'
import type { TimeOptions } from './parse-start.ts'

/** Notices files whose times are probably those of a clock on the wall, or of the ends of intervals, without the option for it. */
export interface TimeSigns {
  readonly add: (row: MeterName & { readonly text: string; readonly line: number }) => void
  readonly list: () => readonly SourceFault[]
}

/** The most meters that are examined. All meters of a file are written in the same way, so some of them are enough. */
const mostMeters = 100
const minuteMs = 60_000
const lengths: ReadonlySet<number> = new Set([5, 15, 30, 60])

interface Extremes {
  first: string
  last: string
  lastLine: number
  /** Times of the hour that occurs twice when clocks go back. */
  readonly doubled: Set<string>
}

/** The local hour that clocks skip or repeat on a day. */
interface Change {
  readonly kind: 'skipped' | 'doubled'
  /** `yyyy-MM-ddThh:mm` of the first minute of the hour, of the hour before and of the hour after, and of its end. */
  readonly before: string
  readonly from: string
  readonly to: string
  readonly after: string
}

export function createTimeSigns(days: LocalDays, options: TimeOptions): TimeSigns {
  const meters = new Map<string, Extremes>()
  const changes = new Map<string, Change | null>()
  /** The parts of a day with a skipped hour that have readings. */
  const parts = new Map<Change, Set<'before' | 'within' | 'after'>>()
  let doubled: { readonly line: number; readonly text: string } | undefined
  const changeOf = (day: string): Change | null => {
    const found = changes.get(day)
    if (found !== undefined) return found
    const change = findChange(day, days)
    changes.set(day, change)
    return change
  }
  return {
    add: ({ accountNumber, meterNumber, text, line }) => {
      const name = `${accountNumber} ${meterNumber}`
      const known = meters.get(name)
      if (known === undefined && meters.size >= mostMeters) return
      const meter = known ?? { first: text, last: text, lastLine: line, doubled: new Set() }
      meters.set(name, meter)
      if (text < meter.first) meter.first = text
      if (text >= meter.last) [meter.last, meter.lastLine] = [text, line]
      if (options.isClockTime === true || startForm.exec(text)?.[5] !== undefined) return
      const change = changeOf(text.slice(0, 10))
      if (change === null) return
      const time = text.replace(' ', 'T').slice(0, 16)
      if (change.kind === 'skipped') {
        const part = time < change.from ? 'before' : time < change.to ? 'within' : 'after'
        if (time >= change.before && time < change.after) parts.set(change, (parts.get(change) ?? new Set()).add(part))
      } else if (time >= change.from && time < change.to) {
        if (meter.doubled.has(time)) doubled ??= { line, text }
        meter.doubled.add(time)
      }
    },
    list: () => [
      ...(doubled === undefined
        ? []
        : [toNotice(doubled.line, doubled.text, `occurs twice, ${clocksDo} ${clockHint}`)]),
      ...[...parts]
        .filter(([, seen]) => seen.has('before') && seen.has('after') && !seen.has('within'))
        .slice(0, 1)
        .map(([{ from, to }]) => toNotice(0, from, `until ${to.slice(11)} has no reading, ${clocksDo} ${clockHint}`)),
      ...(options.isIntervalEnding === true ? [] : endings(meters)),
    ],
  }
}

const clocksDo = 'as clocks on the wall do when they change.'
const clockHint =
  'Times without an offset were read as standard time all year; if they are clock times, import the file again with --clock-time'

const toNotice = (line: number, value: string, reason: string): SourceFault => ({
  severity: 'notice',
  line,
  column: 'start',
  value,
  reason,
})

/** The first meter whose times begin one interval after midnight and end with the midnight of a later day. */
function endings(meters: ReadonlyMap<string, Extremes>): readonly SourceFault[] {
  for (const { first, last, lastLine } of meters.values()) {
    const isLater = last.slice(0, 10) > first.slice(0, 10)
    if (isLater && lengths.has(minuteOfDay(first)) && minuteOfDay(last) === 0)
      return [
        toNotice(
          lastLine,
          last,
          `is the only time of its day, and the first one is ${first}: times seem to be those at the end of intervals. If they are, import the file again with --interval-ending`,
        ),
      ]
  }
  return []
}

function minuteOfDay(text: string): number {
  const [, , hour = '', minute = ''] = startForm.exec(text) ?? []
  return hour === '' ? -1 : Number(hour) * 60 + Number(minute)
}

/** The change of the clocks on a day; `null` when there is none. */
function findChange(day: string, days: LocalDays): Change | null {
  const date = parseCalendarDate(day)
  if (date === null) return null
  const { start, end } = days.ofDay(date)
  if (end - start === 24 * 60 * minuteMs) return null
  const offset = days.offsetAt(start)
  let change = start
  while (change < end && days.offsetAt(change) === offset) change += 30 * minuteMs
  const difference = days.offsetAt(change) - offset
  if (difference === 0) return null
  // Clocks that go forward skip the hour after the old time; clocks that go back repeat the hour before it.
  const from = change + offset + Math.min(0, difference)
  const size = Math.abs(difference)
  const at = (wall: number) => new Date(wall).toISOString().slice(0, 16)
  return {
    kind: difference > 0 ? 'skipped' : 'doubled',
    before: at(from - size),
    from: at(from),
    to: at(from + size),
    after: at(from + 2 * size),
  }
}
