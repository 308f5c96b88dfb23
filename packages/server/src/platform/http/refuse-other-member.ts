import type { Endpoint } from '@coopline/contract/endpoint'
import { isGuestNumber } from '@coopline/rules/identity/shared-access/guest-number'
import { NotOwned } from '../errors.ts'
import type { Caller } from './call.ts'

/**
 * Refuses a call of a member whose path names another member, as if that member did not exist.
 *
 * @throws NotOwned when the path names another member.
 */
export function refuseOtherMember(caller: Caller, params: unknown): void {
  if (caller.kind !== 'member' || typeof params !== 'object' || params === null) return
  if ('memberNumber' in params && params.memberNumber !== caller.memberNumber)
    throw new NotOwned('Not the member who is signed in')
}

/**
 * Refuses a login without a membership every call that the contract does not open to it (decision 0150), as if its accounts did not
 * exist.
 *
 * @throws NotOwned when the caller has no membership and the endpoint is not for guests.
 */
export function refuseGuest(caller: Caller, endpoint: Pick<Endpoint, 'guests'>): void {
  if (caller.kind === 'member' && isGuestNumber(caller.memberNumber) && !endpoint.guests)
    throw new NotOwned('Not for a login without a membership')
}
