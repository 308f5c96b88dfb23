import { appMessage } from '@coopline/rules/identity/authenticator-app/authenticator-app.messages'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { MemberCaller, RequestFacts } from '../../../platform/http/call.ts'
import { checkCode, endOtherSessions, requireLogin, type Login, refuseSignIn, notifyMember } from '../sign-in/public.ts'
import { removeSecrets } from './authenticator-app.store.ts'

/** Loads the member's login and requires that it has an app. @throws Refused when it has none. */
export async function loadLoginWithApp(deps: Deps, caller: MemberCaller): Promise<Login> {
  const login = await requireLogin(deps.db, caller.loginId)
  if (login.appSecret !== null) return login
  throw new Refused(refusal(appMessage, 'app-missing'))
}

/**
 * Removes the app and the recovery codes, so that signing in requires only the password. The member's other sessions end.
 *
 * @param code a new code of the app, or a recovery code (REQ-D-009). It is required even in a fresh session.
 * @throws Refused when the code is wrong or used, or there is no app.
 */
export async function removeApp(
  deps: Deps,
  facts: RequestFacts,
  caller: MemberCaller,
  code: string,
): Promise<{ readonly message: string; readonly mfaEnabled: boolean }> {
  const login = await loadLoginWithApp(deps, caller)
  const now = deps.clock.now()
  const happened = {
    at: now,
    memberNumber: caller.memberNumber,
    clientAddress: facts.clientAddress,
    requestId: facts.id,
  }
  if ((await checkCode(deps, login, code)) === null) {
    await recordAudit(deps.db, { kind: 'credentials.app-code-failed', ...happened })
    throw refuseSignIn('wrong-code')
  }
  await inTransaction(deps.db, async (tx) => {
    if (!(await removeSecrets(tx, caller.loginId))) return
    await recordAudit(tx, { kind: 'credentials.app-removed', ...happened })
    await notifyMember(deps, tx, caller.loginId, 'app-removed', facts.id)
    await endOtherSessions(tx, caller, 'app removed', now)
  })
  return { message: appMessage('app-removed', facts.language), mfaEnabled: false }
}
