import { signIn, type LoginResponse } from '@coopline/contract/sign-in/sign-in.contract'
import { paths } from '@coopline/contract/paths'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { NotFound, NotSignedIn, TooManyTries } from '../../platform/errors.ts'
import type { AnswerFacts, Caller, RequestFacts } from '../../platform/http/call.ts'
import { parseInput } from '../../platform/http/parse-input.ts'
import { parseJson } from '../../platform/http/parse-json.ts'
import { checkSignedCall } from '../../platform/http/check-signed-call.ts'
import { randomText } from '../../platform/random.ts'
import { countTry, takeBackTries } from '../../platform/tries/count-try.ts'
import { clientSubject } from '../../platform/tries/client-subject.ts'
import { sha256 } from './halves.ts'
import { findLoginOfMember } from './logins.store.ts'
import { openSession, setSessionCookie } from './open-session.ts'
import { insertHandOff, takeHandOff } from './second-step.store.ts'

const signedHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/** Proves a partner site by its signature over the raw body. @throws NotSignedIn when it is not one. */
export async function checkPartner(request: RequestFacts, deps: Deps): Promise<Caller> {
  const headers = Object.fromEntries(signedHeaders.map((name) => [name, request.header(name)]))
  checkSignedCall(headers, request.rawBody, deps.env.PARTNER_SIGNING_KEYS ?? [], deps.clock.now())
  return { kind: 'partner' }
}

/**
 * Makes a one-time code for a partner site to send a member on with: worth nothing but one exchange, and that soon.
 *
 * @throws BadInput for a body of another form; NotSignedIn for a repeated call; NotFound when the member has no login.
 */
export async function issueHandOff(
  deps: Deps,
  facts: RequestFacts,
): Promise<{ readonly token: string; readonly expiresInSeconds: number; readonly address: string }> {
  const { memberNumber } = parseInput(signIn.issueHandOff.body, parseJson(facts.rawBody), facts.language)
  const login = await findLoginOfMember(deps.db, memberNumber)
  if (login === undefined || login.isDisabled) throw new NotFound('The member has no login')
  const now = deps.clock.now()
  const expiresInSeconds = deps.settings.current().handOffSeconds
  const token = randomText(deps.random, 32)
  const expiresAt = new Date(now.getTime() + expiresInSeconds * 1000)
  await inTransaction(deps.db, async (tx) => {
    const eventId = facts.header('webhook-id') ?? ''
    if (!(await insertHandOff(tx, { tokenHash: sha256(token), eventId, memberNumber, expiresAt })))
      throw new NotSignedIn('A call of a partner that was taken before')
    await recordAudit(tx, {
      kind: 'hand-off.issued',
      at: now,
      memberNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
    })
  })
  return {
    token,
    expiresInSeconds,
    address: deps.env.PUBLIC_ORIGIN + paths.externalRedirect({ token, member: memberNumber }),
  }
}

/**
 * Exchanges a partner's one-time code for a session (spec 000 §2; decision 0.4).
 *
 * @throws NotSignedIn when the code is unknown, used, too old, or for another member; TooManyTries when the client
 *   address has tried too many.
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
  const count = await countTry(deps.db, { kind: 'hand-off.client', subject, windowSeconds: 60, limit }, now)
  if (!count.allowed) throw new TooManyTries('hand-off.client', count.retryAfterSeconds)
  // A code that comes to nothing is used up all the same.
  const memberNumber = await takeHandOff(deps.db, sha256(token), now)
  const login = memberNumber === undefined ? undefined : await findLoginOfMember(deps.db, memberNumber)
  if (login === undefined || login.isDisabled || member !== memberNumber)
    throw new NotSignedIn('The code of a partner site is not good')
  const opened = await inTransaction(deps.db, async (tx) => openSession(tx, deps, facts, login, ['partner']))
  await takeBackTries(deps.db, [count])
  setSessionCookie(reply, opened.cookie)
  return opened.answer
}
