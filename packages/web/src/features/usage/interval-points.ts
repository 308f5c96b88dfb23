import type { IntervalAnswer } from '@coopline/contract/usage/usage.contract'

export type Intervals = IntervalAnswer['intervals'][number]

/** Interval data in typed arrays, which stay fast at 51,840 points. */
export interface IntervalPoints {
  /** Start times, in minutes since 1970. */
  readonly at: Float64Array
  readonly values: Float64Array
  /** Energy sent to the grid; `null` when there is none. */
  readonly received: Float64Array | null
  /** Start times in the cooperative's time zone, as received. */
  readonly starts: readonly string[]
  readonly minutes: number
}

export function intervalPoints({ values, minutes }: Intervals): IntervalPoints {
  const at = new Float64Array(values.length)
  const amounts = new Float64Array(values.length)
  const received = isSolar(values) ? new Float64Array(values.length) : null
  const starts: string[] = []
  let offset = ''
  let shift = 0
  for (const [index, { startTime, value, received: sent = 0 }] of values.entries()) {
    // The offset changes only twice a year, so the rest of the text can skip the date parser.
    const zone = startTime.slice(19)
    if (zone !== offset) [offset, shift] = [zone, (Date.parse(`2000-01-01T00:00:00${zone}`) - epoch2000) / 60_000]
    at[index] = localMinutes(startTime) + shift
    amounts[index] = value
    if (received !== null) received[index] = sent
    starts.push(startTime)
  }
  return { at, values: amounts, received, starts, minutes }
}

/** True when energy was sent to the grid in at least one interval. */
export const isSolar = (values: Intervals['values']): boolean => values.some(({ received = 0 }) => received > 0)

const epoch2000 = Date.parse('2000-01-01T00:00:00Z')

const days = new Map<string, number>()

function localMinutes(startTime: string): number {
  const day = startTime.slice(0, 10)
  let start = days.get(day)
  if (start === undefined) {
    start = Date.parse(`${day}T00:00:00Z`) / 60_000
    days.set(day, start)
  }
  return start + Number(startTime.slice(11, 13)) * 60 + Number(startTime.slice(14, 16))
}

/** Index of the first interval that starts at `minute` or later. */
export function indexAt({ at }: Pick<IntervalPoints, 'at'>, minute: number): number {
  let [low, high] = [0, at.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((at[middle] ?? 0) < minute) low = middle + 1
    else high = middle
  }
  return low
}

/** The visible range, in minutes since 1970. */
export interface View {
  readonly from: number
  readonly to: number
}

interface Scales {
  readonly x: (minute: number) => number
  readonly y: (value: number) => number
  /** Plot width, in pixels. */
  readonly width: number
}

/**
 * SVG path of the intervals in a view. Draws steps when there is room, otherwise each pixel's minimum and maximum, so the path
 * has at most a few thousand points. Gaps interrupt it.
 */
export function outline(
  points: Pick<IntervalPoints, 'at' | 'values' | 'minutes'>,
  view: View,
  { x, y, width }: Scales,
): string {
  const { at, values, minutes } = points
  const [first, last] = [Math.max(0, indexAt(points, view.from) - 1), Math.min(at.length, indexAt(points, view.to) + 1)]
  const isDense = last - first > width * 1.5
  const perPixel = (view.to - view.from) / Math.max(1, width)
  let path = ''
  let before = -Infinity
  for (let index = first; index < last; ) {
    const start = at[index] ?? 0
    let [end, low, high] = [index + 1, values[index] ?? 0, values[index] ?? 0]
    const until = isDense ? start + perPixel : -Infinity
    for (; end < last && (at[end] ?? 0) < until; end += 1) {
      low = Math.min(low, values[end] ?? 0)
      high = Math.max(high, values[end] ?? 0)
    }
    const stop = (at[end - 1] ?? 0) + minutes
    const command = start - before > minutes / 2 ? 'M' : 'L'
    path += isDense
      ? `${command}${x(start).toFixed(1)} ${y(high).toFixed(1)}L${x(start).toFixed(1)} ${y(low).toFixed(1)}`
      : `${command}${x(start).toFixed(1)} ${y(high).toFixed(1)}L${x(stop).toFixed(1)} ${y(high).toFixed(1)}`
    before = stop
    index = end
  }
  return path
}

/** Clamps a moved or zoomed view to the data and to at least two hours. */
export function clampView({ from, to }: View, whole: View): View {
  const length = Math.min(Math.max(to - from, 120), whole.to - whole.from)
  const start = Math.min(Math.max(from, whole.from), whole.to - length)
  return { from: start, to: start + length }
}

/**
 * The intervals of a day, with `null` for missing ones.
 *
 * @param isOver false for today, whose last intervals are still to be measured and no gap.
 */
export function withGaps(
  { values, minutes }: Intervals,
  isOver: boolean,
): readonly { startTime: string; value: number | null; received: number | null }[] {
  const filled: { startTime: string; value: number | null; received: number | null }[] = []
  const gap = (startTime: string) => filled.push({ startTime, value: null, received: null })
  let expected = 0
  for (const { startTime, value, received = null } of values) {
    const at = Number(startTime.slice(11, 13)) * 60 + Number(startTime.slice(14, 16))
    for (; expected < at; expected += minutes) {
      if (!(expected >= 60 && expected < 180 && isRepeatedOrSkipped(values, startTime)))
        gap(`${startTime.slice(0, 11)}${clockOf(expected)}`)
    }
    filled.push({ startTime, value, received })
    expected = at + minutes
  }
  const day = values[0]?.startTime.slice(0, 11)
  const end = isOver && day !== undefined ? minutesOfDay : 0
  for (; expected < end; expected += minutes) gap(`${day}${clockOf(expected)}`)
  return filled
}

const minutesOfDay = 1_440

const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** When clocks change, the skipped hour is not a gap. */
const isRepeatedOrSkipped = (values: Intervals['values'], startTime: string): boolean =>
  values[0] !== undefined && values[0].startTime.slice(19) !== startTime.slice(19)
