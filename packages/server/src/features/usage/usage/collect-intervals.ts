import type { ImportEntry } from '../../site/integration/public.ts'
import type { MeterOnFile } from './known-meters.store.ts'
import { intervalsOf, type LocalDays } from './local-day.ts'
import type { ParsedReading, ReadingFault, ReadingTime } from './parse-reading.ts'
import { type IntervalDay, qualities } from './readings.store.ts'

export type TellFault = (severity: ImportEntry['severity'], line: number, fault: ReadingFault) => void

/** A reading whose amounts are not below zero. */
export type DirectedReading = ParsedReading & {
  /** The file has the energy of both directions in one amount. */
  readonly isSigned?: boolean
}

/** The intervals of a meter and day that a file has so far. */
export interface Collected {
  readonly line: number
  readonly row: Pick<IntervalDay, 'accountNumber' | 'meterNumber' | 'day' | 'minutes'>
  readonly unit: string
  readonly used: (number | null)[]
  received: (number | null)[] | null
  /** Places in `qualities`. */
  readonly qualities: (number | null)[]
  /** The status of a day without a used amount. */
  readonly status: ParsedReading['status']
  isSigned: boolean
}

/** The collected day as it is stored. */
export function toRow(day: Collected): IntervalDay & { readonly unit: string } {
  const { row, unit, used, received, isSigned } = day
  const known = day.qualities.filter((quality) => quality !== null)
  const [least, most] = [Math.min(...known), Math.max(...known)]
  return {
    ...row,
    unit,
    used,
    // Where a signed amount is above zero, nothing was received.
    received:
      isSigned && received !== null ? received.map((value, at) => value ?? (used[at] === null ? null : 0)) : received,
    status: qualities[most] ?? day.status,
    qualities: least < most ? day.qualities : null,
  }
}

export type Added = 'added' | 'repeated' | ReadingFault

export interface Collecting {
  /** The days that are still being collected, by account, meter and day. */
  readonly open: Map<string, Collected>
  /** Readings that begin between the intervals of a day that has none so far, by account, meter and day. */
  readonly between: Map<string, Between[]>
  readonly days: LocalDays
  readonly tell: TellFault
  hasNotedDivision: boolean
}

interface Between {
  readonly reading: DirectedReading
  readonly instant: number
  readonly minutes: number
  readonly unit: string
}

const minuteMs = 60_000
const lengths: readonly number[] = [60, 30, 15, 5]

/** Adds an interval to its day. One that begins between the intervals of a day waits until it is known what the day has. */
export function addInterval(
  collecting: Collecting,
  reading: DirectedReading,
  at: Extract<ReadingTime, { instant: number }>,
  { intervalMinutes, unit }: MeterOnFile,
): Added {
  const minutes = at.minutes ?? intervalMinutes
  if (minutes === null || !lengths.includes(minutes))
    return { column: 'minutes', value: String(minutes ?? ''), reason: 'must be 5, 15, 30 or 60, here or in meters.csv' }
  const instant = at.isEnd === true ? at.instant - minutes * minuteMs : at.instant
  const { day, start } = collecting.days.ofInstant(instant)
  if ((instant - start) % (minutes * minuteMs) === 0) return addPart(collecting, reading, instant, { minutes, unit })
  const key = keyOf(reading, day)
  if (collecting.open.has(key) || partLength(instant - start, minutes) === undefined) return between(reading, minutes)
  collecting.between.set(key, [...(collecting.between.get(key) ?? []), { reading, instant, minutes, unit }])
  return 'added'
}

const keyOf = ({ accountNumber, meterNumber }: DirectedReading, day: string): string =>
  `${accountNumber} ${meterNumber} ${day}`

const between = ({ text }: DirectedReading, minutes: number): ReadingFault => ({
  column: 'start',
  value: text,
  reason: `is not the start of an interval of ${minutes} minutes`,
})

/** The longest intervals that fit a start which is this long after midnight. */
const partLength = (offset: number, minutes: number): number | undefined =>
  lengths.find((length) => minutes % length === 0 && offset % (length * minuteMs) === 0)

/**
 * Divides the waiting readings of days among shorter intervals, as estimates, where a whole day of the meter is written so:
 * hourly values from a quarter past on, for example. Otherwise they are refused.
 */
export function divideBetween(collecting: Collecting, keys: Iterable<string>): void {
  for (const key of keys) {
    const waiting = collecting.between.get(key) ?? []
    collecting.between.delete(key)
    const starts = new Set(waiting.map(({ instant, minutes }) => `${minutes} ${instant % (minutes * minuteMs)}`))
    const isWholeDay = waiting.length > 1 && starts.size === 1
    for (const one of waiting) {
      const fault = isWholeDay ? divideOne(collecting, one) : between(one.reading, one.minutes)
      if (fault !== undefined) collecting.tell('error', one.reading.line, fault)
    }
  }
}

/** @returns why the reading is refused. */
function divideOne(collecting: Collecting, { reading, instant, minutes, unit }: Between): ReadingFault | undefined {
  const length = partLength(instant - collecting.days.ofInstant(instant).start, minutes) ?? minutes
  noteDivision(collecting, reading, minutes, length)
  const count = minutes / length
  const [used, received] = [divide(reading.used, count), divide(reading.received, count)]
  for (let part = 0; part < count; part++) {
    const share = {
      ...reading,
      used: used[part] ?? null,
      received: received[part] ?? null,
      status: 'estimated',
    } as const
    const result = addPart(collecting, share, instant + part * length * minuteMs, { minutes: length, unit })
    if (typeof result === 'object') return result
  }
  return undefined
}

function noteDivision(collecting: Collecting, { line, text }: DirectedReading, minutes: number, length: number): void {
  if (collecting.hasNotedDivision) return
  collecting.hasNotedDivision = true
  const reason = `begins an interval of ${minutes} minutes between two of the day; such values are divided among intervals of ${length} minutes and count as estimated`
  collecting.tell('notice', line, { column: 'start', value: text, reason })
}

/** Divides whole thousandths into parts that add up exactly. */
function divide(total: number | null, count: number): readonly (number | null)[] {
  const upTo = (part: number) => Math.floor(((total ?? 0) * part) / count)
  return Array.from({ length: count }, (_none, at) => (total === null ? null : upTo(at + 1) - upTo(at)))
}

function addPart(
  { open, days }: Collecting,
  { accountNumber, meterNumber, used, received, status, line, text, isSigned = false }: DirectedReading,
  instant: number,
  { minutes, unit }: { readonly minutes: number; readonly unit: string },
): Added {
  const local = days.ofInstant(instant)
  const at = (instant - local.start) / (minutes * minuteMs)
  const key = `${accountNumber} ${meterNumber} ${local.day}`
  const row = { accountNumber, meterNumber, day: local.day, minutes }
  const empty = () => Array.from({ length: intervalsOf(local, minutes) }, () => null)
  const day = open.get(key) ?? {
    line,
    row,
    unit,
    used: empty(),
    received: null,
    qualities: empty(),
    status,
    isSigned: false,
  }
  open.set(key, day)
  if (day.row.minutes !== minutes)
    return { column: 'minutes', value: String(minutes), reason: `differs from ${day.row.minutes} earlier on this day` }
  const earlier = { used: day.used[at] ?? null, received: day.received?.[at] ?? null }
  for (const [value, before] of [[used, earlier.used] as const, [received, earlier.received] as const])
    if (value !== null && before !== null && value !== before)
      return { column: 'start', value: text, reason: 'has another value in an earlier row, which counts' }
  if ((used === null || earlier.used !== null) && (received === null || earlier.received !== null)) return 'repeated'
  if (isSigned) day.isSigned = true
  if (used !== null) {
    day.used[at] = used
    day.qualities[at] = qualities.indexOf(status)
  }
  if (received !== null) {
    day.received ??= empty()
    day.received[at] = received
  }
  return 'added'
}
