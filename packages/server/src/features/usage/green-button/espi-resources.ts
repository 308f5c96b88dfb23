import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { localDays, type StoredDay } from '../usage/public.ts'
import type { BilledPeriod } from './billed-periods.store.ts'
import { localTimeOf } from './dst-rules.ts'
import {
  commodities,
  deltaData,
  espiUnits,
  flowDirections,
  normalData,
  qualities,
  type Service,
  serviceKinds,
  usDollar,
} from './espi-codes.ts'
import { type Child, elements, entry, idOf, type Link } from './espi-entry.ts'

/** One meter of a feed. */
export interface FeedMeter {
  readonly accountNumber: string
  readonly meterNumber: string
  /** The unit of its intervals. */
  readonly unit: string
  readonly service: Service
  /** Days in ascending order. */
  readonly days: AsyncIterable<StoredDay>
  /** Bills that this meter's usage point carries; empty when another meter of the account carries them. */
  readonly bills: readonly BilledPeriod[]
  /** Meters that share these bills. */
  readonly sharing: number
}

export interface FeedFacts {
  /** Base URL of the ESPI resources, without a trailing slash. */
  readonly base: string
  /** Identifies the feed's subscription in resource URLs. */
  readonly subscription: string
  readonly self: string
  readonly timeZone: string
  /** The time at which the feed is generated. */
  readonly now: Date
  /** True when the feed includes daily charges. */
  readonly hasCost: boolean
}

/** Readings of one interval length, unit and direction: a `MeterReading` with its `ReadingType`. */
export interface Series {
  readonly minutes: number
  readonly unit: string
  readonly flow: keyof typeof flowDirections
}

/** Readings of a series in a row: an `IntervalBlock`. */
export interface Block {
  /** The day of its first reading; unique among the blocks of its meter reading. */
  readonly name: CalendarDate
  readonly start: number
  end: number
  readings: string
}

/** Costs are in thousandths of a cent. */
export const perCent = 1_000
export const dayMinutes = 24 * 60

/** The links of a resource: to itself, to its collection, and to related resources. */
export const linksOf = (self: string, related: readonly string[]): readonly Link[] => [
  { rel: 'self', href: self },
  { rel: 'up', href: self.slice(0, self.lastIndexOf('/')) },
  ...related.map((href) => ({ rel: 'related' as const, href })),
]

/** The id of the only `LocalTimeParameters` resource. */
export const localTimeId = '1'
const localTimeLink = (base: string): string => `${base}/LocalTimeParameters/${localTimeId}`

export function localTimeEntry({ base, timeZone, now }: FeedFacts): string {
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

type MeterName = Pick<FeedMeter, 'accountNumber' | 'meterNumber'>

/** The id of a meter's `UsagePoint`, the same in every feed. */
export const usagePointId = ({ base }: Pick<FeedFacts, 'base'>, { accountNumber, meterNumber }: MeterName): string =>
  idOf(`${base}/RetailCustomer/${accountNumber}/Meter/${meterNumber}`)

/** The URL of a meter's `UsagePoint` in the feed's subscription. */
export const usagePointLink = (facts: FeedFacts, meter: MeterName): string =>
  `${facts.base}/Subscription/${facts.subscription}/UsagePoint/${usagePointId(facts, meter)}`

export function usagePointEntry(facts: FeedFacts, meter: FeedMeter): string {
  const point = usagePointLink(facts, meter)
  const summaries = meter.bills.length === 0 ? [] : [`${point}/UsageSummary`]
  const related = [`${point}/MeterReading`, ...summaries, localTimeLink(facts.base)]
  return entry(
    { links: linksOf(point, related), title: `Meter ${meter.meterNumber}`, at: facts.now },
    'UsagePoint',
    elements([
      ['ServiceCategory', [['kind', serviceKinds[meter.service]]]],
      ['status', 1],
    ]),
  )
}

/** The last part of a `MeterReading`'s URL. */
export const seriesName = ({ minutes, unit, flow }: Series): string => `${minutes}-${encodeURIComponent(unit)}-${flow}`

/** The series that the last part of a `MeterReading`'s URL names; `null` when it names none. */
export function parseSeriesName(name: string): Series | null {
  const [, minutes, encoded, flow] = /^([1-9]\d{0,3})-(.+)-(delivered|received)$/u.exec(name) ?? []
  if (encoded === undefined || (flow !== 'delivered' && flow !== 'received')) return null
  try {
    const unit = decodeURIComponent(encoded)
    // A NUL that is encoded twice passes the check of the address, and PostgreSQL accepts none.
    return unit.includes('\0') ? null : { minutes: Number(minutes), unit, flow }
  } catch {
    return null
  }
}

/** The last part of a `ReadingType`'s URL. */
export const readingTypeId = (service: Service, series: Series): string => `${service}-${seriesName(series)}`

const titleOf = ({ minutes, unit, flow }: Series): string => {
  const length = minutes === dayMinutes ? 'Daily' : `${minutes}-minute`
  return `${length} usage ${flow === 'delivered' ? 'delivered' : 'received by the grid'} (${unit})`
}

export function meterReadingEntry(facts: FeedFacts, meter: FeedMeter, series: Series): string {
  const reading = `${usagePointLink(facts, meter)}/MeterReading/${seriesName(series)}`
  const type = `${facts.base}/ReadingType/${readingTypeId(meter.service, series)}`
  const links = linksOf(reading, [`${reading}/IntervalBlock`, type])
  return entry({ links, title: titleOf(series), at: facts.now }, 'MeterReading', '')
}

export function readingTypeEntry(facts: FeedFacts, service: Service, series: Series): string {
  const { uom, multiplier, kind } = unitOf(series.unit)
  const links = linksOf(`${facts.base}/ReadingType/${readingTypeId(service, series)}`, [])
  return entry(
    { links, title: titleOf(series), at: facts.now },
    'ReadingType',
    elements([
      ['accumulationBehaviour', deltaData],
      ['commodity', commodities[service]],
      ['currency', usDollar],
      ['dataQualifier', normalData],
      ['defaultQuality', qualities.valid],
      ['flowDirection', flowDirections[series.flow]],
      ['intervalLength', series.minutes * 60],
      ['kind', kind],
      ['phase', 0],
      ['powerOfTenMultiplier', multiplier],
      ['timeAttribute', 0],
      ['uom', uom],
    ]),
  )
}

function unitOf(unit: string) {
  const found = espiUnits[unit]
  if (found === undefined) throw new Error(`ESPI has no code for the unit ${unit}`)
  return found
}

export function blockEntry(facts: FeedFacts, meter: FeedMeter, series: Series, block: Block): string {
  const { name, start, end, readings } = block
  const interval = elements([['interval', periodOf(start, end)]])
  const reading = `${usagePointLink(facts, meter)}/MeterReading/${seriesName(series)}`
  const links = linksOf(`${reading}/IntervalBlock/${name}`, [])
  return entry({ links, title: `From ${name}`, at: facts.now }, 'IntervalBlock', interval + readings)
}

/** A `DateTimeInterval`, from milliseconds since 1970. */
export const periodOf = (start: number, end: number): readonly Child[] => [
  ['duration', Math.floor((end - start) / 1_000)],
  ['start', Math.floor(start / 1_000)],
]

/** A usage summary with a bill's charge and usage for its period. */
export function summaryEntry(facts: FeedFacts, meter: FeedMeter, bill: BilledPeriod): string {
  const days = localDays(facts.timeZone)
  const [start, end] = [days.ofDay(bill.start).start, days.ofDay(bill.end).end]
  const { uom, multiplier } = unitOf('kWh')
  const usage: Child = [
    'overallConsumptionLastPeriod',
    bill.wattHours === null || meter.service !== 'electricity'
      ? null
      : [
          ['powerOfTenMultiplier', multiplier],
          ['uom', uom],
          ['value', bill.wattHours],
        ],
  ]
  const links = linksOf(`${usagePointLink(facts, meter)}/UsageSummary/${bill.billDate}`, [])
  const all = meter.sharing > 1 ? `, all ${meter.sharing} meters of the account` : ''
  return entry(
    { links, title: `Bill of ${bill.billDate}${all}`, at: facts.now },
    'UsageSummary',
    elements([
      ['billingPeriod', periodOf(start, end)],
      ['billLastPeriod', bill.amount === null ? null : bill.amount * perCent],
      ['currency', bill.amount === null ? null : usDollar],
      usage,
      ['statusTimeStamp', days.ofDay(bill.billDate).start / 1_000],
      ['commodity', commodities[meter.service]],
    ]),
  )
}
