import { expect, it } from 'vitest'
import { clampView, indexAt, intervalPoints, type Intervals, outline, withGaps } from './interval-points.ts'

const intervals = (minutes: number, values: Intervals['values']): Intervals => ({
  meterId: 'E-1',
  unitOfMeasure: 'kWh',
  minutes,
  values,
})
const hours = (...values: readonly [startTime: string, value: number, received?: number][]): Intervals =>
  intervals(
    60,
    values.map(([startTime, value, received]) => ({
      startTime,
      value,
      ...(received === undefined ? {} : { received }),
    })),
  )
const minuteOf = (moment: string) => Date.parse(moment) / 60_000
/** Whole pixels: a minute is a pixel, and values grow downward. */
const scales = (width: number, from: number) => ({
  x: (minute: number) => minute - from,
  y: (value: number) => value,
  width,
})

it('places intervals by their own UTC offset when clocks change', () => {
  const { at } = intervalPoints(hours(['2026-11-01T01:00:00-05:00', 1], ['2026-11-01T01:00:00-06:00', 2]))
  expect([...at]).toEqual(['2026-11-01T06:00:00Z', '2026-11-01T07:00:00Z'].map(minuteOf))
})

it('has the energy sent to the grid only where some was sent', () => {
  const at = '2026-11-16T00:00:00-06:00'
  expect(intervalPoints(hours([at, 1, 0])).received).toBeNull()
  expect([...(intervalPoints(hours([at, 1], ['2026-11-16T01:00:00-06:00', 0, 2])).received ?? [])]).toEqual([0, 2])
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

const clocks = (found: ReturnType<typeof withGaps>) =>
  found.map(({ startTime, value }) => `${startTime.slice(11, 16)} ${value ?? '-'}`)
const quarterDay = (day: string, offset: string, at: readonly number[]) =>
  hours(...at.map((hour): [string, number] => [`${day}T${String(hour).padStart(2, '0')}:00:00${offset}`, hour]))

it('marks missing intervals of a day, its last ones too once the day is over', () => {
  const day = quarterDay('2026-11-16', '-06:00', [0, 1, 4, 20])
  const past = clocks(withGaps(day, true))
  expect(past).toHaveLength(24)
  expect(past.filter((one) => !one.endsWith('-'))).toEqual(['00:00 0', '01:00 1', '04:00 4', '20:00 20'])
  expect(clocks(withGaps(day, false))).toEqual(past.slice(0, 21))
})

it('marks nothing missing in the hour that a day skips when clocks change', () => {
  const day = hours(
    ['2026-03-08T00:00:00-06:00', 0],
    ['2026-03-08T01:00:00-06:00', 1],
    ['2026-03-08T03:00:00-05:00', 3],
  )
  expect(clocks(withGaps(day, false))).toEqual(['00:00 0', '01:00 1', '03:00 3'])
})
