import type { Passkey, WebAuthnCredential } from '@coopline/contract/identity/passkeys/passkeys.contract'
import { maxPasskeys } from '@coopline/rules/identity/passkeys/check-passkey-name'
import { passkeyMessage } from '@coopline/rules/identity/passkeys/passkeys.messages'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { MemberCaller, RequestFacts } from '../../../platform/http/call.ts'
import { requireLogin, requireLiveSession, notifyMember } from '../sign-in/public.ts'
import { challengeMs, makeChallenge, useChallenge } from './challenge.ts'
import { type StoredPasskey, displayedPasskey, userHandleOf } from './stored-passkey.ts'
import { countPasskeysLocked, insertPasskey, listPasskeys } from './passkeys.store.ts'
import { refusePasskey, requirePasskeyName } from './refuse-passkey.ts'
import type { RelyingParty } from './relying-party.ts'
import { algorithms, loadWebAuthn, verifyNew } from './verify-credential.ts'

/**
 * Starts adding a passkey: discoverable, with user verification (WebAuthn Level 3 §7.1).
 *
 * @throws Refused when the login has ten passkeys.
 */
export async function beginToAdd(
  deps: Deps,
  caller: MemberCaller,
  party: RelyingParty,
): Promise<{ readonly options: { readonly challenge: string } }> {
  const login = await requireLogin(deps.db, caller.loginId)
  const existing = await listPasskeys(deps.db, login.loginId)
  if (existing.length >= maxPasskeys) throw refusePasskey('too-many-passkeys')
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: deps.settings.current().coopName,
    rpID: party.id,
    userID: userHandleOf(login.loginId),
    userName: login.username,
    userDisplayName: login.username,
    challenge: await makeChallenge(deps, { kind: 'add', loginId: login.loginId }),
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  return { options }
}

/**
 * Adds the passkey that the browser has created.
 *
 * @throws Refused for an invalid name, for a credential that does not answer a challenge of this login, or when there are ten
 *   passkeys; Conflict when it was added before.
 */
export async function addPasskey(
  deps: Deps,
  facts: RequestFacts,
  { caller, party }: { readonly caller: MemberCaller; readonly party: RelyingParty },
  form: { readonly name: string; readonly credential: WebAuthnCredential },
): Promise<{ readonly passkey: Passkey }> {
  const name = requirePasskeyName(form.name)
  const challenge = await useChallenge(deps, form.credential, { kind: 'add', loginId: caller.loginId })
  const made = challenge === null ? null : await verifyNew(deps, form.credential, { party, challenge })
  if (made === null) throw refusePasskey('passkey-not-added')
  const now = deps.clock.now()
  const passkey: StoredPasskey = {
    ...made,
    loginId: caller.loginId,
    name,
    createdAt: now,
    lastUsedAt: null,
    suspendedAt: null,
  }
  await inTransaction(deps.db, async (tx) => {
    if ((await countPasskeysLocked(tx, caller.loginId)) >= maxPasskeys) throw refusePasskey('too-many-passkeys')
    await requireLiveSession(tx, caller)
    if (!(await insertPasskey(tx, passkey))) throw new Conflict(refusal(passkeyMessage, 'passkey-known'))
    await recordAudit(tx, {
      kind: 'credentials.passkey-added',
      at: now,
      memberNumber: caller.memberNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
    })
    await notifyMember(deps, tx, caller.loginId, 'passkey-added', facts.id)
  })
  return { passkey: displayedPasskey(passkey) }
}
