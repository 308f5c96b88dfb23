import type { QueryOf } from '@coopline/contract/endpoint'
import type { SystemEvent, systemApi } from '@coopline/contract/site/system-api/system-api.contract'
import type { Deps } from '../../../platform/deps.ts'
import { NotAllowed, NotFound } from '../../../platform/errors.ts'
import { protocolRefusal } from '../../../platform/refusal.ts'
import { handOverBankNumbers } from '../../paying/drafts/public.ts'
import { acknowledgeAll, listEvents, listEventsByNumber, type PortalEvent } from '../integration/public.ts'
import type { SystemCaller } from './check-system-key.ts'

type EventDeps = Pick<Deps, 'db' | 'clock' | 'keys'>

const usualPage = 100

/**
 * Lists a page of events for a system (REQ-D-502).
 *
 * @throws NotAllowed for bank numbers without their scope.
 */
export async function listSystemEvents(
  deps: EventDeps,
  caller: SystemCaller,
  query: QueryOf<typeof systemApi.listEvents>,
): Promise<{ events: SystemEvent[]; next: number | null }> {
  requireBankNumbers(caller, query)
  const limit = Number(query.limit ?? usualPage)
  const listed = await listEvents(deps.db, {
    after: Number(query.after ?? 0),
    limit,
    accountNumber: query.account,
    isWaiting: query.acknowledged === undefined,
  })
  const events = await withBankNumbers(deps, listed, query)
  return { events, next: listed.length < limit ? null : (listed.at(-1)?.id ?? null) }
}

/**
 * Finds an event by its number.
 *
 * @throws NotFound; NotAllowed for bank numbers without their scope.
 */
export async function viewSystemEvent(
  deps: EventDeps,
  caller: SystemCaller,
  id: number,
  query: QueryOf<typeof systemApi.viewEvent>,
): Promise<SystemEvent> {
  requireBankNumbers(caller, query)
  const [event] = await withBankNumbers(deps, await listEventsByNumber(deps.db, [id]), query)
  if (event === undefined) throw new NotFound('No such event')
  return event
}

/**
 * Acknowledges events, all or none.
 *
 * @returns how many were not acknowledged before.
 * @throws NotFound that names the numbers that no event has.
 */
export async function acknowledgeSystemEvents({ db, clock }: EventDeps, ids: readonly number[]): Promise<number> {
  const done = await acknowledgeAll(db, ids, clock.now())
  if ('acknowledged' in done) return done.acknowledged
  const sentence = `There is no event ${done.unknown.slice(0, 20).join(', ')}. Nothing was acknowledged.`
  throw new NotFound('An unknown event', protocolRefusal('unknown-event', sentence))
}

type AsksForNumbers = Pick<QueryOf<typeof systemApi.viewEvent>, 'bankNumbers'>

function requireBankNumbers({ scopes }: SystemCaller, { bankNumbers }: AsksForNumbers): void {
  if (bankNumbers === undefined || scopes.includes('bank-numbers:read')) return
  const sentence = 'The key lacks the scope bank-numbers:read'
  throw new NotAllowed('A key without the scope', protocolRefusal('scope-missing', sentence))
}

async function withBankNumbers(
  deps: EventDeps,
  events: readonly PortalEvent[],
  { bankNumbers }: AsksForNumbers,
): Promise<SystemEvent[]> {
  const ids = events.map(({ id }) => id)
  const numbers = bankNumbers === undefined ? undefined : await handOverBankNumbers(deps, ids)
  return events.map((event) => ({ ...event, body: event.body as SystemEvent['body'], ...numbers?.get(event.id) }))
}
