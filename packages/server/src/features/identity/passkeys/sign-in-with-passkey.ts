import type { WebAuthnCredential } from '@coopline/contract/identity/passkeys/passkeys.contract'
import type { LoginResponse } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { TooManyAttempts } from '../../../platform/errors.ts'
import type { AnswerFacts, RequestFacts } from '../../../platform/http/call.ts'
import { clientSubject } from '../../../platform/attempts/client-subject.ts'
import { recordAttempt, refundAttempts, type AttemptCount } from '../../../platform/attempts/record-attempt.ts'
import { lookUpLogin, type Login, openSession, setSessionCookies } from '../sign-in/public.ts'
import { challengeMs, makeChallenge, useChallenge } from './challenge.ts'
import { userHandleOf } from './stored-passkey.ts'
import { findPasskey, noteUse } from './passkeys.store.ts'
import { refusePasskey } from './refuse-passkey.ts'
import type { RelyingParty } from './relying-party.ts'
import { loadWebAuthn, verifyUse } from './verify-credential.ts'

/** The limit for one client address. Every visit of the login page starts one sign-in, and people behind one address share the limit. */
const beginningsPerMinute = 60

/**
 * Starts a sign-in with a passkey. The request names no login, because the authenticator knows the owners of its passkeys.
 *
 * @throws TooManyAttempts when the client address has reached its limit.
 */
export async function beginSignIn(
  deps: Deps,
  facts: RequestFacts,
  party: RelyingParty,
): Promise<{ readonly options: { readonly challenge: string } }> {
  await countOf(deps, facts, 'passkeys.begin', beginningsPerMinute)
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: await makeChallenge(deps, { kind: 'sign-in' }),
    timeout: challengeMs,
    userVerification: 'required',
  })
  return { options }
}

/**
 * Signs in with a passkey. It counts as both steps, because the member has the authenticator, which verifies its user.
 *
 * An unknown or suspended passkey, a wrong signature and a disabled login get the same answer.
 *
 * @throws Refused when the passkey is not accepted; TooManyAttempts when the client address has failed too often.
 */
export async function signInWithPasskey(
  deps: Deps,
  facts: RequestFacts,
  reply: AnswerFacts,
  { party, credential }: { readonly party: RelyingParty; readonly credential: WebAuthnCredential },
): Promise<LoginResponse> {
  const limit = deps.settings.current().loginTriesPerClientPerMinute
  const count = await countOf(deps, facts, 'sign-in.client', limit)
  const passkey = await findPasskey(deps.db, credential.id)
  const login = passkey && (await lookUpLogin(deps.db, { loginId: passkey.loginId }))
  const challenge = await useChallenge(deps, credential, { kind: 'sign-in' })
  if (passkey === undefined || login === undefined || challenge === null) return refuse(deps, facts, login)
  const isTheirs = credential.response.userHandle === Buffer.from(userHandleOf(login.loginId)).toString('base64url')
  const use = isTheirs ? await verifyUse(deps, credential, passkey, { party, challenge }) : null
  if (use === null || login.isDisabled) return refuse(deps, facts, login)
  const opened = await inTransaction(deps.db, async (tx) => {
    if (!(await noteUse(tx, passkey.credentialId, { ...use, now: deps.clock.now() }))) return null
    return openSession(deps, tx, facts, login, ['passkey'])
  })
  if (opened === null) return refuse(deps, facts, login)
  await refundAttempts(deps.db, [count])
  setSessionCookies(reply, opened)
  return opened.answer
}

async function countOf(deps: Deps, facts: RequestFacts, kind: string, limit: number): Promise<AttemptCount> {
  const subject = clientSubject(deps.keys, facts.clientAddress)
  const count = await recordAttempt(deps.db, { kind, subject, windowSeconds: 60, limit }, deps.clock.now())
  if (!count.allowed) throw new TooManyAttempts(kind, count.retryAfterSeconds)
  return count
}

async function refuse(deps: Deps, facts: RequestFacts, login: Login | undefined): Promise<never> {
  await recordAudit(deps.db, {
    kind: 'sign-in.failed',
    at: deps.clock.now(),
    memberNumber: login?.memberNumber,
    clientAddress: facts.clientAddress,
    requestId: facts.id,
    detail: { with: 'passkey' },
  })
  throw refusePasskey('passkey-refused')
}
