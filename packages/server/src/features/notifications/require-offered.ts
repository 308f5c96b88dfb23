import type { Endpoint } from '@coopline/contract/endpoint'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import type { Deps } from '../../platform/deps.ts'
import { NotAllowed, NotFound } from '../../platform/errors.ts'
import type { Caller, RequestFacts } from '../../platform/http/call.ts'
import { offersNotifications } from '../../platform/notices/offers-notifications.ts'
import { type MemberCaller, memberCaller } from '../sign-in/public.ts'

/** A call of a member about what is theirs. */
export interface Asked {
  readonly endpoint: Endpoint
  readonly caller: MemberCaller
  readonly request: RequestFacts
}

/** @throws NotAllowed where the cooperative offers no notifications. */
export function askedForNotifications(
  deps: Pick<Deps, 'settings'>,
  endpoint: Endpoint,
  caller: Caller,
  request: RequestFacts,
): Asked {
  if (!offersNotifications(deps.settings.current())) throw new NotAllowed('Notifications are off')
  return { endpoint, request, caller: memberCaller(caller) }
}

/** @throws NotAllowed where the cooperative offers neither notifications nor contacts alone (whecEnabled). */
export function askedForContacts(
  deps: Pick<Deps, 'settings'>,
  endpoint: Endpoint,
  caller: Caller,
  request: RequestFacts,
): Asked {
  const settings = deps.settings.current()
  if (!settings.whecEnabled && !offersNotifications(settings)) throw new NotAllowed('Contacts are off')
  return { endpoint, request, caller: memberCaller(caller) }
}

/**
 * Refuses what is not the member's and what does not exist alike, and writes down that it was asked for.
 *
 * @throws NotFound always.
 */
export async function refuseForeign(
  deps: Pick<Deps, 'db' | 'clock'>,
  { endpoint, caller, request }: Asked,
  accountNumber?: string,
): Promise<never> {
  await recordAudit(deps.db, {
    kind: 'notifications.foreign-refused',
    at: deps.clock.now(),
    memberNumber: caller.memberNumber,
    accountNumber,
    clientAddress: request.clientAddress,
    requestId: request.id,
    detail: { endpoint: endpoint.id },
  })
  throw new NotFound('Nothing of the member who is signed in')
}
