import { recordAudit } from '../../platform/audit/audit.store.ts'
import type { Deps } from '../../platform/deps.ts'
import { NotFound } from '../../platform/errors.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import type { ResultCaller } from './quick-pay-caller.ts'

/**
 * Refuses what is not the pass's, as if it did not exist, and writes down that it was asked for.
 *
 * @param what `member`, `account` or `payment`.
 * @throws NotFound always.
 */
export async function refuseForeign(
  deps: Pick<Deps, 'db' | 'clock'>,
  facts: RequestFacts,
  caller: ResultCaller,
  what: 'member' | 'account' | 'payment',
): Promise<never> {
  await recordAudit(deps.db, {
    kind: 'quick-pay.foreign-refused',
    at: deps.clock.now(),
    memberNumber: caller.memberNumber,
    accountNumber: caller.accountNumber,
    clientAddress: facts.clientAddress,
    requestId: facts.id,
    detail: { what },
  })
  throw new NotFound(`Not the ${what} of the pass`)
}
