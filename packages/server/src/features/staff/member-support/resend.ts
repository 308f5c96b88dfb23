import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound, TooManyAttempts } from '../../../platform/errors.ts'
import { Refusal, refusal } from '../../../platform/refusal.ts'
import type { StaffActor } from '../../../platform/http/staff-actor.ts'
import { resendContactCode } from '../../messages/notifications/public.ts'
import { resendInvitation } from '../../identity/shared-access/public.ts'
import { resendMessage, tooManySent } from './resend.messages.ts'

/** Staff who have something sent again for a member. */
interface Resend extends StaffActor {
  readonly memberNumber: string
}

/**
 * Sends another code to a contact that a member has not verified (REQ-D-397). Staff name the contact and never see the code.
 *
 * @throws NotFound, with a sentence, when no such contact waits; TooManyAttempts, with the time at which there may be another code;
 *   Refused for a phone that gets no texts.
 */
export async function resendCodeToContact(deps: Deps, contactId: string, staff: Resend): Promise<void> {
  const isSent = await withTimeOfLimit(deps, async () =>
    resendContactCode(deps, staff.memberNumber, contactId, async (tx, channel) =>
      recordSending(deps, tx, staff, { kind: 'staff.code-resent', detail: { channel } }),
    ),
  )
  if (!isSent) throw new NotFound('No contact waits for a code', refusal(resendMessage, 'noCode'))
}

/**
 * Mails an invitation of a member again, with a new link, unless it has been accepted (REQ-D-397).
 *
 * @throws NotFound, with a sentence, when no such invitation waits; TooManyAttempts, with the time at which there may
 *   be another one.
 */
export async function resendInvitationOfMember(deps: Deps, accessId: string, staff: Resend): Promise<void> {
  const which = { accessId, memberNumber: staff.memberNumber }
  const isSent = await withTimeOfLimit(deps, async () =>
    resendInvitation(deps, which, async (tx) =>
      recordSending(deps, tx, staff, { kind: 'staff.invitation-resent', detail: { access: accessId } }),
    ),
  )
  if (!isSent) throw new NotFound('No invitation waits', refusal(resendMessage, 'noInvitation'))
}

/** @throws TooManyAttempts, with the time at which there may be another one; what `send` throws. */
export async function withTimeOfLimit<T>(
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  send: () => Promise<T>,
): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof TooManyAttempts)) throw error
    const { kind, retryAfterSeconds } = error
    const until = new Date(clock.now().getTime() + retryAfterSeconds * 1000)
    const { timeZone } = settings.current()
    const tooMany = new Refusal(kind, (language) => tooManySent(until, language, timeZone))
    throw new TooManyAttempts(kind, retryAfterSeconds, tooMany)
  }
}

const recordSending = async (
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { memberNumber, by, clientAddress, requestId }: Resend,
  { kind, detail }: { readonly kind: string; readonly detail: Readonly<Record<string, string>> },
): Promise<void> =>
  recordAudit(tx, { kind, at: clock.now(), memberNumber, clientAddress, requestId, detail: { by, ...detail } })
