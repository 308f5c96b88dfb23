import type { Language } from '@coopline/rules/kernel/problem'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound, TooManyAttempts } from '../../../platform/errors.ts'
import type { StaffActor } from '../../../platform/http/staff-actor.ts'
import { resendContactCode } from '../../messages/notifications/public.ts'
import { resendInvitation } from '../../identity/shared-access/public.ts'
import { resendMessage, tooManySent } from './resend.messages.ts'

/** Staff who have something sent again for a member. */
interface Resend extends StaffActor {
  readonly memberNumber: string
  /** The language of the sentence when the request is refused. The message itself is in the member's language. */
  readonly language: Language
}

/**
 * Sends another code to a contact that a member has not verified (REQ-D-397). Staff name the contact and never see the code.
 *
 * @throws NotFound, with a sentence, when no such contact waits; TooManyAttempts, with the time at which there may be another code;
 *   RuleRefused for a phone that gets no texts.
 */
export async function resendCodeToContact(deps: Deps, contactId: string, staff: Resend): Promise<void> {
  const asker = { memberNumber: staff.memberNumber, language: staff.language }
  const isSent = await withTimeOfLimit(deps, staff, async () =>
    resendContactCode(deps, asker, contactId, async (tx, channel) =>
      recordSending(tx, deps, staff, { kind: 'staff.code-resent', detail: { channel } }),
    ),
  )
  if (!isSent) throw new NotFound('No contact waits for a code', resendMessage('noCode', staff.language))
}

/**
 * Mails an invitation of a member again, with a new link, unless it has been accepted (REQ-D-397).
 *
 * @throws NotFound, with a sentence, when no such invitation waits; TooManyAttempts, with the time at which there may
 *   be another one.
 */
export async function resendInvitationOfMember(deps: Deps, accessId: string, staff: Resend): Promise<void> {
  const which = { accessId, memberNumber: staff.memberNumber }
  const isSent = await withTimeOfLimit(deps, staff, async () =>
    resendInvitation(deps, which, async (tx) =>
      recordSending(tx, deps, staff, { kind: 'staff.invitation-resent', detail: { access: accessId } }),
    ),
  )
  if (!isSent) throw new NotFound('No invitation waits', resendMessage('noInvitation', staff.language))
}

/** @throws TooManyAttempts, with the time at which there may be another one; what `send` throws. */
export async function withTimeOfLimit<T>(
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  { language }: Pick<Resend, 'language'>,
  send: () => Promise<T>,
): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof TooManyAttempts)) throw error
    const { kind, retryAfterSeconds } = error
    const until = new Date(clock.now().getTime() + retryAfterSeconds * 1000)
    throw new TooManyAttempts(kind, retryAfterSeconds, tooManySent(until, language, settings.current().timeZone))
  }
}

const recordSending = async (
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { memberNumber, by, clientAddress, requestId }: Resend,
  { kind, detail }: { readonly kind: string; readonly detail: Readonly<Record<string, string>> },
): Promise<void> =>
  recordAudit(tx, { kind, at: clock.now(), memberNumber, clientAddress, requestId, detail: { by, ...detail } })
