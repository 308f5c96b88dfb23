import type { Language } from '@coopline/rules/kernel/problem'
import type { Channel } from '@coopline/rules/messages/notifications/check-contact'
import { notificationMessage } from '@coopline/rules/messages/notifications/notifications.messages'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { currentKeyFor, hmac } from '../../../platform/keys.ts'
import { deliverMessagesJob } from '../../../platform/messages/deliver-messages.job.ts'
import { insertMessage } from '../../../platform/messages/message.store.ts'
import { sealBody } from '../../../platform/messages/sealed-body.ts'
import { randomText } from '../../../platform/random.ts'
import { clientSubject } from '../../../platform/attempts/client-subject.ts'
import { recordAttempts, requireAllowed } from '../../../platform/attempts/record-attempt.ts'
import { codeMessage } from '../../../platform/verification-code/code.messages.ts'
import { type CodeUse, hashCode, newCode } from '../../../platform/verification-code/verification-code.ts'
import { replaceCode } from '../../../platform/verification-code/verification-code.store.ts'
import { isOptedOutPhone } from './choices.store.ts'

/** A contact to which a code can be sent. */
export interface Target {
  readonly contactId: string
  readonly channel: Channel
  readonly value: string
}

/** A request to send a code: the member whose contact gets it, and the client that asks. */
export interface CodeRequest {
  readonly memberNumber: string
  /** The client whose limit counts the code. Omitted for staff: the office is one client for all members. */
  readonly clientAddress?: string
}

/** The request of a member who asks for a code. */
export const codeRequestOf = ({ caller, request }: MemberRequest): CodeRequest => ({
  memberNumber: caller.memberNumber,
  clientAddress: request.clientAddress,
})

/** The subject of a contact's code: it is not valid for another contact, nor for another value of this one. */
export const codeUse = ({ contactId, value }: Pick<Target, 'contactId' | 'value'>) => ({
  subject: `contact:${contactId}`,
  resource: value,
})

/**
 * Checks that a code may be sent now, and counts it by member, by recipient and by the member's client, so that many logins
 * together cannot flood a phone.
 *
 * @throws TooManyAttempts when one of the limits is reached; Refused for a phone that replied STOP, or where the
 *   cooperative sends no texts.
 */
export async function countCode(
  deps: Deps,
  { memberNumber, clientAddress }: CodeRequest,
  { channel, value }: Pick<Target, 'channel' | 'value'>,
): Promise<void> {
  const settings = deps.settings.current()
  if (channel === 'text' && !settings.smsEnabled) throw refusedPhone('text-not-offered')
  if (channel === 'text' && (await isOptedOutPhone(deps.db, value))) throw refusedPhone('phone-stopped')
  const place = Buffer.from(hmac(currentKeyFor(deps.keys, 'verification-code'), `place\n${value}`)).toString(
    'base64url',
  )
  const [quarter, day] = [
    { windowSeconds: 900, limit: settings.registrationCodesPer15Minutes },
    { windowSeconds: 24 * 3600, limit: settings.registrationCodesPerDay },
  ]
  const ofClient =
    clientAddress === undefined
      ? []
      : [
          {
            kind: 'contact.codes-of-client',
            subject: clientSubject(deps.keys, clientAddress),
            windowSeconds: 3600,
            limit: settings.registrationCodesPerClientPerHour,
          },
        ]
  const counts = await recordAttempts(
    deps.db,
    [
      ...ofClient,
      { kind: 'contact.codes-of-member', subject: memberNumber, ...quarter },
      { kind: 'contact.codes-of-member-of-day', subject: memberNumber, ...day },
      { kind: 'contact.codes-to-place', subject: place, ...day },
    ],
    deps.clock.now(),
  )
  await requireAllowed(deps.db, counts)
}

const refusedPhone = (code: 'text-not-offered' | 'phone-stopped'): Refused =>
  new Refused(refusal(notificationMessage, code, 'value'))

/** Sends a contact a new code, which replaces earlier ones. @returns its lifetime in minutes. */
export const writeCode = async (deps: Deps, tx: Tx, language: Language, target: Target): Promise<number> =>
  writeCodeTo(deps, tx, language, { ...target, use: codeUse(target), opens: 'contact' })

/** Sends a new code for a use, which replaces earlier ones. @returns its lifetime in minutes. */
export async function writeCodeTo(
  deps: Deps,
  tx: Tx,
  language: Language,
  {
    channel,
    value,
    use,
    opens,
  }: Omit<Target, 'contactId'> & { readonly use: CodeUse; readonly opens: 'contact' | 'login-email' },
): Promise<number> {
  const { coopName, registrationCodeMinutes: minutes, registrationCodeAttempts: maxAttempts } = deps.settings.current()
  const now = deps.clock.now()
  const code = newCode(deps.random)
  const expiresAt = new Date(now.getTime() + minutes * 60_000)
  await replaceCode(tx, { subject: use.subject, ...hashCode(deps.keys, use, code), now, expiresAt, maxAttempts })
  const dedupeKey = `contact-code:${randomText(deps.random, 16)}`
  const { subject, bodyText } = codeMessage({ channel, code, coopName, minutes, opens }, language)
  await insertMessage(tx, {
    dedupeKey,
    channel,
    recipient: value,
    subject,
    bodyText: sealBody(deps, dedupeKey, bodyText),
    language,
    now,
    expiresAt,
  })
  // The member waits for the code, so it leaves at once and not with the next round.
  await deps.jobs.enqueue(tx, deliverMessagesJob, {})
  return minutes
}
