import type { Deps } from '../../platform/deps.ts'
import { TooManyTries } from '../../platform/errors.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import { currentKeyFor, hmac } from '../../platform/keys.ts'
import { clientSubject } from '../../platform/tries/client-subject.ts'
import { countTries, takeBackTries } from '../../platform/tries/count-try.ts'
import { isKnownDevice } from './known-devices.store.ts'
import { usernameKey, type Login } from './login.ts'
import { claimTry } from './logins.store.ts'
import { deviceHashOf } from './remember-device.ts'

/** Whether a try may be judged. When it may not, the right password is answered like a wrong one. */
export interface GuardedSignIn {
  readonly mayBeJudged: boolean
  /** A try that succeeds was no failure. */
  readonly takeBack: () => Promise<void>
}

const none = '00000000-0000-0000-0000-000000000000'

/**
 * Counts a sign-in before it is judged, so that no number of tries at once gets past a limit: of the client address, of
 * this login from this client, and of the login from everywhere. A browser that has signed in to that login before has a
 * count of its own, whatever its address, so strangers can neither lock it out nor use up its tries (decision 0029). The same
 * statements run whether or not there is such a login.
 *
 * @param isSignedIn the member gives the password again in a session, which no lock keeps out either.
 * @throws TooManyTries when the client address has failed too often; Unavailable when the counters cannot be kept.
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
  const pair = `${subjectOf(deps, usernameKey(username).slice(0, 256))}.${who}`
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
  const counts = await countTries(deps.db, limits, now)
  const [ofClient, ...ofPair] = counts
  if (ofClient?.allowed !== true) {
    await takeBackTries(deps.db, ofPair)
    throw new TooManyTries('sign-in.client', ofClient?.retryAfterSeconds ?? 60)
  }
  const mayTry = ofPair.every((count) => count.allowed)
  const claimed = await claimTry(
    deps.db,
    mayTry ? loginId : none,
    { beforeLock: settings.loginFailuresBeforeLock, beforeDisable: settings.loginFailuresBeforeDisable },
    isSignedIn || isKnown,
    now,
  )
  return {
    mayBeJudged: mayTry && claimed,
    takeBack: async () => takeBackTries(deps.db, counts),
  }
}

/** User names of strangers do not stand in the counters. */
function subjectOf({ keys }: Pick<Deps, 'keys'>, text: string): string {
  const key = currentKeyFor(keys, 'stranger')
  return Buffer.from(hmac(key, text)).toString('base64url')
}
