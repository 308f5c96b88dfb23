import type { Endpoint } from '@coopline/contract/endpoint'
import { recordAudit } from '../audit/audit.store.ts'
import type { Deps } from '../deps.ts'
import { NotFound } from '../errors.ts'
import type { Caller, RequestFacts } from './call.ts'

/**
 * Refuses a call of a member that names another member, as if that one did not exist, and writes down that it was made.
 *
 * @throws NotFound when the path names somebody else.
 */
export async function refuseOtherMember(
  deps: Pick<Deps, 'db' | 'clock'>,
  facts: RequestFacts,
  endpoint: Endpoint,
  caller: Caller,
  params: unknown,
): Promise<void> {
  if (caller.kind !== 'member' || typeof params !== 'object' || params === null) return
  if (!('memberNumber' in params) || params.memberNumber === caller.memberNumber) return
  await recordAudit(deps.db, {
    kind: 'access.foreign-refused',
    at: deps.clock.now(),
    memberNumber: caller.memberNumber,
    clientAddress: facts.clientAddress,
    requestId: facts.id,
    detail: { endpoint: endpoint.id },
  })
  throw new NotFound('Not the member who is signed in')
}
