import type { AnswerOf } from '@coopline/contract/endpoint'
import type { registration } from '@coopline/contract/registration/registration.contract'
import { checkRegistrationAccount } from '@coopline/rules/registration/check-registration-account'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import { deliverMessagesJob } from '../../platform/messages/deliver-messages.job.ts'
import { insertMessage } from '../../platform/messages/message.store.ts'
import { sealBody } from '../../platform/messages/sealed-body.ts'
import { randomText } from '../../platform/random.ts'
import { clientSubject } from '../../platform/tries/client-subject.ts'
import { countTries, takeBackTries } from '../../platform/tries/count-try.ts'
import { codeMessage } from '../../platform/verification-code/code.messages.ts'
import { hashCode, newCode } from '../../platform/verification-code/verification-code.ts'
import { replaceCode } from '../../platform/verification-code/verification-code.store.ts'
import { type Resolved, resolveContact } from './contacts.ts'
import { contactRules } from './look-up-account.ts'
import { refuseProblems } from './refuse-problems.ts'
import { findApplicant } from './registration.store.ts'

export interface SendCodeForm {
  readonly accountNumber: string
  readonly validatorResource: string
}

/**
 * Sends a verification code to the chosen contact and makes it the only one that is good for the account.
 *
 * Whether a code has left – the account may not exist, or have had its codes for the day – is not told: the answer is the
 * same. What refuses is what the form itself shows to be wrong.
 *
 * @throws RuleRefused for the form; Unavailable when the counters cannot be kept.
 */
export async function sendCode(
  deps: Deps,
  facts: RequestFacts,
  form: SendCodeForm,
): Promise<AnswerOf<typeof registration.verifyAccount>> {
  const settings = deps.settings.current()
  const applicant = await findApplicant(deps.db, form.accountNumber)
  const resolved = resolveContact(deps.keys, applicant, form.validatorResource, contactRules(settings))
  refuseProblems(
    [...checkRegistrationAccount(form), ...(resolved.kind === 'refused' ? [resolved.problem] : [])],
    facts.language,
  )
  const mayGo = await countSending(deps, facts, form.accountNumber)
  await inTransaction(deps.db, async (tx) => {
    const isOnItsWay = mayGo && (await replaceAndSend(tx, deps, facts, form.accountNumber, resolved))
    await recordAudit(tx, {
      kind: isOnItsWay ? 'registration.code-sent' : 'registration.code-not-sent',
      at: deps.clock.now(),
      memberNumber: applicant?.memberNumber,
      accountNumber: form.accountNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
      detail: { isLimited: !mayGo },
    })
    // A code is waited for: it leaves at once, not with the next round. Asked for in any case, so that the work is alike.
    await deps.jobs.enqueue(tx, deliverMessagesJob, {})
  })
  return { codeMinutes: settings.registrationCodeMinutes }
}

/** Counts a sending by account and client. @returns false when one of them has had its codes; then nothing counts. */
async function countSending(deps: Deps, facts: RequestFacts, accountNumber: string): Promise<boolean> {
  const settings = deps.settings.current()
  const ofAccount = { subject: accountNumber }
  const counts = await countTries(
    deps.db,
    [
      {
        kind: 'registration.codes-of-client',
        subject: clientSubject(deps.keys, facts.clientAddress),
        windowSeconds: 3600,
        limit: settings.registrationCodesPerClientPerHour,
      },
      {
        kind: 'registration.codes',
        ...ofAccount,
        windowSeconds: 900,
        limit: settings.registrationCodesPer15Minutes,
      },
      {
        kind: 'registration.codes-of-day',
        ...ofAccount,
        windowSeconds: 24 * 3600,
        limit: settings.registrationCodesPerDay,
      },
    ],
    deps.clock.now(),
  )
  if (counts.every((count) => count.allowed)) return true
  await takeBackTries(deps.db, counts)
  return false
}

/** A code is made and kept for any account number; it leaves only when there is a contact. */
async function replaceAndSend(
  tx: Tx,
  deps: Deps,
  facts: RequestFacts,
  accountNumber: string,
  resolved: Resolved,
): Promise<boolean> {
  if (resolved.kind === 'refused') return false
  const { coopName, registrationCodeMinutes: minutes, registrationCodeTries } = deps.settings.current()
  const now = deps.clock.now()
  const code = newCode(deps.random)
  await replaceCode(tx, {
    subject: accountNumber,
    ...hashCode(deps.keys, { subject: accountNumber, resource: resolved.resource }, code),
    now,
    expiresAt: new Date(now.getTime() + minutes * 60_000),
    mostTries: registrationCodeTries,
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
    bodyHtml: null,
    language: facts.language,
    now,
  })
}
