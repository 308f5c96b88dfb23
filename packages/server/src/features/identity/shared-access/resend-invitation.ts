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
 * Mails an invitation that nobody has accepted once more, to the invited address and in the member's language, because staff were
 * asked to. The portal stores no link, so the mail has a new one and the former one ends. The invitation gets no more time.
 *
 * @param record writes the audit entry in the transaction of the mail.
 * @returns false when the member has no such invitation, it was accepted or canceled, or has expired, and where the cooperative
 *   does not offer shared access.
 * @throws TooManyAttempts when the member or the address had their invitations of the day.
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
    await writeInvitation(tx, deps, { ...invitation, token, language: owner.language })
    await record(tx)
    // Someone waits for it: it leaves at once, not with the next round.
    await deps.jobs.enqueue(tx, deliverMessagesJob, {})
    return true
  })
}
