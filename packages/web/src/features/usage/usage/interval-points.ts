import type { IntervalBlocks } from '@coopline/contract/usage/usage/usage.contract'

/** Intervals in typed arrays, which stay fast at 51,840 points. Intervals without a value are left out. */
export interface IntervalPoints {
  /** Start times, in minutes since 1970. */
  readonly at: Float64Array
  /** Minutes by which local time is ahead of UTC at each start. */
  readonly offsets: Int16Array
  /** In the unit of the meter. */
  readonly values: Float64Array
  /** Energy sent to the grid; `null` when there is none. */
  readonly received: Float64Array | null
  /** Length of the last interval. */
  readonly minutes: number
}

export function intervalPoints({ blocks }: Pick<IntervalBlocks, 'blocks'>): IntervalPoints {
  const length = blocks.reduce((sum, { used }) => sum + used.length, 0)
  const at = new Float64Array(length)
  const offsets = new Int16Array(length)
  const values = new Float64Array(length)
  const received = new Float64Array(length)
  let count = 0
  for (const block of blocks) {
    const start = Date.parse(block.startTime) / minuteMs
    const offset = offsetOf(block)
    for (let index = 0; index < block.used.length; index += 1) {
      const used = block.used[index] ?? null
      if (used === null) continue
      at[count] = start + index * block.minutes
      offsets[count] = offset
      values[count] = used / 1_000
      received[count] = (block.received?.[index] ?? 0) / 1_000
      count += 1
    }
  }
  return {
    at: at.subarray(0, count),
    offsets: offsets.subarray(0, count),
    values: values.subarray(0, count),
    received: received.some((sent) => sent > 0) ? received.subarray(0, count) : null,
    minutes: blocks.at(-1)?.minutes ?? 0,
  }
}

const minuteMs = 60_000

/** The UTC offset of a block, in minutes. */
const offsetOf = ({ startTime }: IntervalBlocks['blocks'][number]): number =>
  (Date.parse(`${startTime.slice(0, 19)}Z`) - Date.parse(startTime)) / minuteMs

/** Start of an interval in the cooperative's time zone: '2026-11-16T01:30'. */
export const localStart = ({ at, offsets }: Pick<IntervalPoints, 'at' | 'offsets'>, index: number): string =>
  localTime((at[index] ?? 0) + (offsets[index] ?? 0))

const localTime = (minute: number): string => new Date(minute * minuteMs).toISOString().slice(0, 16)

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

/** An interval with its start in the cooperative's time zone; `null` is a gap. */
interface IntervalOfDay {
  /** Minutes since 1970, which tell the hours of a clock change apart. */
  readonly at: number
  readonly startTime: string
  readonly value: number | null
  readonly received: number | null
}

/** All intervals of a day, with its gaps. */
export const withGaps = ({ blocks }: Pick<IntervalBlocks, 'blocks'>): readonly IntervalOfDay[] =>
  blocks.flatMap((block) => {
    const start = Date.parse(block.startTime) / minuteMs
    const offset = offsetOf(block)
    return block.used.map((used, index) => {
      const at = start + index * block.minutes
      const sent = block.received?.[index] ?? null
      return {
        at,
        startTime: localTime(at + offset),
        value: used === null ? null : used / 1_000,
        received: used === null || sent === null ? null : sent / 1_000,
      }
    })
  })

type Block = IntervalBlocks['blocks'][number]

/**
 * Intervals at the spacing of the meter (US-59). Shorter ones are added up; longer ones, and those that do not begin at a
 * multiple of the spacing, stay as they are. A sum with a gap is a gap.
 */
export const atSpacing = (answer: IntervalBlocks, spacing: number): IntervalBlocks => ({
  ...answer,
  blocks: answer.blocks.map((block) => (canBeSpaced(block, spacing) ? spaced(block, spacing) : block)),
})

const canBeSpaced = ({ minutes, startTime }: Block, spacing: number): boolean =>
  spacing > minutes && spacing % minutes === 0 && Number(startTime.slice(14, 16)) % spacing === 0

function spaced(block: Block, minutes: number): Block {
  const size = minutes / block.minutes
  const sums = (values: readonly (number | null)[]) =>
    Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
      sum(values.slice(index * size, (index + 1) * size)),
    )
  return {
    ...block,
    minutes,
    used: sums(block.used),
    ...(block.received !== undefined && { received: sums(block.received) }),
  }
}

const sum = (values: readonly (number | null)[]): number | null =>
  values.reduce((total, value) => (total === null || value === null ? null : total + value), 0)
