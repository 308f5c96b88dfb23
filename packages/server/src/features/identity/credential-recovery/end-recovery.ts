import type { Tx } from '../../../platform/db/open-database.ts'
import { closeLinks, closeSecondSteps } from './reset-links.store.ts'

/** Ends reset links, and sign-ins that wait for their second step, after the password or email address of a login changed. */
export async function endRecovery(
  tx: Tx,
  loginId: string,
  { changed, now }: { readonly changed: 'password' | 'email'; readonly now: Date },
): Promise<void> {
  await closeLinks(tx, loginId, now)
  if (changed === 'password') await closeSecondSteps(tx, loginId, now)
}
