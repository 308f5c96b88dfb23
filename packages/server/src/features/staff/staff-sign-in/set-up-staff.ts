import type { AnswerOf, BodyOf } from '@coopline/contract/endpoint'
import type { staffSignIn } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import { checkStaffCode, checkStaffPassword } from '@coopline/rules/staff/staff-sign-in/check-staff-sign-in'
import { signInMessage } from '@coopline/rules/identity/sign-in/sign-in.messages'
import { staffPasswordMessage, staffSignInMessage } from '@coopline/rules/staff/staff-sign-in/staff-sign-in.messages'
import { recordAttempt, refundAttempts } from '../../../platform/attempts/record-attempt.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused, TooManyAttempts } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { decryptAtRest, encryptAtRest } from '../../../platform/secrets/encrypt-at-rest.ts'
import { findGuessable } from '../../../platform/secrets/find-guessable.ts'
import { hashPassword } from '../../../platform/secrets/hash-password.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { appSecretBytes, showAppSecret } from '../../identity/authenticator-app/public.ts'
import { stepOfCode } from '../../identity/sign-in/public.ts'
import { requireConsole } from './require-console.ts'
import { refuseProblems } from './sign-in-staff.ts'
import { findStaffBySetUp, keepPendingApp, type StaffLogin, takeSetUp } from './staff-logins.store.ts'
import { endStaffSessions } from './staff-sessions.store.ts'

const linkNotValid = (): Refused => new Refused(refusal(staffSignInMessage, 'link-not-valid'))

/** @throws Refused when the link is unknown, used, replaced or expired: always alike. */
async function requireSetUp(deps: Deps, token: string): Promise<StaffLogin> {
  requireConsole(deps)
  const login = await findStaffBySetUp(deps.db, sha256(token), deps.clock.now())
  if (login === undefined) throw linkNotValid()
  return login
}

/** Opens a set-up link and returns a new secret for the app, once. The link stays valid. */
export async function beginStaffSetUp(
  deps: Deps,
  { token }: BodyOf<typeof staffSignIn.beginSetUp>,
): Promise<AnswerOf<typeof staffSignIn.beginSetUp>> {
  const { staffId, username } = await requireSetUp(deps, token)
  const bytes = deps.random.bytes(appSecretBytes)
  await keepPendingApp(deps.db, sha256(token), encryptAtRest(deps, 'app-secret', bytes, staffId))
  return { username, ...(await showAppSecret(deps, bytes, username)) }
}

/**
 * Uses up a set-up link: sets the password and the authenticator app together. Signs no one in.
 *
 * @throws Refused when the link is not valid, and with every problem of the password or the code, after which the
 *   link stays valid; TooManyAttempts after too many wrong codes.
 */
export async function setUpStaff(
  deps: Deps,
  facts: RequestFacts,
  { token, password, cnfpassword, code }: BodyOf<typeof staffSignIn.setUp>,
): Promise<AnswerOf<typeof staffSignIn.setUp>> {
  const login = await requireSetUp(deps, token)
  await refuseUnfit(deps, login, { password, cnfpassword })
  refuseProblems(checkStaffCode({ code }))
  const step = await stepOfFirstCode(deps, login, code)
  const passwordHash = await hashPassword(deps, password)
  await inTransaction(deps.db, async (tx) => {
    const { pendingAppSecret: pending, staffId } = login
    const now = deps.clock.now()
    if (pending === null || !(await takeSetUp(tx, sha256(token), { passwordHash, pending, step, now })))
      throw linkNotValid()
    await endStaffSessions(tx, staffId, now)
    await recordAudit(tx, {
      kind: 'staff-sign-in.set-up',
      at: now,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
      detail: { by: login.username },
    })
  })
  return { username: login.username }
}

async function refuseUnfit(
  deps: Deps,
  { username }: StaffLogin,
  form: { readonly password: string; readonly cnfpassword: string },
): Promise<void> {
  const cooperativeName = deps.settings.current().coopName
  const problems = checkStaffPassword(form)
  const guessable =
    problems.length === 0 ? await findGuessable(form.password, { cooperativeName, username, accountNumbers: [] }) : null
  const all = guessable === null ? problems : [guessable]
  if (all.length > 0) throw new Refused(...all.map((problem) => refusal(staffPasswordMessage, problem)))
}

async function stepOfFirstCode(deps: Deps, { staffId, pendingAppSecret }: StaffLogin, code: string): Promise<number> {
  const now = deps.clock.now()
  const limit = deps.settings.current().codeFailuresPer15Minutes
  const one = { kind: 'staff-sign-in.set-up', subject: staffId, windowSeconds: 900, limit }
  const count = await recordAttempt(deps.db, one, now)
  if (!count.allowed) throw new TooManyAttempts(one.kind, count.retryAfterSeconds)
  const step =
    pendingAppSecret === null
      ? null
      : stepOfCode(decryptAtRest(deps.keys, 'app-secret', pendingAppSecret, staffId), code, now)
  if (step === null) throw new Refused(refusal(signInMessage, 'wrong-code', 'code'))
  await refundAttempts(deps.db, [count])
  return step
}
