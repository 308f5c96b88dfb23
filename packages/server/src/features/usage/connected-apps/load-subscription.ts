import type { FileAnswer } from '@coopline/contract/endpoint'
import { parseEspiScopes } from '@coopline/rules/usage/connected-apps/espi-scope'
import { type CalendarDate, calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import type { Deps } from '../../../platform/deps.ts'
import { BadInput, NotFound, NotSignedIn } from '../../../platform/errors.ts'
import { protocolRefusal } from '../../../platform/refusal.ts'
import type { DataCaller } from './check-data-token.ts'
import {
  dayMinutes,
  espiBase,
  type FeedFacts,
  type FeedMeter,
  findBillBearer,
  listBilledPeriods,
  type Series,
  serviceOf,
  usagePointId,
} from '../green-button/public.ts'
import { hasStoredSeries, listMeters, listStoredSeries, readStoredDays } from '../usage/public.ts'
import { type ChosenMeter, findGrant, type GrantFacts, recordAccess } from './connections.store.ts'
import { listReadableMeters } from './readable-meters.ts'

/** Local days, both included. */
export interface Days {
  readonly from: CalendarDate
  readonly to: CalendarDate
}

/** The data that the caller's connection may read, as an ESPI subscription. */
export interface Subscription {
  readonly facts: FeedFacts
  readonly grant: GrantFacts
  readonly memberNumber: string
  /** The token's scopes. */
  readonly scope: string
  readonly detail: 'day' | 'interval'
  /** True when the scope includes usage summaries. */
  readonly hasSummaries: boolean
  /** The allowed history up to today. */
  readonly days: Days
}

/**
 * Loads the subscription of the caller's connection.
 *
 * @param subscriptionId its id, or `own`.
 * @throws NotFound for the subscription of another connection, as for one that does not exist.
 */
export async function loadSubscription(deps: Deps, caller: DataCaller, subscriptionId: string): Promise<Subscription> {
  const { grantId, memberNumber, scope } = caller
  if (subscriptionId !== 'own' && subscriptionId !== grantId) throw new NotFound('No such subscription')
  const grant = await findGrant(deps.db, grantId)
  if (grant === undefined) throw new NotSignedIn('The connection is gone')
  const { timeZone } = deps.settings.current()
  const [scopes, now, base] = [parseEspiScopes(scope), deps.clock.now(), espiBase(deps)]
  const hasCost = scopes.some((one) => one.hasCost)
  return {
    facts: {
      base,
      subscription: grantId,
      self: `${base}/Subscription/${grantId}`,
      timeZone,
      now,
      hasCost,
    },
    grant,
    memberNumber,
    scope,
    detail: scopes.some(({ detail }) => detail === 'interval') ? 'interval' : 'day',
    hasSummaries: hasCost,
    days: { from: grant.historyFrom, to: calendarDateIn(timeZone, now) },
  }
}

export interface PublishedQuery {
  readonly 'published-min'?: string | undefined
  readonly 'published-max'?: string | undefined
}

/**
 * The days of the allowed history with at least one instant between `published-min` and `published-max`.
 *
 * @throws BadInput when the times are out of order, or not of the years 1970 to 2200.
 */
export function daysBetweenTimes(
  { facts: { timeZone }, days }: Pick<Subscription, 'facts' | 'days'>,
  { 'published-min': min, 'published-max': max }: PublishedQuery,
): Days {
  for (const [field, time] of Object.entries({ 'published-min': min, 'published-max': max }))
    if (time !== undefined && !isPlausible(time))
      throw new BadInput(protocolRefusal('range', 'Must be of the years 1970 to 2200', field))
  if (min !== undefined && max !== undefined && Date.parse(max) < Date.parse(min))
    throw new BadInput(protocolRefusal('range', 'Must not be before published-min', 'published-max'))
  const from = min === undefined ? days.from : calendarDateIn(timeZone, new Date(min))
  const to = max === undefined ? days.to : calendarDateIn(timeZone, new Date(max))
  return { from: from < days.from ? days.from : from, to }
}

const isPlausible = (time: string): boolean => {
  const at = Date.parse(time)
  return at >= Date.UTC(1970) && at < Date.UTC(2201)
}

/** Lists the meters of a subscription with the readings of some days and the bills of the allowed history. */
export async function listFeedMeters(
  deps: Deps,
  subscription: Subscription,
  days: Days = subscription.days,
): Promise<readonly FeedMeter[]> {
  const readable = await listSubscribedMeters(deps, subscription)
  const feed: FeedMeter[] = []
  for (const meter of readable) feed.push(await toFeedMeter(deps, subscription, { meter, readable, days }))
  return feed
}

/** Finds the meter of a usage point, as `listFeedMeters` lists it. Loads nothing of the other meters. */
export async function findFeedMeter(
  deps: Deps,
  subscription: Subscription,
  usagePoint: string,
): Promise<FeedMeter | undefined> {
  const readable = await listSubscribedMeters(deps, subscription)
  const meter = readable.find((one) => usagePointId(subscription.facts, one) === usagePoint)
  return meter && toFeedMeter(deps, subscription, { meter, readable, days: subscription.days })
}

/** Lists the meters that a subscription may read now, without their readings. */
export const listSubscribedMeters = async (
  deps: Deps,
  { facts, memberNumber }: Pick<Subscription, 'facts' | 'memberNumber'>,
): Promise<readonly ChosenMeter[]> => listReadableMeters(deps, { grantId: facts.subscription, memberNumber })

interface Chosen {
  readonly meter: ChosenMeter
  /** All meters that the subscription may read. */
  readonly readable: readonly ChosenMeter[]
  readonly days: Days
}

async function toFeedMeter(deps: Deps, subscription: Subscription, chosen: Chosen): Promise<FeedMeter> {
  const { accountNumber, meterNumber, unit, accountType } = chosen.meter
  const { detail, hasSummaries } = subscription
  const stored = { ...chosen.days, accountNumber, meterNumber, detail }
  return {
    accountNumber,
    meterNumber,
    unit,
    service: serviceOf(unit, accountType),
    days: readStoredDays(deps.db, stored),
    ...(hasSummaries ? await loadBills(deps, subscription, chosen) : { bills: [], sharing: 1 }),
  }
}

/** Loads the bills that a meter carries, with what the connection may know of them. */
async function loadBills(
  { db }: Pick<Deps, 'db'>,
  { days: history }: Subscription,
  { meter: { accountNumber, meterNumber }, readable, days }: Chosen,
): Promise<Pick<FeedMeter, 'bills' | 'sharing'>> {
  const all = await listMeters(db, accountNumber)
  const bills = await listBilledPeriods(db, { accountNumber, ...days })
  const hidden = all.filter(
    (one) => !readable.some((own) => own.accountNumber === accountNumber && own.meterNumber === one.meterNumber),
  )
  // The billed usage is that of all electric meters; a connection learns it only when it may read each of them.
  const isWhole = hidden.every(({ unit }) => unit !== 'kWh')
  return {
    // Members are promised that apps do not see their bills.
    bills: bills
      .filter(({ start, end }) => start >= history.from && findBillBearer(all, end) === meterNumber)
      .map((bill) => ({ ...bill, amount: null, wattHours: isWhole ? bill.wattHours : null })),
    // A connection that may not read every meter of the account does not learn how many there are.
    sharing: hidden.length === 0 ? all.length : 1,
  }
}

/** Lists the series of a meter that a subscription may read. */
export async function listSeries(
  { db }: Pick<Deps, 'db'>,
  { detail, days }: Pick<Subscription, 'detail' | 'days'>,
  { accountNumber, meterNumber, unit: meterUnit }: SeriesMeter,
): Promise<readonly Series[]> {
  const stored = await listStoredSeries(db, { ...days, accountNumber, meterNumber, detail })
  return stored.flatMap(({ unit, minutes, hasReceived }) => {
    const series = { minutes: minutes ?? dayMinutes, unit: unit ?? meterUnit }
    const delivered = { ...series, flow: 'delivered' as const }
    return hasReceived ? [delivered, { ...series, flow: 'received' as const }] : [delivered]
  })
}

type SeriesMeter = Pick<ChosenMeter, 'accountNumber' | 'meterNumber' | 'unit'>

/** True when a subscription may read a series of at least one of these meters. Reads no further than the first reading of it. */
export async function hasSeries(
  { db }: Pick<Deps, 'db'>,
  { detail, days }: Pick<Subscription, 'detail' | 'days'>,
  meters: readonly SeriesMeter[],
  { minutes, unit, flow }: Series,
): Promise<boolean> {
  const [isDaily, isReceived] = [minutes === dayMinutes, flow === 'received']
  const wanted = { ...days, detail, unit, minutes: isDaily ? null : minutes, isReceived }
  const possible = isDaily ? meters : meters.filter((meter) => meter.unit === unit)
  return possible.length > 0 && hasStoredSeries(db, possible, wanted)
}

/** The answer with these pieces. Records the read for the member when it ends, also when the app leaves early. */
export const recordedFile = (
  deps: Deps,
  { facts }: Pick<Subscription, 'facts'>,
  pieces: AsyncIterable<string> | Iterable<string>,
): FileAnswer => ({ fileName: 'green-button.xml', pieces: recorded(deps, facts.subscription, pieces) })

async function* recorded(
  deps: Deps,
  grantId: string,
  pieces: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string> {
  let bytes = 0
  try {
    for await (const piece of pieces) {
      bytes += Buffer.byteLength(piece)
      yield piece
    }
  } finally {
    await recordAccess(deps.db, { grantId, what: 'green-button', bytes, now: deps.clock.now() })
  }
}
