import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberCaller, RequestFacts } from '../../../platform/http/call.ts'
import { requireLiveSession, notifyMember } from '../sign-in/public.ts'
import { replaceRecoveryCodes } from './authenticator-app.store.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'
import { loadLoginWithApp } from './remove-app.ts'

/**
 * Creates ten new recovery codes, which replace all previous ones.
 *
 * @throws Refused when there is no app.
 */
export async function renewRecoveryCodes(
  deps: Deps,
  facts: RequestFacts,
  caller: MemberCaller,
): Promise<{ readonly recoveryCodes: string[] }> {
  const { loginId } = await loadLoginWithApp(deps, caller)
  const { codes, hashes } = makeRecoveryCodes(deps, loginId)
  await inTransaction(deps.db, async (tx) => {
    await requireLiveSession(tx, caller)
    await replaceRecoveryCodes(tx, loginId, hashes)
    await recordAudit(tx, {
      kind: 'credentials.recovery-codes-made',
      at: deps.clock.now(),
      memberNumber: caller.memberNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
    })
    await notifyMember(deps, tx, loginId, 'recovery-codes-made', facts.id)
  })
  return { recoveryCodes: [...codes] }
}
