import type { connectedApps } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import type { AnswerOf, QueryOf } from '@coopline/contract/endpoint'
import { type EspiScope, parseEspiScopes } from '@coopline/rules/usage/connected-apps/espi-scope'
import { addDays, type CalendarDate, daysBetween } from '@coopline/rules/kernel/calendar-date'
import type { Deps } from '../../../platform/deps.ts'
import { BadInput, NotAllowed, NotSignedIn } from '../../../platform/errors.ts'
import { protocolRefusal } from '../../../platform/refusal.ts'
import type { DataCaller } from './check-data-token.ts'
import { todayOf } from '../../../platform/today.ts'
import { type DailyReading, loadDailyReadings, loadIntervalDays } from '../usage/public.ts'
import { type ChosenMeter, findHistoryStart, recordAccess } from './connections.store.ts'
import { listReadableMeters } from './readable-meters.ts'

type Daily = AnswerOf<typeof connectedApps.daily>
type Intervals = AnswerOf<typeof connectedApps.intervals>
type Query = QueryOf<typeof connectedApps.daily>

/** The part of a request that the connection may read. */
interface Allowed {
  readonly grantId: string
  readonly scopes: readonly EspiScope[]
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly meters: readonly ChosenMeter[]
}

/**
 * Reads daily usage of the chosen meters, back to the start of the allowed history.
 *
 * @throws BadInput when the days are out of order or more than 400.
 */
export async function readDaily(deps: Deps, caller: DataCaller, query: Query): Promise<Daily> {
  const allowed = await loadAllowed(deps, caller, query, { most: 400, usual: 31 })
  const hasCost = allowed.scopes.some((scope) => scope.hasCost)
  const meters: Daily['meters'] = []
  for (const meter of allowed.meters)
    meters.push(toMeter(meter, await loadDailyReadings(deps.db, { ...allowed, ...meter }), hasCost))
  return recorded(deps, allowed, 'daily', { from: allowed.from, to: allowed.to, meters })
}

/**
 * Reads interval usage, with the same limits as `readDaily`.
 *
 * @throws BadInput when the days are out of order or more than 31; NotAllowed without an interval scope.
 */
export async function readIntervals(deps: Deps, caller: DataCaller, query: Query): Promise<Intervals> {
  const allowed = await loadAllowed(deps, caller, query, { most: 31, usual: 1 })
  if (allowed.scopes.every(({ detail }) => detail !== 'interval')) throw new NotAllowed('The scope has no intervals')
  const meters: Intervals['meters'] = []
  for (const meter of allowed.meters) {
    const { accountNumber, meterNumber, unit } = meter
    const days = await loadIntervalDays(deps.db, { ...allowed, accountNumber, meterNumber })
    meters.push({
      accountNumber,
      meterNumber,
      unit,
      days: days.map(({ day, minutes, used, received, status }) => ({
        day,
        minutes,
        used: used.map(inUnits),
        received: received === null ? null : received.map(inUnits),
        quality: status,
      })),
    })
  }
  return recorded(deps, allowed, 'intervals', { from: allowed.from, to: allowed.to, meters })
}

async function loadAllowed(
  deps: Deps,
  caller: DataCaller,
  query: Query,
  days: { readonly most: number; readonly usual: number },
): Promise<Allowed> {
  const to = query.to ?? todayOf(deps)
  const asked = query.from ?? addDays(to, 1 - days.usual)
  if (asked > to || daysBetween(asked, to) >= days.most)
    throw new BadInput(protocolRefusal('range', `Ask for 1 to ${days.most} days`, 'from'))
  const start = await findHistoryStart(deps.db, caller.grantId)
  if (start === undefined) throw new NotSignedIn('The connection is gone')
  const readable = await listReadableMeters(deps, caller)
  return {
    grantId: caller.grantId,
    scopes: parseEspiScopes(caller.scope),
    from: asked < start ? start : asked,
    to,
    meters: readable.filter(
      ({ accountNumber, meterNumber }) =>
        (query.account ?? accountNumber) === accountNumber && (query.meter ?? meterNumber) === meterNumber,
    ),
  }
}

/** Records the read for the member. When the whole range precedes the allowed history, the response names only its last day. */
async function recorded<Answer extends { readonly from: CalendarDate; readonly to: CalendarDate }>(
  deps: Deps,
  { grantId }: Allowed,
  what: string,
  answer: Answer,
): Promise<Answer> {
  const said = answer.from > answer.to ? { ...answer, from: answer.to } : answer
  const bytes = Buffer.byteLength(JSON.stringify(said))
  await recordAccess(deps.db, { grantId, what, bytes, now: deps.clock.now() })
  return said
}

function toMeter(
  { accountNumber, meterNumber }: ChosenMeter,
  readings: readonly DailyReading[],
  hasCost: boolean,
): Daily['meters'][number] {
  const days = readings.map((reading) => ({
    day: reading.day,
    used: reading.used / 1000,
    received: inUnits(reading.received),
    quality: reading.status,
    ...(hasCost ? { charge: reading.charge } : {}),
  }))
  const used = readings.reduce((sum, reading) => sum + reading.used, 0) / 1000
  return { accountNumber, meterNumber, unit: readings.at(-1)?.unit ?? 'kWh', used, latest: days.at(-1) ?? null, days }
}

/** Converts thousandths to units. */
const inUnits = (value: number | null): number | null => (value === null ? null : value / 1000)
