import type { AnswerOf } from '@coopline/contract/endpoint'
import type { staffSignIn } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import { maxPasswordLength, maxUsernameLength } from '@coopline/rules/identity/sign-in/check-sign-in'
import { checkStaffSignIn, type StaffSignInForm } from '@coopline/rules/staff/staff-sign-in/check-staff-sign-in'
import { staffSignInMessage, type StaffSignInRefusal } from '@coopline/rules/staff/staff-sign-in/staff-sign-in.messages'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { AnswerFacts, RequestFacts } from '../../../platform/http/call.ts'
import { decryptAtRest } from '../../../platform/secrets/encrypt-at-rest.ts'
import { verifyPassword } from '../../../platform/secrets/hash-password.ts'
import type { SplitToken } from '../../../platform/secrets/split-token.ts'
import { stepOfCode, usernameKey } from '../../identity/sign-in/public.ts'
import { guardStaffSignIn } from './guard-staff-sign-in.ts'
import { requireConsole } from './require-console.ts'
import { staffCookie } from './staff-cookies.ts'
import { findStaffByUsername, type StaffLogin, takeStaffStep } from './staff-logins.store.ts'
import { logBreakGlass, noteBreakGlass } from './note-break-glass.ts'
import { openStaffSession } from './open-staff-session.ts'

/**
 * Signs staff in by username, password and the code of their authenticator app, all in one call, so that an answer
 * does not show which of the three was wrong. An unknown name, a login that is not set up and a locked one are answered
 * alike and take the same work.
 *
 * @throws Refused when the form is not complete, and when anything in it is wrong; NotAllowed while the console is
 *   off; TooManyAttempts and Unavailable as `guardStaffSignIn`.
 */
export async function signInStaff(
  deps: Deps,
  facts: RequestFacts,
  reply: AnswerFacts,
  form: StaffSignInForm,
): Promise<AnswerOf<typeof staffSignIn.signIn>> {
  requireConsole(deps)
  refuseProblems(checkStaffSignIn(form))
  const isPossible = form.username.length <= maxUsernameLength && form.password.length <= maxPasswordLength
  const key = usernameKey(form.username).slice(0, maxUsernameLength)
  const login = isPossible ? await findStaffByUsername(deps.db, key) : undefined
  const guarded = await guardStaffSignIn(deps, facts, key, login)
  const isOpen = guarded.mayBeChecked && login?.disabledAt === null
  const hash = isOpen ? (login.passwordHash ?? undefined) : undefined
  const { matches } = await verifyPassword(deps, form.password.slice(0, maxPasswordLength), hash)
  const halves = login !== undefined && matches ? await openByCode(deps, facts, login, form.code) : null
  if (login === undefined || halves === null) return refuse(deps, facts, login)
  await guarded.refund()
  logBreakGlass(deps, login)
  reply.setCookie(staffCookie, halves.cookie)
  return { accessToken: halves.token, name: login.name, username: login.username, role: login.role }
}

/** @throws Refused with every problem in its words, when there is one. */
export function refuseProblems(
  problems: readonly { readonly code: StaffSignInRefusal; readonly field: string }[],
): void {
  if (problems.length === 0) return
  throw new Refused(...problems.map(({ code, field }) => refusal(staffSignInMessage, code, field)))
}

/** Opens a session by the code of the app. @returns `null` for a wrong or used code. */
async function openByCode(
  deps: Deps,
  facts: RequestFacts,
  login: StaffLogin,
  code: string,
): Promise<SplitToken | null> {
  if (login.appSecret === null) return null
  const now = deps.clock.now()
  const step = stepOfCode(decryptAtRest(deps.keys, 'app-secret', login.appSecret, login.staffId), code, now)
  if (step === null) return null
  return inTransaction(deps.db, async (tx) => {
    if (!(await takeStaffStep(tx, login, step, now))) return null
    const { halves } = await openStaffSession(deps, tx, facts, login)
    await noteBreakGlass(deps, tx, facts, login)
    return halves
  })
}

async function refuse(deps: Deps, facts: RequestFacts, login: StaffLogin | undefined): Promise<never> {
  await recordAudit(deps.db, {
    kind: 'staff-sign-in.failed',
    at: deps.clock.now(),
    clientAddress: facts.clientAddress,
    requestId: facts.id,
    // An unknown username is not stored, because people type passwords into that field.
    detail: { by: login?.username ?? null },
  })
  const code = 'wrong-staff-sign-in'
  throw new Refused(refusal(staffSignInMessage, code))
}
