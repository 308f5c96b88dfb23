import { type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { intervalsOf, type LocalDay, localDays, type StoredDay } from '../usage/public.ts'
import type { BilledPeriod } from './billed-periods.store.ts'
import {
  commodities,
  deltaData,
  espiUnits,
  flowDirections,
  normalData,
  qualities,
  qualityOf,
  type Service,
  serviceKinds,
  usDollar,
} from './espi-codes.ts'
import { type Child, elements, entry, feedStart, idOf, type Link } from './espi-entry.ts'
import { localTimeOf } from './dst-rules.ts'

/** One meter of a feed. */
export interface FeedMeter {
  readonly accountNumber: string
  readonly meterNumber: string
  /** The unit of its intervals. */
  readonly unit: string
  readonly service: Service
  /** Days in ascending order. */
  readonly days: AsyncIterable<StoredDay>
  /** Bills for this meter alone; empty when unknown. */
  readonly bills: readonly BilledPeriod[]
}

export interface FeedFacts {
  /** Base URL of the ESPI resources, without a trailing slash. */
  readonly base: string
  /** Identifies the feed's subscription in resource URLs. */
  readonly subscription: string
  readonly self: string
  readonly timeZone: string
  /** When the feed is generated. */
  readonly now: Date
  /** True when the feed includes daily charges. */
  readonly hasCost: boolean
}

/** Readings of one interval length, unit and direction: a `MeterReading` with its `ReadingType`. */
interface Series {
  readonly minutes: number
  readonly unit: string
  readonly flow: keyof typeof flowDirections
}

/** Costs are in thousandths of a cent. */
const perCent = 1_000
const dayMinutes = 24 * 60

/**
 * Generates a Green Button feed (ESPI 3.3 and 4.0, in Atom) piece by piece. Daily readings form one block per month, intervals
 * one block per day. Missing values have no reading, and readings other than actual ones carry a quality code. Each series is
 * declared before its first block, so readers need no second pass.
 */
export async function* writeGreenButton(facts: FeedFacts, meters: readonly FeedMeter[]): AsyncGenerator<string> {
  yield feedStart(facts.self, 'Energy usage', facts.now)
  yield localTimeEntry(facts)
  for (const meter of meters) yield* writeMeter(facts, meter)
  yield '</feed>\n'
}

const localTimeLink = (base: string): string => `${base}/LocalTimeParameters/1`

function localTimeEntry({ base, timeZone, now }: FeedFacts): string {
  const { tzOffset, dstOffset, dstStartRule, dstEndRule } = localTimeOf(timeZone, now.getUTCFullYear())
  const links = linksOf(localTimeLink(base), [])
  return entry(
    { links, title: `Local time: ${timeZone}`, at: now },
    'LocalTimeParameters',
    elements([
      ['dstEndRule', dstEndRule],
      ['dstOffset', dstOffset],
      ['dstStartRule', dstStartRule],
      ['tzOffset', tzOffset],
    ]),
  )
}

/** The links of a resource: to itself, to its collection, and to related resources. */
const linksOf = (self: string, related: readonly string[]): readonly Link[] => [
  { rel: 'self', href: self },
  { rel: 'up', href: self.slice(0, self.lastIndexOf('/')) },
  ...related.map((href) => ({ rel: 'related' as const, href })),
]

async function* writeMeter(facts: FeedFacts, meter: FeedMeter): AsyncGenerator<string> {
  const { base, subscription, now } = facts
  const pointId = idOf(`${base}/RetailCustomer/${meter.accountNumber}/Meter/${meter.meterNumber}`)
  const point = `${base}/Subscription/${subscription}/UsagePoint/${pointId}`
  const summaries = meter.bills.length === 0 ? [] : [`${point}/UsageSummary`]
  const related = [`${point}/MeterReading`, ...summaries, localTimeLink(base)]
  yield entry(
    { links: linksOf(point, related), title: `Meter ${meter.meterNumber}`, at: now },
    'UsagePoint',
    elements([
      ['ServiceCategory', [['kind', serviceKinds[meter.service]]]],
      ['status', 1],
    ]),
  )
  for (const bill of meter.bills) yield summaryEntry(facts, meter, point, bill)
  const writer = createBlockWriter(facts, meter, point)
  for await (const day of meter.days) {
    const piece = writer.add(day)
    if (piece !== '') yield piece
  }
  yield writer.flush()
}

/** Collects readings into blocks. `add` and `flush` return completed entries. */
function createBlockWriter(facts: FeedFacts, meter: FeedMeter, point: string) {
  const days = localDays(facts.timeZone)
  const announced = new Set<string>()
  /** Daily readings of one month and unit, by direction. */
  let month: { readonly key: string; readonly unit: string; readonly blocks: Map<Series['flow'], Block> } | undefined

  const write = (series: Series, block: Block): string => {
    const reading = `${point}/MeterReading/${nameOf(series)}`
    const isNew = !announced.has(reading)
    announced.add(reading)
    return (isNew ? readingEntries(facts, meter, reading, series) : '') + blockEntry(facts, reading, block)
  }
  const flush = (): string => {
    const done = month
    month = undefined
    if (done === undefined) return ''
    return [...done.blocks]
      .map(([flow, block]) => write({ minutes: dayMinutes, unit: done.unit, flow }, block))
      .join('')
  }
  const addDaily = (reading: NonNullable<StoredDay['daily']>): string => {
    const key = `${reading.day.slice(0, 7)} ${reading.unit}`
    const before = month?.key === key ? '' : flush()
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
  const addIntervals = (day: NonNullable<StoredDay['intervals']>): string => {
    const local = days.ofDay(day.day)
    const series = { minutes: day.minutes, unit: meter.unit }
    const quality = qualityOf[day.status]
    const piece = (flow: Series['flow'], values: typeof day.used): string => {
      const readings = intervalReadings(values, { local, minutes: day.minutes, quality })
      return readings === '' ? '' : write({ ...series, flow }, { name: day.day, ...local, readings })
    }
    return flush() + piece('delivered', day.used) + piece('received', day.received ?? [])
  }
  return {
    add: (day: StoredDay): string => (day.daily === undefined ? addIntervals(day.intervals) : addDaily(day.daily)),
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

interface Block {
  /** Unique among the blocks of its meter reading. */
  readonly name: CalendarDate
  readonly start: number
  end: number
  readings: string
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
  { local, minutes, quality }: { readonly local: LocalDay; readonly minutes: number; readonly quality: number },
): string {
  const length = minutes * 60_000
  let text = ''
  // Ignore values beyond the end of the day.
  for (let index = 0; index < Math.min(values.length, intervalsOf(local, minutes)); index++) {
    const value = values[index] ?? null
    const start = local.start + index * length
    if (value !== null) text += readingText({ start, end: start + length, value, quality, cost: null })
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

function blockEntry({ now }: FeedFacts, reading: string, { name, start, end, readings }: Block): string {
  const interval = elements([['interval', periodOf(start, end)]])
  const links = linksOf(`${reading}/IntervalBlock/${name}`, [])
  return entry({ links, title: `From ${name}`, at: now }, 'IntervalBlock', interval + readings)
}

const periodOf = (start: number, end: number): readonly Child[] => [
  ['duration', (end - start) / 1_000],
  ['start', start / 1_000],
]

const nameOf = ({ minutes, unit, flow }: Series): string => `${minutes}-${encodeURIComponent(unit)}-${flow}`

/** The `MeterReading` and `ReadingType` entries of a series. */
function readingEntries(facts: FeedFacts, { service }: FeedMeter, reading: string, series: Series): string {
  const { minutes, unit, flow } = series
  const type = `${facts.base}/ReadingType/${service}-${nameOf(series)}`
  const length = minutes === dayMinutes ? 'Daily' : `${minutes}-minute`
  const title = `${length} usage ${flow === 'delivered' ? 'delivered' : 'received by the grid'} (${unit})`
  const at = facts.now
  const { uom, multiplier, kind } = unitOf(unit)
  return (
    entry({ links: linksOf(reading, [`${reading}/IntervalBlock`, type]), title, at }, 'MeterReading', '') +
    entry(
      { links: linksOf(type, []), title, at },
      'ReadingType',
      elements([
        ['accumulationBehaviour', deltaData],
        ['commodity', commodities[service]],
        ['currency', usDollar],
        ['dataQualifier', normalData],
        ['defaultQuality', qualities.valid],
        ['flowDirection', flowDirections[flow]],
        ['intervalLength', minutes * 60],
        ['kind', kind],
        ['phase', 0],
        ['powerOfTenMultiplier', multiplier],
        ['timeAttribute', 0],
        ['uom', uom],
      ]),
    )
  )
}

function unitOf(unit: string) {
  const found = espiUnits[unit]
  if (found === undefined) throw new Error(`ESPI has no code for the unit ${unit}`)
  return found
}

/** A usage summary with a bill's charge and usage for its period. */
function summaryEntry({ timeZone, now }: FeedFacts, { service }: FeedMeter, point: string, bill: BilledPeriod): string {
  const days = localDays(timeZone)
  const [start, end] = [days.ofDay(bill.start).start, days.ofDay(bill.end).end]
  const { uom, multiplier } = unitOf('kWh')
  const usage: Child = [
    'overallConsumptionLastPeriod',
    bill.wattHours === null || service !== 'electricity'
      ? null
      : [
          ['powerOfTenMultiplier', multiplier],
          ['uom', uom],
          ['value', bill.wattHours],
        ],
  ]
  const links = linksOf(`${point}/UsageSummary/${bill.billDate}`, [])
  return entry(
    { links, title: `Bill of ${bill.billDate}`, at: now },
    'UsageSummary',
    elements([
      ['billingPeriod', periodOf(start, end)],
      ['billLastPeriod', bill.amount * perCent],
      ['currency', usDollar],
      usage,
      ['statusTimeStamp', days.ofDay(bill.billDate).start / 1_000],
      ['commodity', commodities[service]],
    ]),
  )
}
