import type { Deps } from '../../../platform/deps.ts'
import { TooManyAttempts } from '../../../platform/errors.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { currentKeyFor, hmac } from '../../../platform/keys.ts'
import { clientSubject } from '../../../platform/attempts/client-subject.ts'
import { recordAttempts, refundAttempts } from '../../../platform/attempts/record-attempt.ts'
import { isKnownDevice } from './known-devices.store.ts'
import { usernameKey, type Login } from './login.ts'
import { claimAttempt } from './login-locks.store.ts'
import { deviceHashOf } from './remember-device.ts'

/** An attempt that was counted. When it may not be checked, the right password gets the same answer as a wrong one. */
export interface GuardedSignIn {
  readonly mayBeChecked: boolean
  /** Takes the count back, because an attempt that succeeds is no failure. */
  readonly refund: () => Promise<void>
}

const none = '00000000-0000-0000-0000-000000000000'

/**
 * Counts a sign-in before it is checked, so that simultaneous attempts cannot exceed a limit. There are limits for the client address, for
 * the login from this client, and for the login from everywhere. A browser that has signed in to the login before has a separate count, at
 * any address, so that strangers can neither lock it out nor use up its attempts (decision 0029). The same statements run whether or not
 * the login exists.
 *
 * @param isSignedIn true when the member enters the password again in a session. Locks do not block that either.
 * @throws TooManyAttempts when the client address has failed too often; Unavailable when the counters cannot be stored.
 */
export async function guardSignIn(
  deps: Deps,
  facts: RequestFacts,
  username: string,
  login: Login | undefined,
  isSignedIn = false,
): Promise<GuardedSignIn> {
  const now = deps.clock.now()
  const settings = deps.settings.current()
  const client = clientSubject(deps.keys, facts.clientAddress)
  const loginId = login?.loginId ?? none
  const deviceHash = deviceHashOf(facts)
  const isKnown = await isKnownDevice(deps.db, loginId, deviceHash, now)
  const who = isSignedIn ? 'signed-in' : isKnown ? deviceHash.toString('base64url') : client
  const pair = `${subjectOf(deps, username, login)}.${who}`
  const limits = [
    { kind: 'sign-in.client', subject: client, windowSeconds: 60, limit: settings.loginTriesPerClientPerMinute },
    {
      kind: 'sign-in.login-and-client',
      subject: pair,
      windowSeconds: 900,
      limit: settings.loginFailuresPerClientPer15Minutes,
    },
    {
      kind: 'sign-in.login-and-client-long',
      subject: pair,
      windowSeconds: 12 * 3600,
      limit: settings.loginFailuresPerClientPer15Minutes * 10,
    },
  ]
  const counts = await recordAttempts(deps.db, limits, now)
  const [ofClient, ...ofPair] = counts
  if (ofClient?.allowed !== true) {
    await refundAttempts(deps.db, ofPair)
    throw new TooManyAttempts('sign-in.client', ofClient?.retryAfterSeconds ?? 60)
  }
  const mayAttempt = ofPair.every((count) => count.allowed)
  const claimed = await claimAttempt(
    deps.db,
    mayAttempt ? loginId : none,
    { beforeLock: settings.loginFailuresBeforeLock, beforeDisable: settings.loginFailuresBeforeDisable },
    isSignedIn || isKnown,
    now,
  )
  return {
    mayBeChecked: mayAttempt && claimed,
    refund: async () => refundAttempts(deps.db, counts),
  }
}

/** Returns the subject of the counters. It contains no typed username, and changes when the login is unlocked or gets a new password. */
function subjectOf({ keys }: Pick<Deps, 'keys'>, username: string, login: Login | undefined): string {
  const key = currentKeyFor(keys, 'stranger')
  const text = usernameKey(username).slice(0, 256) + (login?.unlockedAt?.toISOString() ?? '')
  return Buffer.from(hmac(key, text)).toString('base64url')
}
