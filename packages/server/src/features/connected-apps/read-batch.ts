import type { connectedApps } from '@coopline/contract/connected-apps/connected-apps.contract'
import type { FileAnswer, ParamsOf, QueryOf } from '@coopline/contract/endpoint'
import { parseEspiScopes } from '@coopline/rules/connected-apps/espi-scope'
import { type CalendarDate, calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import type { Deps } from '../../platform/deps.ts'
import { BadInput, NotFound, NotSignedIn } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/call.ts'
import { espiBase, type FeedMeter, serviceOf, writeGreenButton } from '../green-button/public.ts'
import { listMeters, readStoredDays } from '../usage/public.ts'
import { findAccountType, findHistoryStart, recordAccess } from './connections.store.ts'
import { listReadableMeters } from './readable-meters.ts'

/**
 * Reads the usage of a connection as a Green Button feed: days with at least one instant between `published-min` and
 * `published-max`, which default to the whole allowed history. Costs are part of it where the scope includes them.
 *
 * @throws NotFound for the subscription of another connection; BadInput when the times are out of order.
 */
export async function readBatch(
  deps: Deps,
  caller: Caller,
  { subscriptionId }: ParamsOf<typeof connectedApps.batch>,
  query: QueryOf<typeof connectedApps.batch>,
): Promise<FileAnswer> {
  if (caller.kind !== 'data-token') throw new NotSignedIn('Not a connected app')
  const { grantId, memberNumber } = caller
  if (subscriptionId !== 'own' && subscriptionId !== grantId) throw new NotFound('No such subscription')
  const start = await findHistoryStart(deps.db, grantId)
  if (start === undefined) throw new NotSignedIn('The connection is gone')
  const days = daysOf(deps, query, start)
  const scopes = parseEspiScopes(caller.scope)
  const detail = scopes.some((scope) => scope.detail === 'interval') ? 'interval' : 'day'
  const meters: FeedMeter[] = []
  for (const { accountNumber, meterNumber } of await listReadableMeters(deps, { grantId, memberNumber })) {
    const unit =
      (await listMeters(deps.db, accountNumber)).find((one) => one.meterNumber === meterNumber)?.unit ?? 'kWh'
    const service = serviceOf(unit, await findAccountType(deps.db, accountNumber))
    const stored = readStoredDays(deps.db, { ...days, accountNumber, meterNumber, detail })
    meters.push({ accountNumber, meterNumber, unit, service, days: stored, bills: [] })
  }
  const base = espiBase(deps)
  const feed = {
    base,
    subscription: grantId,
    self: `${base}/Batch/Subscription/${grantId}`,
    timeZone: deps.settings.current().timeZone,
    now: deps.clock.now(),
    hasCost: scopes.some((scope) => scope.hasCost),
  }
  return { fileName: 'green-button.xml', pieces: recorded(deps, grantId, writeGreenButton(feed, meters)) }
}

function daysOf(
  deps: Deps,
  { 'published-min': min, 'published-max': max }: QueryOf<typeof connectedApps.batch>,
  start: CalendarDate,
): { readonly from: CalendarDate; readonly to: CalendarDate } {
  const { timeZone } = deps.settings.current()
  if (min !== undefined && max !== undefined && Date.parse(max) < Date.parse(min))
    throw new BadInput([{ code: 'range', field: 'published-max', message: 'Must not be before published-min' }])
  const from = min === undefined ? start : calendarDateIn(timeZone, new Date(min))
  const to = calendarDateIn(timeZone, max === undefined ? deps.clock.now() : new Date(max))
  return { from: from < start ? start : from, to }
}

/** Records the read for the member when it ends, with the bytes that were made, also when the app leaves early. */
async function* recorded(deps: Deps, grantId: string, pieces: AsyncIterable<string>): AsyncGenerator<string> {
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
