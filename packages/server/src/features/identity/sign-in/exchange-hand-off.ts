import type { LoginResponse } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotSignedIn, TooManyAttempts } from '../../../platform/errors.ts'
import type { AnswerFacts, RequestFacts } from '../../../platform/http/call.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { clientSubject } from '../../../platform/attempts/client-subject.ts'
import { recordAttempt, refundAttempts } from '../../../platform/attempts/record-attempt.ts'
import { takeHandOff } from './hand-off.store.ts'
import { findLoginOfMember } from './logins.store.ts'
import { openSession, setSessionCookies } from './open-session.ts'

/**
 * Exchanges a partner's one-time code for a session (XL-01, REQ-D-004).
 *
 * @throws NotSignedIn when the code is unknown, used, expired or for another member; TooManyAttempts when the client address has
 *   tried too many codes.
 */
export async function exchangeHandOff(
  deps: Deps,
  facts: RequestFacts,
  reply: AnswerFacts,
  { token, member }: { readonly token: string; readonly member: string },
): Promise<LoginResponse> {
  const now = deps.clock.now()
  const subject = clientSubject(deps.keys, facts.clientAddress)
  const limit = deps.settings.current().loginTriesPerClientPerMinute
  const count = await recordAttempt(deps.db, { kind: 'hand-off.client', subject, windowSeconds: 60, limit }, now)
  if (!count.allowed) throw new TooManyAttempts('hand-off.client', count.retryAfterSeconds)
  // A refused code is used up too.
  const memberNumber = await takeHandOff(deps.db, sha256(token), now)
  const login = memberNumber === undefined ? undefined : await findLoginOfMember(deps.db, memberNumber)
  if (login === undefined || login.isDisabled || member !== memberNumber)
    throw new NotSignedIn('The code of a partner site is not valid')
  const opened = await inTransaction(deps.db, async (tx) => openSession(deps, tx, facts, login, ['partner']))
  await refundAttempts(deps.db, [count])
  setSessionCookies(reply, opened)
  return opened.answer
}
