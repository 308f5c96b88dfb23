import { appMessage } from '@coopline/rules/identity/authenticator-app/authenticator-app.messages'
import { isAppCode } from '@coopline/rules/identity/sign-in/check-sign-in'
import { signInMessage } from '@coopline/rules/identity/sign-in/sign-in.messages'
import { Secret } from 'otpauth'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused, TooManyAttempts } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { MemberCaller, RequestFacts } from '../../../platform/http/call.ts'
import { decryptAtRest } from '../../../platform/secrets/encrypt-at-rest.ts'
import { unseal } from '../../../platform/secrets/seal.ts'
import { recordAttempt, refundAttempts, type AttemptCount } from '../../../platform/attempts/record-attempt.ts'
import { endOtherSessions, lookUpLogin, requireLiveSession, stepOfCode, notifyMember } from '../sign-in/public.ts'
import { activatePendingSecret, findPendingSecret, replaceRecoveryCodes } from './authenticator-app.store.ts'
import { keyHashOf, setUpSeal } from './begin-set-up.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'

/** The "set member auth secret" request (AC-18), with the names of the wire format. */
export interface ActivationForm {
  /** The `encryptedValidator` of the set-up. */
  readonly encryptedMember: string
  readonly code: string
  /** The `secretNewKey` of the set-up. */
  readonly key: string
}

export interface Activation {
  /** The spelling is that of the wire format (DE-15). */
  readonly verificationSatus: boolean
  readonly transactionStatus: boolean
  readonly mfaEnabled: boolean
  readonly message: string
  readonly recoveryCodes: string[] | null
}

/**
 * Activates a new app with its first code and replaces the previous one. The member's other sessions end.
 *
 * Only the secret that the server created becomes active. The key in the request is only compared with it.
 *
 * @returns the recovery codes, which are shown only now, or the result that the code is wrong.
 * @throws Refused when the set-up has expired or is not the caller's; TooManyAttempts after five wrong codes.
 */
export async function activateApp(
  deps: Deps,
  facts: RequestFacts,
  caller: MemberCaller,
  form: ActivationForm,
): Promise<Activation> {
  const { pending, secret } = await loadSetUp(deps, caller, form)
  const count = await countCode(deps, caller.loginId)
  const code = form.code.replaceAll(/\s/gu, '')
  const now = deps.clock.now()
  const step = isAppCode(code) ? stepOfCode(secret, code, now) : null
  if (step === null) return wrongCode(deps, facts, caller)
  const { codes, hashes } = makeRecoveryCodes(deps, caller.loginId)
  await inTransaction(deps.db, async (tx) => {
    if (!(await activatePendingSecret(tx, caller.loginId, pending, { step, now }))) throw setUpOver()
    await requireLiveSession(tx, caller)
    await replaceRecoveryCodes(tx, caller.loginId, hashes)
    await recordAudit(tx, {
      kind: 'credentials.app-added',
      at: now,
      memberNumber: caller.memberNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
    })
    await notifyMember(deps, tx, caller.loginId, 'app-added', facts.id)
    await endOtherSessions(tx, caller, 'app added', now)
  })
  await refundAttempts(deps.db, [count])
  return {
    verificationSatus: true,
    transactionStatus: true,
    mfaEnabled: true,
    message: appMessage('app-active', facts.language),
    recoveryCodes: [...codes],
  }
}

/** Loads the pending secret, if the request belongs to it. */
async function loadSetUp(
  deps: Deps,
  { loginId }: MemberCaller,
  { encryptedMember, key }: ActivationForm,
): Promise<{ readonly pending: Uint8Array; readonly secret: Uint8Array }> {
  const now = deps.clock.now()
  const sealed = unseal(deps.keys, 'app-set-up', encryptedMember, setUpSeal, now)
  const pending = await findPendingSecret(deps.db, loginId, now)
  if (sealed?.loginId !== loginId || pending === undefined) throw setUpOver()
  const secret = decryptAtRest(deps.keys, 'app-secret', pending, loginId)
  const ours = keyHashOf(new Secret({ buffer: Uint8Array.from(secret).buffer }).base32)
  if (sealed.keyHash !== ours || keyHashOf(key) !== ours) throw setUpOver()
  return { pending, secret }
}

const setUpOver = (): Refused => new Refused(refusal(appMessage, 'set-up-over'))

async function countCode(deps: Deps, loginId: string): Promise<AttemptCount> {
  const limit = deps.settings.current().codeFailuresPer15Minutes
  const one = { kind: 'authenticator-app.set-up', subject: loginId, windowSeconds: 900, limit }
  const count = await recordAttempt(deps.db, one, deps.clock.now())
  if (!count.allowed) throw new TooManyAttempts(one.kind, count.retryAfterSeconds)
  return count
}

async function wrongCode(deps: Deps, facts: RequestFacts, caller: MemberCaller): Promise<Activation> {
  await recordAudit(deps.db, {
    kind: 'credentials.app-code-failed',
    at: deps.clock.now(),
    memberNumber: caller.memberNumber,
    clientAddress: facts.clientAddress,
    requestId: facts.id,
  })
  const login = await lookUpLogin(deps.db, { loginId: caller.loginId })
  return {
    verificationSatus: false,
    transactionStatus: false,
    mfaEnabled: login !== undefined && login.appSecret !== null,
    message: signInMessage('wrong-code', facts.language),
    recoveryCodes: null,
  }
}
