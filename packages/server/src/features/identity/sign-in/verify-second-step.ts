import type { LoginResponse } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { AnswerFacts, RequestFacts } from '../../../platform/http/call.ts'
import { unseal } from '../../../platform/secrets/seal.ts'
import { checkCode } from './check-code.ts'
import { usernameKey } from './login.ts'
import { findLogin } from './logins.store.ts'
import { secondStepSeal } from './open-second-step.ts'
import { openSession, setSessionCookies } from './open-session.ts'
import { isSecondStepOpen, takeSecondStep } from './second-step.store.ts'
import { refuseSignIn } from './sign-in-with-password.ts'

/** The MFA verify request (DM-12), with the names of the wire format. */
export interface SecondStepForm {
  readonly userName: string
  readonly token: string
  readonly encryptedMember: string
  readonly encryptedUserName: string
}

/**
 * Completes a sign-in with a code of the authenticator app or a recovery code.
 *
 * @throws Refused when the second step has expired or belongs to another login, the code is wrong, or codes are locked.
 */
export async function verifySecondStep(
  deps: Deps,
  facts: RequestFacts,
  reply: AnswerFacts,
  form: SecondStepForm,
): Promise<LoginResponse> {
  const now = deps.clock.now()
  const member = unseal(deps.keys, 'second-step', form.encryptedMember, secondStepSeal, now)
  const userName = unseal(deps.keys, 'second-step', form.encryptedUserName, secondStepSeal, now)
  const belongTogether =
    member?.what === 'member' &&
    userName?.what === 'user-name' &&
    member.stepId === userName.stepId &&
    usernameKey(form.userName) === usernameKey(userName.value)
  if (!belongTogether || !(await isSecondStepOpen(deps.db, member.stepId, now))) throw refuseSignIn('second-step-over')
  const login = await findLogin(deps.db, member.loginId)
  if (login === undefined || login.memberNumber !== member.value) throw refuseSignIn('second-step-over')

  const proof = await checkCode(deps, login, form.token)
  if (proof === null) {
    await recordAudit(deps.db, {
      kind: 'sign-in.code-failed',
      at: now,
      memberNumber: login.memberNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
    })
    throw refuseSignIn('wrong-code')
  }
  const opened = await inTransaction(deps.db, async (tx) => {
    if (!(await takeSecondStep(tx, member.stepId, now))) throw refuseSignIn('second-step-over')
    return openSession(deps, tx, facts, login, ['password', proof])
  })
  setSessionCookies(reply, opened)
  return opened.answer
}
