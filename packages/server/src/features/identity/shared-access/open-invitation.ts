import type { AnswerOf } from '@coopline/contract/endpoint'
import type { sharedAccess } from '@coopline/contract/identity/shared-access/shared-access.contract'
import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { maskEmail } from '@coopline/rules/kernel/mask-contact'
import { sharedAccessMessage } from '@coopline/rules/identity/shared-access/shared-access.messages'
import { limitVisitor } from '../../../platform/attempts/limit-visitor.ts'
import { recordAttempt } from '../../../platform/attempts/record-attempt.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused, TooManyAttempts } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { deliverMessagesJob } from '../../../platform/messages/deliver-messages.job.ts'
import { insertMessage } from '../../../platform/messages/message.store.ts'
import { sealBody } from '../../../platform/messages/sealed-body.ts'
import { isLinkId, randomText } from '../../../platform/random.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { codeMessage } from '../../../platform/verification-code/code.messages.ts'
import { hashCode, newCode } from '../../../platform/verification-code/verification-code.ts'
import { replaceCode } from '../../../platform/verification-code/verification-code.store.ts'
import { findInvitation, type OpenInvitation } from './shared-access.store.ts'

/** An invitation that can be accepted, with the hash of its link. */
export interface FoundInvitation extends OpenInvitation {
  readonly tokenHash: Uint8Array
}

/** Returns the use of the code of an invitation. The code proves that the visitor has the invited email address. */
export const codeUse = ({ accessId, email }: Pick<OpenInvitation, 'accessId' | 'email'>) => ({
  subject: `shared-access:${accessId}`,
  resource: email,
})

/**
 * Loads the invitation of a link. Counts the call by client and network.
 *
 * @throws Refused, always the same, for an invitation that is unknown, accepted, canceled or expired, and when the cooperative
 *   does not offer shared access; TooManyAttempts as `limitVisitor`.
 */
export async function loadInvitation(
  deps: Deps,
  request: RequestFacts,
  token: string,
  kind: 'open' | 'code' | 'accept',
): Promise<FoundInvitation> {
  const { sharedAccess: isOffered, sharedAccessCallsPerHour: limit } = deps.settings.current()
  await limitVisitor(deps, request, { kind: `shared-access.${kind}`, limit })
  const tokenHash = sha256(token)
  const found =
    isOffered && isLinkId(token) ? await findInvitation(deps.db, { tokenHash }, deps.clock.now()) : undefined
  if (found === undefined) throw invitationNotGood()
  return { ...found, tokenHash }
}

export const invitationNotGood = (): Refused => new Refused(refusal(sharedAccessMessage, 'invitation-not-good'))

/** Loads the facts of an invitation that are shown before a sign-in. The email names the member; this answer does not. */
export async function showInvitation(
  deps: Deps,
  request: RequestFacts,
  token: string,
): Promise<AnswerOf<typeof sharedAccess.invitation>> {
  const { email, rights, accounts, endsAt, invitationEndsAt } = await loadInvitation(deps, request, token, 'open')
  return {
    maskedEmail: maskEmail(email),
    rights,
    accounts,
    lastDay: calendarDateIn(deps.settings.current().timeZone, new Date(endsAt.getTime() - 1)),
    expiresAt: invitationEndsAt.toISOString(),
  }
}

/**
 * Sends a code to the invited address. A new code replaces the previous one.
 *
 * @throws as `loadInvitation`; TooManyAttempts when the invitation has used up its codes of the day.
 */
export async function sendInvitationCode(
  deps: Deps,
  request: RequestFacts,
  token: string,
): Promise<{ readonly codeMinutes: number }> {
  const invitation = await loadInvitation(deps, request, token, 'code')
  const settings = deps.settings.current()
  const { registrationCodeMinutes: codeMinutes, registrationCodeAttempts: maxAttempts, coopName } = settings
  const { accessId, memberNumber, email: recipient } = invitation
  const limit = { windowSeconds: 24 * 3600, limit: settings.registrationCodesPerDay }
  const count = await recordAttempt(
    deps.db,
    { kind: 'shared-access.codes', subject: accessId, ...limit },
    deps.clock.now(),
  )
  if (!count.allowed) throw new TooManyAttempts(count.kind, count.retryAfterSeconds)
  const [now, code, use] = [deps.clock.now(), newCode(deps.random), codeUse(invitation)]
  const { language } = request
  await inTransaction(deps.db, async (tx) => {
    const expiresAt = new Date(now.getTime() + codeMinutes * 60_000)
    await replaceCode(tx, { subject: use.subject, ...hashCode(deps.keys, use, code), now, expiresAt, maxAttempts })
    const dedupeKey = `shared-access-code:${randomText(deps.random, 16)}`
    const facts = { channel: 'email', code, coopName, minutes: codeMinutes, opens: 'shared-access' } as const
    const { subject, bodyText } = codeMessage(facts, language)
    await insertMessage(tx, {
      dedupeKey,
      channel: 'email',
      recipient,
      subject,
      bodyText: sealBody(deps, dedupeKey, bodyText),
      language,
      now,
      expiresAt,
    })
    await recordAudit(tx, {
      kind: 'shared-access.code-sent',
      at: now,
      // The entry belongs to the member, so it omits the guest's client address.
      memberNumber,
      requestId: request.id,
      detail: { access: accessId },
    })
    // The guest waits for the code, so it is sent at once, not by the next scheduled run.
    await deps.jobs.enqueue(tx, deliverMessagesJob, {})
  })
  return { codeMinutes }
}
