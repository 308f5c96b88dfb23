import type { AnswerOf } from '@coopline/contract/endpoint'
import type { registration } from '@coopline/contract/identity/registration/registration.contract'
import { type Cents, zeroCents } from '@coopline/rules/kernel/money'
import { checkRegistrationAccount } from '@coopline/rules/identity/registration/check-registration-account'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { AnswerFacts, RequestFacts } from '../../../platform/http/call.ts'
import { deliverMessagesJob } from '../../../platform/messages/deliver-messages.job.ts'
import { insertMessage } from '../../../platform/messages/message.store.ts'
import { sealBody } from '../../../platform/messages/sealed-body.ts'
import { randomText } from '../../../platform/random.ts'
import { codeMessage } from '../../../platform/verification-code/code.messages.ts'
import { hashCode, newCode } from '../../../platform/verification-code/verification-code.ts'
import { replaceCode } from '../../../platform/verification-code/verification-code.store.ts'
import { isOptedOutPhone } from '../../messages/notifications/public.ts'
import { attemptCookie, codeSubject, findAttempt, newAttempt } from './code-attempt.ts'
import { isId, type Resolved, resolveContact } from './contacts.ts'
import { countSending } from './limit-registration.ts'
import { contactRules } from './look-up-account.ts'
import { refuseProblems } from './refuse-problems.ts'
import { findApplicant, hasRecentBillOf } from './registration.store.ts'

export interface SendCodeForm {
  readonly accountNumber: string
  readonly validatorResource: string
  /** The amount of one of the last two bills, in whole cents, for a contact that is not on file. */
  readonly billAmount?: Cents | undefined
}

/**
 * Sends a verification code to the chosen contact. It replaces earlier codes of this browser for the account; a cookie
 * identifies the browser.
 *
 * The answer does not reveal whether a code was sent. The account may not exist, its number may have replied STOP, the codes of the day may
 * be used up, or the bill amount that proves a contact that is not on file may be wrong. Only a malformed form is refused.
 *
 * @throws Refused for the form; Unavailable when the counters cannot be stored.
 */
export async function sendCode(
  deps: Deps,
  facts: RequestFacts,
  reply: AnswerFacts,
  form: SendCodeForm,
): Promise<AnswerOf<typeof registration.verifyAccount>> {
  const settings = deps.settings.current()
  const applicant = await findApplicant(deps.db, form.accountNumber)
  const isOwn = !isId(form.validatorResource)
  const resolved = await withoutStopped(
    deps,
    await withProof(deps, form, resolveContact(deps.keys, applicant, form.validatorResource, contactRules(settings))),
  )
  refuseProblems([...checkRegistrationAccount(form), ...(resolved.kind === 'refused' ? [resolved.problem] : [])])
  const { accountNumber } = form
  const mayGo = await countSending(deps, facts, { accountNumber, isKnown: resolved.kind === 'contact', isOwn })
  const attempt = findAttempt(facts) ?? newAttempt(deps)
  await inTransaction(deps.db, async (tx) => {
    const subject = codeSubject(accountNumber, attempt)
    const isOnItsWay = mayGo && (await replaceAndSend(deps, tx, facts, subject, resolved))
    await recordAudit(tx, {
      kind: isOnItsWay ? 'registration.code-sent' : 'registration.code-not-sent',
      at: deps.clock.now(),
      memberNumber: applicant?.memberNumber,
      accountNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
      detail: { isLimited: !mayGo },
    })
    // The member waits for the code, so it is sent at once, not by the next scheduled run. The job is queued in any case, for equal work.
    await deps.jobs.enqueue(tx, deliverMessagesJob, {})
  })
  reply.setCookie(attemptCookie, attempt)
  return { codeMinutes: settings.registrationCodeMinutes }
}

/**
 * Requires the amount of a bill for a contact that is not on file (REQ-D-293). A wrong amount has the same result as an unknown account.
 */
async function withProof({ db }: Pick<Deps, 'db'>, form: SendCodeForm, resolved: Resolved): Promise<Resolved> {
  // Looked up in any case, so that the work is the same.
  const isProven = await hasRecentBillOf(db, form.accountNumber, form.billAmount ?? zeroCents)
  if (resolved.kind === 'refused' || isId(form.validatorResource)) return resolved
  if (form.billAmount === undefined)
    return { kind: 'refused', problem: { code: 'bill-amount-missing', field: 'billAmount' } }
  return isProven ? resolved : { kind: 'unknown', resource: resolved.resource }
}

/** Treats a number that replied STOP as if the account did not have it, so that it gets no code. */
async function withoutStopped({ db }: Pick<Deps, 'db'>, resolved: Resolved): Promise<Resolved> {
  const contact = resolved.kind === 'contact' ? resolved.contact : undefined
  // Looked up in any case, so that the work is the same.
  const isStopped = await isOptedOutPhone(db, contact?.channel === 'text' ? contact.value : '')
  return isStopped && resolved.kind === 'contact' ? { kind: 'unknown', resource: resolved.resource } : resolved
}

/** The contact of a code that is not sent. */
const notSent = '\n'

/** Creates and stores a code for any account number, but sends it only when there is a contact. */
async function replaceAndSend(
  deps: Deps,
  tx: Tx,
  facts: RequestFacts,
  subject: string,
  resolved: Resolved,
): Promise<boolean> {
  if (resolved.kind === 'refused') return false
  const { coopName, registrationCodeMinutes: minutes, registrationCodeAttempts } = deps.settings.current()
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + minutes * 60_000)
  const code = newCode(deps.random)
  await replaceCode(tx, {
    subject,
    // A code that is not sent must not be guessed either, so it is stored for a resource that no contact has.
    ...hashCode(deps.keys, { subject, resource: resolved.kind === 'unknown' ? notSent : resolved.resource }, code),
    now,
    expiresAt,
    maxAttempts: registrationCodeAttempts,
  })
  if (resolved.kind === 'unknown') return false
  const { channel, value } = resolved.contact
  const dedupeKey = `registration-code:${randomText(deps.random, 16)}`
  const message = codeMessage({ channel, code, coopName, minutes, opens: 'registration' }, facts.language)
  return insertMessage(tx, {
    dedupeKey,
    channel,
    recipient: value,
    subject: message.subject,
    bodyText: sealBody(deps, dedupeKey, message.bodyText),
    language: facts.language,
    now,
    expiresAt,
  })
}
