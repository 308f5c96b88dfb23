import { checkUsername } from '@coopline/rules/identity/username/check-username'
import { usernameMessage } from '@coopline/rules/identity/username/username.messages'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict, Refused, TooManyAttempts } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import { recordAttempt } from '../../../platform/attempts/record-attempt.ts'
import { lookUpLogin } from '../sign-in/public.ts'
import type { RegistrationCaller } from './authenticate-registrant.ts'

/** The caller of an availability check, which has a rate limit. */
export interface Asking {
  /** The subject by which availability checks are counted. */
  readonly subject: string
  /** The login that may keep its own name; omitted by a caller without a login. */
  readonly loginId?: string
}

/**
 * Checks whether a username is available for a registration.
 *
 * @throws as `checkAvailabilityFor`.
 */
export const checkAvailability = async (
  deps: Deps,
  caller: RegistrationCaller,
  username: string,
): Promise<{ readonly available: true }> =>
  // Counted by account, so that verifying another code does not allow more checks.
  checkAvailabilityFor(deps, { subject: caller.accountNumber }, username)

/**
 * Checks whether a username is available, and returns the answer for the page.
 *
 * @throws Refused when it does not meet the criteria; Conflict when it is in use; TooManyAttempts as `isUsernameFree`.
 */
export async function checkAvailabilityFor(
  deps: Deps,
  asking: Asking,
  username: string,
): Promise<{ readonly available: true }> {
  const problem = checkUsername(username)
  if (problem !== null) {
    throw new Refused(refusal(usernameMessage, problem, 'username'))
  }
  if (!(await isUsernameFree(deps, asking, username))) throw usernameTaken()
  return { available: true }
}

/** Checks whether a username is available. @throws TooManyAttempts when the caller has checked too many. */
export async function isUsernameFree(deps: Deps, { subject, loginId }: Asking, username: string): Promise<boolean> {
  const limit = deps.settings.current().usernameChecksPerHour
  const count = await recordAttempt(
    deps.db,
    { kind: 'registration.username-checks', subject, windowSeconds: 3600, limit },
    deps.clock.now(),
  )
  if (!count.allowed) throw new TooManyAttempts(count.kind, count.retryAfterSeconds)
  const login = await lookUpLogin(deps.db, { username })
  return login === undefined || login.loginId === loginId
}

export const usernameTaken = (): Conflict => new Conflict(refusal(usernameMessage, 'username-taken'))
