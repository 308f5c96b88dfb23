import type { Tx } from '../../../platform/db/open-database.ts'
import { notifyMember } from '../sign-in/public.ts'
import { deletePasskey, markSuspended } from './passkeys.store.ts'

/** Suspends every passkey of a login until the member confirms it. @returns the number of passkeys. */
export const suspendPasskeys = async (tx: Tx, loginId: string, now: Date): Promise<number> =>
  markSuspended(tx, loginId, now)

/**
 * Removes a passkey and notifies the member, once for each `changeId`.
 *
 * @returns false when the login has no such passkey.
 */
export async function dropPasskey(
  deps: Parameters<typeof notifyMember>[0],
  tx: Tx,
  { loginId, credentialId }: { readonly loginId: string; readonly credentialId: string },
  changeId: string,
): Promise<boolean> {
  if (!(await deletePasskey(tx, { credentialId, loginId }))) return false
  await notifyMember(deps, tx, loginId, 'passkey-removed', changeId)
  return true
}
