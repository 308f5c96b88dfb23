import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { deliverMessagesJob } from '../../../platform/messages/deliver-messages.job.ts'
import { randomLinkId } from '../../../platform/random.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { lookUpLogin } from '../sign-in/public.ts'
import { countInvitation, writeInvitation } from './invite.ts'
import { findInvitation, renewInvitation } from './shared-access.store.ts'

/**
 * Mails an open invitation again, at the request of staff, to the invited address and in the member's language. The portal stores no link,
 * so the email has a new one and the former link ends. The invitation does not get more time.
 *
 * @param record writes the audit entry in the transaction of the mail.
 * @returns false when the member has no such invitation, it was accepted or canceled, or has expired, and where the cooperative
 *   does not offer shared access.
 * @throws TooManyAttempts when the member or the address has used up the invitations of the day.
 */
export async function resendInvitation(
  deps: Deps,
  which: { readonly accessId: string; readonly memberNumber: string },
  record: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const now = deps.clock.now()
  if (!deps.settings.current().sharedAccess) return false
  const [invitation, owner] = [await findInvitation(deps.db, which, now), await lookUpLogin(deps.db, which)]
  if (invitation === undefined || owner === undefined) return false
  await countInvitation(deps, which.memberNumber, invitation.email)
  const token = randomLinkId(deps.random)
  return inTransaction(deps.db, async (tx) => {
    if (!(await renewInvitation(tx, { ...which, tokenHash: sha256(token) }, now))) return false
    await writeInvitation(deps, tx, { ...invitation, token, language: owner.language })
    await record(tx)
    // Someone waits for the invitation, so it is sent at once, not by the next scheduled run.
    await deps.jobs.enqueue(tx, deliverMessagesJob, {})
    return true
  })
}
