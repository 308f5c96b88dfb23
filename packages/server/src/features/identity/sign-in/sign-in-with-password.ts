import type { LoginResponse } from '@coopline/contract/identity/sign-in/sign-in.contract'
import {
  checkSignIn,
  maxPasswordLength,
  maxUsernameLength,
  type SignInForm,
} from '@coopline/rules/identity/sign-in/check-sign-in'
import { signInMessage, type SignInRefusal } from '@coopline/rules/identity/sign-in/sign-in.messages'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { AnswerFacts, RequestFacts } from '../../../platform/http/call.ts'
import { hashPassword, verifyPassword } from '../../../platform/secrets/hash-password.ts'
import { guardSignIn } from './guard-sign-in.ts'
import type { Login } from './login.ts'
import { clearFailuresIfCurrent } from './login-locks.store.ts'
import { findLoginByUsername, rehash } from './logins.store.ts'
import { openSecondStep } from './open-second-step.ts'
import { openSession, setSessionCookies } from './open-session.ts'

/**
 * Signs in by username and password, or opens the second step for a login with an authenticator app.
 *
 * An unknown name, a wrong password, a locked login and a disabled login get the same answer after the same work.
 *
 * @throws Refused when the form is incomplete or the credentials are wrong; TooManyAttempts and Unavailable as
 *   `guardSignIn`.
 */
export async function signInWithPassword(
  deps: Deps,
  facts: RequestFacts,
  reply: AnswerFacts,
  form: SignInForm,
): Promise<LoginResponse> {
  const problems = checkSignIn(form)
  if (problems.length > 0) throw new Refused(...problems.map(({ code, field }) => refusal(signInMessage, code, field)))
  const isPossible = form.username.length <= maxUsernameLength && form.password.length <= maxPasswordLength
  const login = isPossible ? await findLoginByUsername(deps.db, form.username) : undefined
  const guarded = await guardSignIn(deps, facts, form.username, login)
  const verdict = await verifyPassword(
    deps,
    form.password.slice(0, maxPasswordLength),
    guarded.mayBeChecked ? login?.passwordHash : undefined,
  )
  if (login === undefined || !verdict.matches) return refuse(deps, facts, login)
  await guarded.refund()
  if (verdict.isOutdated) await rehash(deps.db, login, await hashPassword(deps, form.password))
  if (login.appSecret !== null) {
    // In one transaction, so that a password reset waits for it and closes the step.
    const step = await inTransaction(deps.db, async (tx) =>
      (await clearFailuresIfCurrent(tx, login)) ? openSecondStep({ ...deps, db: tx }, login) : null,
    )
    return step ?? refuse(deps, facts, login)
  }
  const opened = await inTransaction(deps.db, async (tx) => openSession(deps, tx, facts, login, ['password']))
  setSessionCookies(reply, opened)
  return opened.answer
}

async function refuse(deps: Deps, facts: RequestFacts, login: Login | undefined): Promise<never> {
  await recordAudit(deps.db, {
    kind: 'sign-in.failed',
    at: deps.clock.now(),
    memberNumber: login?.memberNumber,
    clientAddress: facts.clientAddress,
    requestId: facts.id,
  })
  throw refuseSignIn('wrong-credentials')
}

/** Creates the refusal of a sign-in. It has no field, so that it does not reveal what was wrong. */
export const refuseSignIn = (code: SignInRefusal): Refused => new Refused(refusal(signInMessage, code))
