import type { CreditClaim } from '@coopline/contract/accounts/capital-credits/capital-credits.contract'
import { capitalCreditMessage } from '@coopline/rules/accounts/capital-credits/capital-credits.messages'
import { checkClaim, type ClaimForm, type ClaimProblem } from '@coopline/rules/accounts/capital-credits/check-claim'
import { formatZip } from '@coopline/rules/accounts/account-profile/zip'
import { formatUsPhone, parseUsPhone } from '@coopline/rules/kernel/phone'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import { insertEvent } from '../../../platform/events/event.store.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { handOverKey, insertMessage } from '../../../platform/messages/message.store.ts'
import { sealBody } from '../../../platform/messages/sealed-body.ts'
import { randomText } from '../../../platform/random.ts'
import { newReferenceNumber } from '../../../platform/reference-number.ts'
import { keepClaimDigits } from './claim-digits.ts'
import { claimMail } from './claim-mail.ts'
import { findCredit } from './capital-credits.store.ts'
import { limitCreditCall } from './limit-credit-calls.ts'
import { openRowKey } from './search-credits.ts'

type ClaimDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'random' | 'settings' | 'log' | 'env'>

/**
 * Emails a claim to the office. The outbox holds the only copy of the claim, encrypted, and erases the text after the hand-off
 * (decision 0078). The SSN digits stay out of the mail: it has a claim number, by which staff read them in the console
 * (REQ-D-328). The event contains the credit number and nothing from the claim.
 *
 * @throws Refused for form problems, a row that no longer exists, and without an office address; TooManyAttempts.
 */
export async function claimCredit(
  deps: ClaimDeps,
  request: RequestFacts,
  claim: CreditClaim,
): Promise<{ readonly message: string }> {
  try {
    return await sendClaim(deps, request, claim)
  } catch (error) {
    // Log codes only: a claim holds an SSN and an address (UC-20).
    const codes = error instanceof Refused ? error.refusals.map(({ code, field }) => [code, field]) : []
    deps.log.warn({ codes, reason: error instanceof Error ? error.name : 'unknown' }, 'A claim was refused')
    throw error
  }
}

async function sendClaim(
  deps: ClaimDeps,
  request: RequestFacts,
  { rowKey, ...sent }: CreditClaim,
): Promise<{ readonly message: string }> {
  const refuse = (code: 'claim-expired' | 'claims-closed') => new Refused(refusal(capitalCreditMessage, code))
  const settings = deps.settings.current()
  // Drop the digits when the cooperative does not ask for them.
  const form = asTyped(settings.ssnDigits === 0 ? { ...sent, ssn: '' } : sent)
  const refuseProblems = (problems: readonly ClaimProblem[]) => {
    if (problems.length === 0) return
    throw new Refused(...problems.map(({ code, field }) => refusal(capitalCreditMessage, code, field)))
  }
  // A long value may be the credit's own, which is not known yet.
  const problems = checkClaim(form)
  if (problems.some(({ code }) => code !== 'too-long')) refuseProblems(problems)
  await limitCreditCall(deps, request, 'capital-credits.claim')
  const recipient = settings.capitalCreditClaimEmail.trim()
  if (recipient === '') throw refuse('claims-closed')
  const creditNumber = openRowKey(deps, rowKey)
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const credit = creditNumber === null ? undefined : await findCredit(tx, creditNumber)
    if (credit === undefined) throw refuse('claim-expired')
    refuseProblems(checkClaim(form, { name: credit.name, address1: credit.address, city: credit.city }))
    const dedupeKey = handOverKey('claim', randomText(deps.random, 18))
    const claimNumber = newReferenceNumber(deps.random, 'C')
    if (form.ssn !== '') await keepClaimDigits(deps, tx, { claimNumber, digits: form.ssn, now })
    const { subject, bodyText } = claimMail(credit, form, { claimNumber, origin: deps.env.PUBLIC_ORIGIN })
    await insertMessage(tx, {
      dedupeKey,
      channel: 'email',
      recipient,
      subject,
      bodyText: sealBody(deps, dedupeKey, bodyText),
      language: 'en',
      priority: 'normal',
      now,
    })
    const body = { creditNumber: credit.creditNumber, memberNumber: credit.memberNumber }
    await insertEvent(tx, { accountNumber: null, kind: 'capital-credit.claimed', body, now })
  })
  return { message: capitalCreditMessage('claimed', request.language) }
}

/** Restores the form's formatting; the wire carries only the digits of phone and ZIP code (UC-36, UC-54). */
function asTyped(sent: Omit<CreditClaim, 'rowKey'>): ClaimForm {
  const { phone, zip } = sent
  return { ...sent, phone: parseUsPhone(phone) === phone ? formatUsPhone(phone) : phone, zip: formatZip(zip) }
}
