import type { connectedApps } from '@coopline/contract/connected-apps/connected-apps.contract'
import type { AnswerOf, QueryOf } from '@coopline/contract/endpoint'
import { parseEspiScopes } from '@coopline/rules/connected-apps/espi-scope'
import { addDays, calendarDateIn, daysBetween } from '@coopline/rules/kernel/calendar-date'
import type { Deps } from '../../platform/deps.ts'
import { BadInput, NotSignedIn } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/call.ts'
import { type DailyReading, loadDailyReadings } from '../usage/public.ts'
import { findHistoryStart, listReadableMeters, recordAccess } from './connections.store.ts'

type Answer = AnswerOf<typeof connectedApps.daily>
type Meter = Answer['meters'][number]

/** Days of one request. */
const mostDays = 400

/**
 * Reads the daily usage of the meters that the member chose, not further back than they allowed.
 *
 * @throws BadInput when the days are in the wrong order or too many.
 */
export async function readDaily(
  deps: Deps,
  caller: Caller,
  query: QueryOf<typeof connectedApps.daily>,
): Promise<Answer> {
  if (caller.kind !== 'data-token') throw new NotSignedIn('Not a connected app')
  const to = query.to ?? calendarDateIn(deps.settings.current().timeZone, deps.clock.now())
  const asked = query.from ?? addDays(to, -30)
  if (asked > to || daysBetween(asked, to) >= mostDays)
    throw new BadInput([{ code: 'range', field: 'from', message: `Ask for 1 to ${mostDays} days` }])
  const start = await findHistoryStart(deps.db, caller.grantId)
  if (start === undefined) throw new NotSignedIn('The connection is gone')
  const from = asked < start ? start : asked
  const hasCost = parseEspiScopes(caller.scope).some((scope) => scope.hasCost)
  const readable = await listReadableMeters(deps.db, caller)
  const meters: Meter[] = []
  for (const { accountNumber, meterNumber } of readable) {
    if (query.account !== undefined && query.account !== accountNumber) continue
    if (query.meter !== undefined && query.meter !== meterNumber) continue
    const readings = await loadDailyReadings(deps.db, { accountNumber, meterNumber, from, to })
    meters.push(toMeter({ accountNumber, meterNumber }, readings, hasCost))
  }
  const answer = { from: from > to ? to : from, to, meters }
  const bytes = Buffer.byteLength(JSON.stringify(answer))
  await recordAccess(deps.db, { grantId: caller.grantId, what: 'daily', bytes, now: deps.clock.now() })
  return answer
}

function toMeter(
  meter: Pick<Meter, 'accountNumber' | 'meterNumber'>,
  readings: readonly DailyReading[],
  hasCost: boolean,
): Meter {
  const days = readings.map((reading) => ({
    day: reading.day,
    used: thousandths(reading.used),
    received: reading.received === null ? null : thousandths(reading.received),
    quality: reading.status,
    ...(hasCost ? { charge: reading.charge } : {}),
  }))
  const used = readings.reduce((sum, reading) => sum + reading.used, 0)
  return { ...meter, unit: readings.at(-1)?.unit ?? 'kWh', used: thousandths(used), latest: days.at(-1) ?? null, days }
}

const thousandths = (value: number): number => value / 1000
