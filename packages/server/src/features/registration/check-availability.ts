import { checkUsername } from '@coopline/rules/username/check-username'
import { usernameMessage } from '@coopline/rules/username/username.messages'
import type { Deps } from '../../platform/deps.ts'
import { Conflict, RuleRefused, TooManyTries } from '../../platform/errors.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import { countTry } from '../../platform/tries/count-try.ts'
import { findLoginByUsername } from '../sign-in/public.ts'
import type { RegistrationCaller } from './check-pass.ts'

/**
 * Says whether a user name can be had.
 *
 * @throws RuleRefused when it does not meet the criteria; Conflict when it is taken; TooManyTries when one registration
 *   has asked for too many.
 */
export async function checkAvailability(
  deps: Deps,
  facts: RequestFacts,
  caller: RegistrationCaller,
  username: string,
): Promise<{ readonly available: true }> {
  const problem = checkUsername(username)
  if (problem !== null) {
    throw new RuleRefused([{ code: problem, field: 'username', message: usernameMessage(problem, facts.language) }])
  }
  const count = await countTry(
    deps.db,
    {
      kind: 'registration.username-checks',
      // By account, so that verifying another code buys no more.
      subject: caller.accountNumber,
      windowSeconds: 3600,
      limit: deps.settings.current().usernameChecksPerHour,
    },
    deps.clock.now(),
  )
  if (!count.allowed) throw new TooManyTries(count.kind, count.retryAfterSeconds)
  if ((await findLoginByUsername(deps.db, username)) !== undefined) throw usernameTaken(facts)
  return { available: true }
}

export const usernameTaken = ({ language }: RequestFacts): Conflict =>
  new Conflict('username-taken', usernameMessage('username-taken', language))
