import type { Channel } from '@coopline/rules/notifications/check-contact'
import { notificationMessage } from '@coopline/rules/notifications/notifications.messages'
import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import { RuleRefused, TooManyAttempts } from '../../platform/errors.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import { currentKeyFor, hmac } from '../../platform/keys.ts'
import { deliverMessagesJob } from '../../platform/messages/deliver-messages.job.ts'
import { insertMessage } from '../../platform/messages/message.store.ts'
import { sealBody } from '../../platform/messages/sealed-body.ts'
import { randomText } from '../../platform/random.ts'
import { clientSubject } from '../../platform/attempts/client-subject.ts'
import { recordAttempts, refundAttempts } from '../../platform/attempts/record-attempt.ts'
import { codeMessage } from '../../platform/verification-code/code.messages.ts'
import { hashCode, newCode } from '../../platform/verification-code/verification-code.ts'
import { replaceCode } from '../../platform/verification-code/verification-code.store.ts'
import { isOptedOutPhone } from './choices.store.ts'

/** Somewhere that a code can go. */
export interface Target {
  readonly contactId: string
  readonly channel: Channel
  readonly value: string
}

/** The subject of a contact's code: it is not valid for another contact, nor for another value of this one. */
export const codeUse = ({ contactId, value }: Pick<Target, 'contactId' | 'value'>) => ({
  subject: `contact:${contactId}`,
  resource: value,
})

/**
 * Checks that a code may be sent now, and counts it by member, by client and by recipient, so that many logins together cannot
 * flood a phone.
 *
 * @throws TooManyAttempts when one of the limits is reached; RuleRefused for a phone that replied STOP, or where the
 *   cooperative sends no texts.
 */
export async function countCode(
  deps: Deps,
  facts: RequestFacts,
  memberNumber: string,
  { channel, value }: Pick<Target, 'channel' | 'value'>,
): Promise<void> {
  const settings = deps.settings.current()
  if (channel === 'text' && !settings.smsEnabled) throw refusedPhone('text-not-offered', facts)
  if (channel === 'text' && (await isOptedOutPhone(deps.db, value))) throw refusedPhone('phone-stopped', facts)
  const place = Buffer.from(hmac(currentKeyFor(deps.keys, 'verification-code'), `place\n${value}`)).toString(
    'base64url',
  )
  const [quarter, day] = [
    { windowSeconds: 900, limit: settings.registrationCodesPer15Minutes },
    { windowSeconds: 24 * 3600, limit: settings.registrationCodesPerDay },
  ]
  const counts = await recordAttempts(
    deps.db,
    [
      {
        kind: 'contact.codes-of-client',
        subject: clientSubject(deps.keys, facts.clientAddress),
        windowSeconds: 3600,
        limit: settings.registrationCodesPerClientPerHour,
      },
      { kind: 'contact.codes-of-member', subject: memberNumber, ...quarter },
      { kind: 'contact.codes-of-member-of-day', subject: memberNumber, ...day },
      { kind: 'contact.codes-to-place', subject: place, ...day },
    ],
    deps.clock.now(),
  )
  const full = counts.find((count) => !count.allowed)
  if (full === undefined) return
  await refundAttempts(deps.db, counts)
  throw new TooManyAttempts(full.kind, full.retryAfterSeconds)
}

const refusedPhone = (code: 'text-not-offered' | 'phone-stopped', { language }: RequestFacts): RuleRefused =>
  new RuleRefused([{ code, message: notificationMessage(code, language), field: 'value' }])

/** Sends a contact a new code, which replaces earlier ones. @returns its lifetime in minutes. */
export async function writeCode(tx: Tx, deps: Deps, facts: RequestFacts, target: Target): Promise<number> {
  const { coopName, registrationCodeMinutes: minutes, registrationCodeAttempts: maxAttempts } = deps.settings.current()
  const now = deps.clock.now()
  const code = newCode(deps.random)
  const use = codeUse(target)
  const expiresAt = new Date(now.getTime() + minutes * 60_000)
  await replaceCode(tx, { subject: use.subject, ...hashCode(deps.keys, use, code), now, expiresAt, maxAttempts })
  const dedupeKey = `contact-code:${randomText(deps.random, 16)}`
  const { subject, bodyText } = codeMessage(
    { channel: target.channel, code, coopName, minutes, opens: 'contact' },
    facts.language,
  )
  await insertMessage(tx, {
    dedupeKey,
    channel: target.channel,
    recipient: target.value,
    subject,
    bodyText: sealBody(deps, dedupeKey, bodyText),
    language: facts.language,
    now,
  })
  // A code is waited for: it leaves at once, not with the next round.
  await deps.jobs.enqueue(tx, deliverMessagesJob, {})
  return minutes
}
