import { expect, it } from 'vitest'
import { atSpacing, clampView, indexAt, intervalPoints, localStart, outline, withGaps } from './interval-points.ts'

const minuteOf = (moment: string) => Date.parse(moment) / 60_000
const block = (startTime: string, used: readonly (number | null)[], received?: readonly (number | null)[]) => ({
  startTime,
  minutes: 60,
  used: [...used],
  ...(received === undefined ? {} : { received: [...received] }),
})
/** Whole pixels: a minute is a pixel, and values grow downward. */
const scales = (width: number, from: number) => ({
  x: (minute: number) => minute - from,
  y: (value: number) => value,
  width,
})

it('places intervals by the UTC offset of their block when clocks change', () => {
  const points = intervalPoints({
    blocks: [block('2026-11-01T00:00:00-05:00', [1, 2]), block('2026-11-01T01:00:00-06:00', [3])],
  })
  const starts = ['2026-11-01T05:00:00Z', '2026-11-01T06:00:00Z', '2026-11-01T07:00:00Z']
  expect([...points.at]).toEqual(starts.map(minuteOf))
  expect([0, 1, 2].map((index) => localStart(points, index))).toEqual([
    '2026-11-01T00:00',
    '2026-11-01T01:00',
    '2026-11-01T01:00',
  ])
})

it('leaves out the gaps and converts thousandths to units', () => {
  const points = intervalPoints({ blocks: [block('2026-11-16T00:00:00-06:00', [250, null, 12_345])] })
  expect([...points.values]).toEqual([0.25, 12.345])
  expect([...points.at]).toEqual(['2026-11-16T06:00:00Z', '2026-11-16T08:00:00Z'].map(minuteOf))
})

it('has the energy sent to the grid only where some was sent', () => {
  const blocks = [block('2026-11-15T23:00:00-06:00', [1]), block('2026-11-16T00:00:00-06:00', [2, 3], [null, 2_000])]
  expect([...(intervalPoints({ blocks }).received ?? [])]).toEqual([0, 0, 2])
  expect(intervalPoints({ blocks: [block('2026-11-16T00:00:00-06:00', [1], [0])] }).received).toBeNull()
})

it('finds the first interval that starts at a minute or later', () => {
  const points = { at: Float64Array.of(10, 20, 30) }
  expect([5, 10, 11, 30, 31].map((minute) => indexAt(points, minute))).toEqual([0, 0, 1, 2, 3])
})

it('draws steps where there is room and interrupts them at a gap', () => {
  const points = { at: Float64Array.of(0, 60, 180), values: Float64Array.of(5, 7, 2), minutes: 60 }
  expect(outline(points, { from: 0, to: 240 }, scales(240, 0))).toBe(
    'M0.0 5.0L60.0 5.0L60.0 7.0L120.0 7.0M180.0 2.0L240.0 2.0',
  )
})

it('draws the highest and lowest value of each pixel where there are more intervals than pixels', () => {
  const points = {
    at: Float64Array.from({ length: 51_840 }, (_none, index) => index * 5),
    values: Float64Array.from({ length: 51_840 }, (_none, index) => (index === 30_000 ? 900 : index % 7)),
    minutes: 5,
  }
  const [from, to, width] = [0, 51_840 * 5, 1_000]
  const path = outline(points, { from, to }, { x: (minute) => (minute / to) * width, y: (value) => value, width })
  const commands = path.match(/[ML]/gu) ?? []
  expect(commands.length).toBeGreaterThan(1_900)
  expect(commands.length).toBeLessThan(2_100)
  expect(commands.filter((command) => command === 'M')).toHaveLength(1)
  expect(path).toContain(' 900.0L')
})

it('keeps a moved or zoomed view within the data and at two hours or more', () => {
  const whole = { from: 0, to: 1_000 }
  expect(clampView({ from: -50, to: 450 }, whole)).toEqual({ from: 0, to: 500 })
  expect(clampView({ from: 900, to: 1_400 }, whole)).toEqual({ from: 500, to: 1_000 })
  expect(clampView({ from: 500, to: 510 }, whole)).toEqual({ from: 500, to: 620 })
  expect(clampView({ from: -500, to: 5_000 }, whole)).toEqual(whole)
})

it('lists the intervals of a day with its gaps, each hour of a clock change once', () => {
  const found = withGaps({
    blocks: [block('2026-03-08T00:00:00-06:00', [0, null], [0, 5]), block('2026-03-08T03:00:00-05:00', [3_000])],
  })
  expect(found.map(({ startTime, value, received }) => [startTime.slice(11), value, received])).toEqual([
    ['00:00', 0, 0],
    ['01:00', null, null],
    ['03:00', 3, null],
  ])
  expect(found.map(({ at }) => at - (found[0]?.at ?? 0))).toEqual([0, 60, 120])
})

it('adds shorter intervals up to the spacing of the meter, and leaves longer and displaced ones as they are [US-59]', () => {
  const quarters = (startTime: string, used: readonly (number | null)[]) => ({ ...block(startTime, used), minutes: 15 })
  const answer = {
    meterId: 'E-1',
    unitOfMeasure: 'kWh',
    blocks: [
      quarters('2026-11-16T00:00:00-06:00', [1, 2, 3, 4, 5, null, 7, 8, 9, 10]),
      quarters('2026-11-17T00:15:00-06:00', [1, 2]),
      block('2026-11-18T00:00:00-06:00', [6]),
    ],
  }
  expect(atSpacing(answer, 60).blocks.map(({ minutes, used }) => [minutes, used])).toEqual([
    [60, [10, null, 19]],
    [15, [1, 2]],
    [60, [6]],
  ])
  expect(atSpacing(answer, 30).blocks[0]?.used).toEqual([3, 7, null, 15, 19])
  expect(atSpacing(answer, 5)).toEqual(answer)
})
