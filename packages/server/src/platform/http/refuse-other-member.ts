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
