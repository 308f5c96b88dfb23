import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { intervalsOf, type LocalDay, localDays, statusAt, type StoredDay } from '../usage/public.ts'
import { qualities, qualityOf } from './espi-codes.ts'
import { feedStart } from './espi-entry.ts'
import {
  type Block,
  blockEntry,
  dayMinutes,
  type FeedFacts,
  type FeedMeter,
  localTimeEntry,
  meterReadingEntry,
  perCent,
  readingTypeEntry,
  type Series,
  seriesName,
  summaryEntry,
  usagePointEntry,
} from './espi-resources.ts'

/**
 * Generates a Green Button feed (ESPI 3.3 and 4.0, in Atom) piece by piece. Daily readings form one block per month, intervals
 * one block per day. Missing values have no reading, and readings other than actual ones carry a quality code. Each series is
 * declared before its first block, so readers need no second pass.
 */
export async function* writeGreenButton(facts: FeedFacts, meters: readonly FeedMeter[]): AsyncGenerator<string> {
  yield feedStart(facts.self, 'Energy usage', facts.now)
  yield localTimeEntry(facts)
  const types = new Set<string>()
  for (const meter of meters) yield* writeMeter(facts, meter, types)
  yield '</feed>\n'
}

async function* writeMeter(facts: FeedFacts, meter: FeedMeter, types: Set<string>): AsyncGenerator<string> {
  yield usagePointEntry(facts, meter)
  for (const bill of meter.bills) yield summaryEntry(facts, meter, bill)
  const announced = new Set<string>()
  for await (const { series, block } of writeBlocks(facts, meter)) {
    const name = seriesName(series)
    let piece = ''
    if (!announced.has(name)) piece += meterReadingEntry(facts, meter, series)
    // Meters of the same service share reading types.
    const type = `${meter.service}-${name}`
    if (!types.has(type)) piece += readingTypeEntry(facts, meter.service, series)
    announced.add(name)
    types.add(type)
    yield piece + blockEntry(facts, meter, series, block)
  }
}

/** A block and the series it belongs to. */
export interface SeriesBlock {
  readonly series: Series
  readonly block: Block
}

/** Collects a meter's days into blocks, in ascending order: one for each month of daily readings and each day of intervals. */
export async function* writeBlocks(facts: FeedFacts, meter: FeedMeter): AsyncGenerator<SeriesBlock> {
  const writer = createBlockWriter(facts, meter)
  for await (const day of meter.days) yield* writer.add(day)
  yield* writer.flush()
}

/** Collects readings into blocks. `add` and `flush` return completed blocks. */
function createBlockWriter(facts: FeedFacts, meter: FeedMeter) {
  const days = localDays(facts.timeZone)
  /** Daily readings of one month and unit, by direction. */
  let month: { readonly key: string; readonly unit: string; readonly blocks: Map<Series['flow'], Block> } | undefined

  const flush = (): readonly SeriesBlock[] => {
    const done = month
    month = undefined
    if (done === undefined) return []
    return [...done.blocks].map(([flow, block]) => ({ series: { minutes: dayMinutes, unit: done.unit, flow }, block }))
  }
  const addDaily = (reading: NonNullable<StoredDay['daily']>): readonly SeriesBlock[] => {
    const key = `${reading.day.slice(0, 7)} ${reading.unit}`
    const before = month?.key === key ? [] : flush()
    month ??= { key, unit: reading.unit, blocks: new Map() }
    const local = days.ofDay(reading.day)
    const quality = qualityOf[reading.status]
    const cost = facts.hasCost && reading.charge !== null ? reading.charge * perCent : null
    const period = { start: local.start, end: local.end, quality }
    extend(month.blocks, 'delivered', reading.day, { ...period, value: reading.used, cost })
    if (reading.received !== null)
      extend(month.blocks, 'received', reading.day, { ...period, value: reading.received, cost: null })
    return before
  }
  const addIntervals = (day: NonNullable<StoredDay['intervals']>): readonly SeriesBlock[] => {
    const local = days.ofDay(day.day)
    const series = { minutes: day.minutes, unit: meter.unit }
    const qualityAt = (index: number) => qualityOf[statusAt(day, index)]
    const blocks = (flow: Series['flow'], values: typeof day.used): readonly SeriesBlock[] => {
      const readings = intervalReadings(values, { local, minutes: day.minutes, qualityAt })
      return readings === '' ? [] : [{ series: { ...series, flow }, block: { name: day.day, ...local, readings } }]
    }
    return [...flush(), ...blocks('delivered', day.used), ...blocks('received', day.received ?? [])]
  }
  return {
    add: (day: StoredDay) => (day.daily === undefined ? addIntervals(day.intervals) : addDaily(day.daily)),
    flush,
  }
}

interface Reading {
  /** Milliseconds since 1970. */
  readonly start: number
  readonly end: number
  readonly value: number
  readonly quality: number
  readonly cost: number | null
}

/** Appends a reading to the block of its direction, or starts that block. */
function extend(blocks: Map<Series['flow'], Block>, flow: Series['flow'], name: CalendarDate, reading: Reading): void {
  const block = blocks.get(flow) ?? { name, start: reading.start, end: reading.end, readings: '' }
  block.end = reading.end
  block.readings += readingText(reading)
  blocks.set(flow, block)
}

function intervalReadings(
  values: readonly (number | null)[],
  {
    local,
    minutes,
    qualityAt,
  }: { readonly local: LocalDay; readonly minutes: number; readonly qualityAt: (index: number) => number },
): string {
  const length = minutes * 60_000
  let text = ''
  // Ignore values beyond the end of the day.
  for (let index = 0; index < Math.min(values.length, intervalsOf(local, minutes)); index++) {
    const value = values[index] ?? null
    const start = local.start + index * length
    if (value !== null)
      text += readingText({ start, end: start + length, value, quality: qualityAt(index), cost: null })
  }
  return text
}

/** Builds an `IntervalReading` by hand for speed, because a file has hundreds of thousands of them. */
function readingText({ start, end, value, quality, cost }: Reading): string {
  const costText = cost === null ? '' : `<cost>${cost}</cost>`
  const qualityText =
    quality === qualities.valid ? '' : `<ReadingQuality><quality>${quality}</quality></ReadingQuality>`
  const period = `<timePeriod><duration>${(end - start) / 1_000}</duration><start>${start / 1_000}</start></timePeriod>`
  return `<IntervalReading>${costText}${qualityText}${period}<value>${value}</value></IntervalReading>`
}
