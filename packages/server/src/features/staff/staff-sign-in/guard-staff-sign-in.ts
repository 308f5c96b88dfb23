import { clientSubject } from '../../../platform/attempts/client-subject.ts'
import { type Limit, recordAttempts, refundAttempts } from '../../../platform/attempts/record-attempt.ts'
import type { Deps } from '../../../platform/deps.ts'
import { TooManyAttempts } from '../../../platform/errors.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import type { StaffLogin } from './staff-logins.store.ts'
import { hasSignedInFrom } from './staff-sessions.store.ts'

/** The decision on an attempt to sign in. One that may not be checked is answered like a wrong password. */
interface GuardedStaffSignIn {
  readonly mayBeChecked: boolean
  /** Uncounts the attempt, because only failures count. */
  readonly refund: () => Promise<void>
}

const quarterHour = 900
const hour = 3600
const knownDays = 30
const none = '00000000-0000-0000-0000-000000000000'

/** The counters that keep strangers from guessing at one login from everywhere. */
const everywhere = (deps: Pick<Deps, 'settings'>, subject: string): readonly Limit[] => {
  const { loginFailuresBeforeLock, loginFailuresBeforeDisable } = deps.settings.current()
  return [
    { kind: 'staff-sign-in.login', subject, windowSeconds: hour, limit: loginFailuresBeforeLock },
    { kind: 'staff-sign-in.login-long', subject, windowSeconds: 24 * hour, limit: loginFailuresBeforeDisable },
  ]
}

const ofKnownAddresses = (limit: Limit): Limit => ({ ...limit, subject: `${limit.subject}.known` })

/**
 * Counts a sign-in before it is checked, so that simultaneous attempts cannot exceed a limit: of the client address, of this
 * login from this client, and of the login from everywhere. An address from which the login has signed in within thirty days is
 * outside the last limit, so that strangers cannot lock the office out (decision 0093). The same statements run whether or not
 * the login exists. All counters of a login begin anew when it is reset, set up or unlocked.
 *
 * @throws TooManyAttempts when the client address has failed too often; Unavailable when the counters cannot be stored.
 */
export async function guardStaffSignIn(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'keys'>,
  { clientAddress }: Pick<RequestFacts, 'clientAddress'>,
  usernameKey: string,
  login: StaffLogin | undefined,
): Promise<GuardedStaffSignIn> {
  const now = deps.clock.now()
  const settings = deps.settings.current()
  const client = clientSubject(deps.keys, clientAddress)
  const since = new Date(now.getTime() - knownDays * 24 * hour * 1000)
  const isKnown = await hasSignedInFrom(deps.db, login?.staffId ?? none, clientAddress, since)
  const subject = clientSubject(deps.keys, usernameKey + (login?.unlockedAt?.toISOString() ?? ''))
  const pair = `${subject}.${client}`
  const perPair = settings.loginFailuresPerClientPer15Minutes
  const limits: readonly Limit[] = [
    {
      kind: 'staff-sign-in.client',
      subject: client,
      windowSeconds: 60,
      limit: settings.loginTriesPerClientPerMinute,
    },
    { kind: 'staff-sign-in.login-and-client', subject: pair, windowSeconds: quarterHour, limit: perPair },
    { kind: 'staff-sign-in.login-and-client-long', subject: pair, windowSeconds: 12 * hour, limit: 10 * perPair },
    ...everywhere(deps, subject).map((limit) => (isKnown ? ofKnownAddresses(limit) : limit)),
  ]
  const counts = await recordAttempts(deps.db, limits, now)
  const [ofClient, ...others] = counts
  if (ofClient?.allowed !== true) {
    await refundAttempts(deps.db, others)
    throw new TooManyAttempts('staff-sign-in.client', ofClient?.retryAfterSeconds ?? 60)
  }
  return {
    mayBeChecked: others.every((count) => count.allowed),
    refund: async () => refundAttempts(deps.db, counts),
  }
}
