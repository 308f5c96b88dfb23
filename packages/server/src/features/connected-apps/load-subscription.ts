import type { FileAnswer } from '@coopline/contract/endpoint'
import { parseEspiScopes } from '@coopline/rules/connected-apps/espi-scope'
import { type CalendarDate, calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import type { Deps } from '../../platform/deps.ts'
import { BadInput, NotFound, NotSignedIn } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/call.ts'
import {
  dayMinutes,
  espiBase,
  type FeedFacts,
  type FeedMeter,
  findBillBearer,
  listBilledPeriods,
  type Series,
  serviceOf,
} from '../green-button/public.ts'
import { listMeters, listStoredSeries, readStoredDays } from '../usage/public.ts'
import { findAccountType, findGrant, type GrantFacts, recordAccess } from './connections.store.ts'
import { listReadableMeters } from './readable-meters.ts'

/** Local days, both included. */
export interface Days {
  readonly from: CalendarDate
  readonly to: CalendarDate
}

/** What the caller's connection may read, as an ESPI subscription. */
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
export async function loadSubscription(deps: Deps, caller: Caller, subscriptionId: string): Promise<Subscription> {
  if (caller.kind !== 'data-token') throw new NotSignedIn('Not a connected app')
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
      throw new BadInput([{ code: 'range', field, message: 'Must be of the years 1970 to 2200' }])
  if (min !== undefined && max !== undefined && Date.parse(max) < Date.parse(min))
    throw new BadInput([{ code: 'range', field: 'published-max', message: 'Must not be before published-min' }])
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
  { facts, memberNumber, detail, hasSummaries, days: history }: Subscription,
  days: Days = history,
): Promise<readonly FeedMeter[]> {
  const readable = await listReadableMeters(deps, { grantId: facts.subscription, memberNumber })
  const feed: FeedMeter[] = []
  for (const { accountNumber, meterNumber } of readable) {
    const all = await listMeters(deps.db, accountNumber)
    const unit = all.find((one) => one.meterNumber === meterNumber)?.unit ?? 'kWh'
    const bills = hasSummaries ? await listBilledPeriods(deps.db, { accountNumber, ...days }) : []
    // The billed usage is that of all electric meters; a connection learns it only when it may read each of them.
    const isWhole = all.every(
      (one) =>
        one.unit !== 'kWh' ||
        readable.some((own) => own.accountNumber === accountNumber && own.meterNumber === one.meterNumber),
    )
    feed.push({
      accountNumber,
      meterNumber,
      unit,
      service: serviceOf(unit, await findAccountType(deps.db, accountNumber)),
      days: readStoredDays(deps.db, { ...days, accountNumber, meterNumber, detail }),
      // Members are promised that apps do not see their bills.
      bills: bills
        .filter(({ start, end }) => start >= history.from && findBillBearer(all, end) === meterNumber)
        .map((bill) => ({ ...bill, amount: null, wattHours: isWhole ? bill.wattHours : null })),
      sharing: all.length,
    })
  }
  return feed
}

/** Lists the series of a meter that a subscription may read. */
export async function listSeries(
  deps: Pick<Deps, 'db'>,
  { detail, days }: Subscription,
  { accountNumber, meterNumber, unit: meterUnit }: FeedMeter,
): Promise<readonly Series[]> {
  const stored = await listStoredSeries(deps.db, { ...days, accountNumber, meterNumber, detail })
  return stored.flatMap(({ unit, minutes, hasReceived }) => {
    const series = { minutes: minutes ?? dayMinutes, unit: unit ?? meterUnit }
    const delivered = { ...series, flow: 'delivered' as const }
    return hasReceived ? [delivered, { ...series, flow: 'received' as const }] : [delivered]
  })
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
