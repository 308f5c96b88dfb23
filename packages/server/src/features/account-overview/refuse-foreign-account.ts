import type { Endpoint } from '@coopline/contract/endpoint'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import type { Deps } from '../../platform/deps.ts'
import { NotFound } from '../../platform/errors.ts'
import type { RequestFacts } from '../../platform/http/call.ts'

/** Who asked for what, as the audit keeps it. */
export interface Asked {
  readonly endpoint: Endpoint
  readonly memberNumber: string
  readonly request: RequestFacts
}

/**
 * Refuses an account that is not the member's, and one that does not exist, alike: neither the answer nor the work that is
 * done for it tells the two apart. The audit keeps that it was asked for.
 *
 * @param sentence what the member reads; the usual one when left out.
 * @throws NotFound always.
 */
export async function refuseForeignAccount(
  deps: Pick<Deps, 'db' | 'clock'>,
  { endpoint, memberNumber, request }: Asked,
  accountNumber: string,
  sentence?: string,
): Promise<never> {
  await recordAudit(deps.db, {
    kind: 'account-overview.foreign-refused',
    at: deps.clock.now(),
    memberNumber,
    accountNumber,
    clientAddress: request.clientAddress,
    requestId: request.id,
    detail: { endpoint: endpoint.id },
  })
  throw new NotFound('Not an account of the member who is signed in', sentence)
}
