import { isAppCode } from '@coopline/rules/identity/sign-in/check-sign-in'
import { codesLockedMessage } from '@coopline/rules/identity/sign-in/sign-in.messages'
import { Secret, TOTP } from 'otpauth'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { currentKeyFor } from '../../../platform/keys.ts'
import { decryptAtRest, encryptAtRest, keyIdOf } from '../../../platform/secrets/encrypt-at-rest.ts'
import { isRecoveryCode } from '../../../platform/secrets/recovery-code.ts'
import { clearAttempts, recordAttempt, refundAttempts } from '../../../platform/attempts/record-attempt.ts'
import type { Login } from './login.ts'
import { listRecoveryCodesLocked, replaceAppSecret, takeAppStep, takeRecoveryCode } from './app-secrets.store.ts'
import type { Proof } from './sessions.store.ts'
import { notifyMember } from './notify-member.ts'

/** Length of a time step of the app, in seconds (RFC 6238). */
const appStepSeconds = 30

/**
 * Checks a code of the login's authenticator app, or a recovery code. An app's code is valid in its time step and the two
 * adjacent ones; each code works once. Attempts are counted before they are checked.
 *
 * @returns the kind of proof; `null` for a wrong or used code.
 * @throws Refused with the end of the lock after too many wrong codes, even for a right code, because the caller has proven the
 *   password; Unavailable when the counters cannot be stored.
 */
export async function checkCode(
  deps: Deps,
  login: Pick<Login, 'loginId' | 'appSecret'>,
  code: string,
): Promise<Extract<Proof, 'app' | 'recovery-code'> | null> {
  const now = deps.clock.now()
  const limit = deps.settings.current().codeFailuresPer15Minutes
  const count = await recordAttempt(deps.db, { ...codesOf(login.loginId), windowSeconds: 900, limit }, now)
  if (!count.allowed) throw codesLocked(deps, count.retryAfterSeconds)
  if (login.appSecret === null) return null
  const typed = code.replaceAll(/[\s-]/gu, '').toLowerCase()
  const proof = isAppCode(typed) ? await checkAppCode(deps, login.loginId, login.appSecret, typed) : null
  const good = proof ?? (await checkRecoveryCode(deps, login.loginId, typed))
  if (good !== null) await refundAttempts(deps.db, [count])
  return good
}

const codesOf = (loginId: string) => ({ kind: 'sign-in.code', subject: loginId })

/** Resets the count of wrong codes. A new password does not reset it, or a reader of the member’s email could continue guessing. */
export const forgetWrongCodes = async (tx: Tx, loginId: string): Promise<void> =>
  void (await clearAttempts(tx, [codesOf(loginId)]))

function codesLocked({ clock, settings }: Deps, seconds: number): Refused {
  const minute = 60_000
  // Rounded up, so that codes are accepted again at the time in the message.
  const until = new Date(Math.ceil((clock.now().getTime() + seconds * 1000) / minute) * minute)
  return new Refused(
    new Refusal('codes-locked', (language) => codesLockedMessage(until, settings.current().timeZone, language)),
  )
}

async function checkAppCode(deps: Deps, loginId: string, encrypted: Uint8Array, code: string): Promise<'app' | null> {
  const secret = decryptAtRest(deps.keys, 'app-secret', encrypted, loginId)
  const step = stepOfCode(secret, code, deps.clock.now())
  if (step === null || !(await takeAppStep(deps.db, loginId, step))) return null
  if (keyIdOf(encrypted) !== currentKeyFor(deps.keys, 'app-secret').kid)
    await replaceAppSecret(deps.db, loginId, encrypted, encryptAtRest(deps, 'app-secret', secret, loginId))
  return 'app'
}

/** Returns the time step of a code: the current one or one next to it; `null` when the code belongs to none. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | null {
  const totp = new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }), period: appStepSeconds })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / appStepSeconds) + delta
}

async function checkRecoveryCode(deps: Deps, loginId: string, code: string): Promise<'recovery-code' | null> {
  if (code.length < 8) return null
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const kept = await listRecoveryCodesLocked(tx, loginId)
    const hash = kept.find((one) => isRecoveryCode(deps.keys, one, loginId, code))
    if (hash === undefined || !(await takeRecoveryCode(tx, loginId, hash, now))) return null
    await notifyMember(deps, tx, loginId, 'recovery-code-used', now.toISOString())
    return 'recovery-code'
  })
}
