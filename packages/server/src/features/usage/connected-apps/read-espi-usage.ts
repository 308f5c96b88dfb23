import type { espiResources } from '@coopline/contract/usage/connected-apps/espi-resources.contract'
import type { FileAnswer, ParamsOf, QueryOf } from '@coopline/contract/endpoint'
import { addDays, type CalendarDate, parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { DataCaller } from './check-data-token.ts'
import {
  blockEntry,
  dayMinutes,
  type FeedMeter,
  localTimeEntry,
  localTimeId,
  meterReadingEntry,
  parseSeriesName,
  readingTypeEntry,
  readingTypeId,
  type Series,
  type Service,
  serviceKinds,
  serviceOf,
  seriesName,
  summaryEntry,
  usagePointEntry,
  usagePointLink,
  writeBlocks,
} from '../green-button/public.ts'
import { readStoredDays } from '../usage/public.ts'
import { type PageQuery, requireEntry, writePage } from './espi-feed.ts'
import {
  type Days,
  daysBetweenTimes,
  findFeedMeter,
  hasSeries,
  listFeedMeters,
  listSeries,
  listSubscribedMeters,
  loadSubscription,
  recordedFile,
  type Subscription,
} from './load-subscription.ts'

type Ids = ParamsOf<typeof espiResources.meterReading>
type PeriodQuery = QueryOf<typeof espiResources.intervalBlocks>

/** Every function here throws NotFound alike for ids that do not exist and for those of another connection. */
interface Point extends Subscription {
  readonly meter: FeedMeter
}

async function loadPoint(
  deps: Deps,
  caller: DataCaller,
  { subscriptionId, usagePointId: id }: Pick<Ids, 'subscriptionId' | 'usagePointId'>,
): Promise<Point> {
  const subscription = await loadSubscription(deps, caller, subscriptionId)
  const meter = await findFeedMeter(deps, subscription, id)
  if (meter === undefined) throw new NotFound('No such usage point')
  return { ...subscription, meter }
}

export async function listUsagePoints(
  deps: Deps,
  caller: DataCaller,
  { subscriptionId }: Pick<Ids, 'subscriptionId'>,
  query: PageQuery,
): Promise<FileAnswer> {
  const subscription = await loadSubscription(deps, caller, subscriptionId)
  const { facts } = subscription
  const entries = (await listFeedMeters(deps, subscription)).map((meter) => usagePointEntry(facts, meter))
  const feed = { self: `${facts.self}/UsagePoint`, title: 'Usage points' }
  return recordedFile(deps, subscription, writePage(facts, feed, query, entries))
}

export async function readUsagePoint(
  deps: Deps,
  caller: DataCaller,
  ids: Pick<Ids, 'subscriptionId' | 'usagePointId'>,
): Promise<FileAnswer> {
  const point = await loadPoint(deps, caller, ids)
  return recordedFile(deps, point, requireEntry(usagePointEntry(point.facts, point.meter)))
}

export async function listMeterReadings(
  deps: Deps,
  caller: DataCaller,
  ids: Pick<Ids, 'subscriptionId' | 'usagePointId'>,
  query: PageQuery,
): Promise<FileAnswer> {
  const point = await loadPoint(deps, caller, ids)
  const { facts, meter } = point
  const entries = (await listSeries(deps, point, meter)).map((series) => meterReadingEntry(facts, meter, series))
  const feed = { self: `${usagePointLink(facts, meter)}/MeterReading`, title: 'Meter readings' }
  return recordedFile(deps, point, writePage(facts, feed, query, entries))
}

function requireSeries({ meterReadingId }: Pick<Ids, 'meterReadingId'>): Series {
  const series = parseSeriesName(meterReadingId)
  if (series === null) throw new NotFound('No such meter reading')
  return series
}

async function loadReading(deps: Deps, caller: DataCaller, ids: Ids): Promise<Point & { readonly series: Series }> {
  const point = await loadPoint(deps, caller, ids)
  const series = requireSeries(ids)
  if (!(await hasSeries(deps, point, [point.meter], series))) throw new NotFound('No such meter reading')
  return { ...point, series }
}

export async function readMeterReading(deps: Deps, caller: DataCaller, ids: Ids): Promise<FileAnswer> {
  const reading = await loadReading(deps, caller, ids)
  const { facts, meter, series } = reading
  return recordedFile(deps, reading, requireEntry(meterReadingEntry(facts, meter, series)))
}

export async function listIntervalBlocks(
  deps: Deps,
  caller: DataCaller,
  ids: Ids,
  query: PeriodQuery,
): Promise<FileAnswer> {
  const reading = await loadReading(deps, caller, ids)
  const { facts, meter, series } = reading
  const blocks = blocksOf(deps, reading, daysBetweenTimes(reading, query))
  const self = `${usagePointLink(facts, meter)}/MeterReading/${seriesName(series)}/IntervalBlock`
  return recordedFile(deps, reading, writePage(facts, { self, title: 'Interval blocks' }, query, blocks))
}

/**
 * Reads the block whose first reading is that of a day. A block of daily readings ends with the month. Reads only the days of the
 * block: that it has readings shows that its series exists.
 */
export async function readIntervalBlock(
  deps: Deps,
  caller: DataCaller,
  ids: ParamsOf<typeof espiResources.intervalBlock>,
): Promise<FileAnswer> {
  const reading = { ...(await loadPoint(deps, caller, ids)), series: requireSeries(ids) }
  const day = parseCalendarDate(ids.intervalBlockId)
  const { from, to } = reading.days
  if (day === null || day < from || day > to) throw new NotFound('No such interval block')
  const last = reading.series.minutes === dayMinutes ? endOfMonth(day) : day
  const first = await blocksOf(deps, reading, { from: day, to: last < to ? last : to }, day).next()
  return recordedFile(deps, reading, requireEntry(first.done === true ? undefined : first.value))
}

const endOfMonth = (day: CalendarDate): CalendarDate => {
  const inNext = addDays(day, 32 - Number(day.slice(8)))
  return addDays(inNext, -Number(inNext.slice(8)))
}

/** Writes the blocks of a series, or only the one that starts on a day. */
async function* blocksOf(
  deps: Deps,
  { facts, meter, series, detail }: Point & { readonly series: Series },
  days: Days,
  only?: CalendarDate,
): AsyncGenerator<string> {
  const { accountNumber, meterNumber } = meter
  const stored = readStoredDays(deps.db, { ...days, accountNumber, meterNumber, detail })
  for await (const one of writeBlocks(facts, { ...meter, days: stored }))
    if (seriesName(one.series) === seriesName(series) && (only === undefined || one.block.name === only))
      yield blockEntry(facts, meter, series, one.block)
}

export async function listUsageSummaries(
  deps: Deps,
  caller: DataCaller,
  ids: Pick<Ids, 'subscriptionId' | 'usagePointId'>,
  query: PeriodQuery,
): Promise<FileAnswer> {
  const point = await loadPoint(deps, caller, ids)
  const { facts, meter } = point
  const { from, to } = daysBetweenTimes(point, query)
  const bills = meter.bills.filter(({ end }) => end >= from && end <= to)
  const entries = bills.map((bill) => summaryEntry(facts, meter, bill))
  const feed = { self: `${usagePointLink(facts, meter)}/UsageSummary`, title: 'Usage summaries' }
  return recordedFile(deps, point, writePage(facts, feed, query, entries))
}

export async function readUsageSummary(
  deps: Deps,
  caller: DataCaller,
  ids: ParamsOf<typeof espiResources.usageSummary>,
): Promise<FileAnswer> {
  const point = await loadPoint(deps, caller, ids)
  const bill = point.meter.bills.find(({ billDate }) => billDate === ids.usageSummaryId)
  const text = bill === undefined ? undefined : summaryEntry(point.facts, point.meter, bill)
  return recordedFile(deps, point, requireEntry(text))
}

/** Writes the reading types of a subscription. Meters of the same service share them. */
async function readingTypesOf(deps: Deps, subscription: Subscription): Promise<Iterable<string>> {
  const types = new Map<string, string>()
  for (const meter of await listSubscribedMeters(deps, subscription)) {
    const service = serviceOf(meter.unit, meter.accountType)
    for (const series of await listSeries(deps, subscription, meter))
      types.set(readingTypeId(service, series), readingTypeEntry(subscription.facts, service, series))
  }
  return types.values()
}

export async function listReadingTypes(deps: Deps, caller: DataCaller, query: PageQuery): Promise<FileAnswer> {
  const subscription = await loadSubscription(deps, caller, 'own')
  const { facts } = subscription
  const types = await readingTypesOf(deps, subscription)
  const feed = { self: `${facts.base}/ReadingType`, title: 'Reading types' }
  return recordedFile(deps, subscription, writePage(facts, feed, query, types))
}

export async function readReadingType(deps: Deps, caller: DataCaller, id: string): Promise<FileAnswer> {
  const subscription = await loadSubscription(deps, caller, 'own')
  const text = await readingTypeOf(deps, subscription, id)
  return recordedFile(deps, subscription, requireEntry(text))
}

const services = Object.keys(serviceKinds) as readonly Service[]

async function readingTypeOf(deps: Deps, subscription: Subscription, id: string): Promise<string | undefined> {
  const service = services.find((one) => id.startsWith(`${one}-`))
  const series = service && parseSeriesName(id.slice(service.length + 1))
  if (!service || !series) return undefined
  const meters = await listSubscribedMeters(deps, subscription)
  const ofService = meters.filter((one) => serviceOf(one.unit, one.accountType) === service)
  if (!(await hasSeries(deps, subscription, ofService, series))) return undefined
  return readingTypeEntry(subscription.facts, service, series)
}

export async function listLocalTimes(deps: Deps, caller: DataCaller, query: PageQuery): Promise<FileAnswer> {
  const subscription = await loadSubscription(deps, caller, 'own')
  const { facts } = subscription
  const feed = { self: `${facts.base}/LocalTimeParameters`, title: 'Local time' }
  return recordedFile(deps, subscription, writePage(facts, feed, query, [localTimeEntry(facts)]))
}

export async function readLocalTime(deps: Deps, caller: DataCaller, id: string): Promise<FileAnswer> {
  const subscription = await loadSubscription(deps, caller, 'own')
  const text = id === localTimeId ? localTimeEntry(subscription.facts) : undefined
  return recordedFile(deps, subscription, requireEntry(text))
}
