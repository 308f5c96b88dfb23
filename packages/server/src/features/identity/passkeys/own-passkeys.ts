import type { Passkey } from '@coopline/contract/identity/passkeys/passkeys.contract'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { MemberCaller, RequestFacts } from '../../../platform/http/call.ts'
import { requireLiveSession, notifyMember } from '../sign-in/public.ts'
import { dropPasskey } from './change-passkeys.ts'
import { displayedPasskey } from './stored-passkey.ts'
import { confirmPasskeyOf, listPasskeys, renamePasskeyOf } from './passkeys.store.ts'
import { requirePasskeyName } from './refuse-passkey.ts'

/** Lists the passkeys of the member's login, oldest first. */
export async function listOwnPasskeys(
  { db }: Pick<Deps, 'db'>,
  { loginId }: MemberCaller,
): Promise<{ readonly passkeys: Passkey[] }> {
  return { passkeys: (await listPasskeys(db, loginId)).map(displayedPasskey) }
}

/** Renames a passkey. @throws Refused for an invalid name; NotFound when the passkey is not the member's. */
export async function renamePasskey(
  { db }: Pick<Deps, 'db'>,
  { loginId }: MemberCaller,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<{ readonly passkey: Passkey }> {
  const kept = await renamePasskeyOf(db, { credentialId: id, loginId }, requirePasskeyName(name))
  if (kept === undefined) throw new NotFound('No such passkey of the member')
  return { passkey: displayedPasskey(kept) }
}

/**
 * Removes a passkey.
 *
 * @throws NotFound when it is not the member's.
 */
export async function removePasskey(
  deps: Deps,
  facts: RequestFacts,
  caller: MemberCaller,
  credentialId: string,
): Promise<{ readonly removed: true }> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await dropPasskey(deps, tx, { credentialId, loginId: caller.loginId }, facts.id)))
      throw new NotFound('No such passkey of the member')
    await recordAudit(tx, {
      kind: 'credentials.passkey-removed',
      at: deps.clock.now(),
      memberNumber: caller.memberNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
    })
  })
  return { removed: true }
}

/**
 * Confirms a passkey that a password reset suspended, so that it can sign in again.
 *
 * @throws NotFound when the member has no suspended passkey with that id.
 */
export async function confirmPasskey(
  deps: Deps,
  facts: RequestFacts,
  caller: MemberCaller,
  credentialId: string,
): Promise<{ readonly passkey: Passkey }> {
  return inTransaction(deps.db, async (tx) => {
    await requireLiveSession(tx, caller)
    const confirmed = await confirmPasskeyOf(tx, { credentialId, loginId: caller.loginId })
    if (confirmed === undefined) throw new NotFound('No such suspended passkey of the member')
    await recordAudit(tx, {
      kind: 'credentials.passkey-confirmed',
      at: deps.clock.now(),
      memberNumber: caller.memberNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
    })
    await notifyMember(deps, tx, caller.loginId, 'passkey-confirmed', facts.id)
    return { passkey: displayedPasskey(confirmed) }
  })
}
