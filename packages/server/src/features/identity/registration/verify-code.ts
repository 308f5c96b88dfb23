import type { AnswerOf } from '@coopline/contract/endpoint'
import type { registration } from '@coopline/contract/identity/registration/registration.contract'
import { checkRegistrationAccount } from '@coopline/rules/identity/registration/check-registration-account'
import { isVerificationCode } from '@coopline/rules/identity/registration/is-verification-code'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { AnswerFacts, RequestFacts } from '../../../platform/http/call.ts'
import { randomText } from '../../../platform/random.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { refundAttempts } from '../../../platform/attempts/record-attempt.ts'
import { isCode } from '../../../platform/verification-code/verification-code.ts'
import { claimAttempt, type StoredCode, takeCode } from '../../../platform/verification-code/verification-code.store.ts'
import type { Applicant } from './applicant.ts'
import { attemptCookie, codeSubject, findAttempt } from './code-attempt.ts'
import { type Contact, resolveContact } from './contacts.ts'
import { countEnteredCode } from './limit-registration.ts'
import { contactRules } from './look-up-account.ts'
import { insertGrant } from './grant.store.ts'
import { refuseProblems } from './refuse-problems.ts'
import { findApplicant } from './registration.store.ts'
import { questionsFor } from './secret-question.ts'

export interface VerifyCodeForm {
  readonly accountNumber: string
  readonly verificationCode: string
  readonly validatorResource: string
}

/** A contact that was verified by the code. */
interface ProvenContact {
  readonly contact: Contact
  readonly isOnFile: boolean
}

/** The time in which a member must complete the registration form. */
const grantMinutes = 60

/**
 * Checks a verification code and opens the registration form.
 *
 * A wrong, used, blocked or expired code, a code of another account, contact or browser, and an account without a code get the same
 * answer. The attempt is counted before it is checked, so that simultaneous attempts cannot exceed the limit.
 *
 * @throws Refused for the form, and when the code is invalid; TooManyAttempts as `countEnteredCode`.
 */
export async function verifyCode(
  deps: Deps,
  facts: RequestFacts,
  reply: AnswerFacts,
  form: VerifyCodeForm,
): Promise<AnswerOf<typeof registration.verifyCode>> {
  const settings = deps.settings.current()
  refuseProblems(checkRegistrationAccount(form))
  const { accountNumber, verificationCode: code } = form
  const applicant = await findApplicant(deps.db, accountNumber)
  const resolved = resolveContact(deps.keys, applicant, form.validatorResource, contactRules(settings))
  if (resolved.kind === 'refused') refuseProblems([resolved.problem])
  const count = await countEnteredCode(deps, facts)
  const subject = codeSubject(accountNumber, findAttempt(facts) ?? '')
  const kept = isVerificationCode(code)
    ? await claimAttempt(deps.db, subject, settings.registrationCodeAttempts, deps.clock.now())
    : undefined
  if (applicant !== undefined && kept !== undefined && resolved.kind === 'contact') {
    const isGood = isCode(deps.keys, { subject, resource: resolved.resource }, code, kept)
    const token = isGood ? await createGrant(deps, facts, applicant, { ...resolved, subject }, kept) : undefined
    if (token !== undefined) {
      await refundAttempts(deps.db, [count])
      reply.clearCookie(attemptCookie)
      return {
        email: emailOf(resolved, applicant),
        secretQuestions: questionsFor(settings, facts.language),
        memberNumber: applicant.memberNumber,
        registrationToken: token,
      }
    }
  }
  await recordAudit(deps.db, {
    kind: 'registration.code-failed',
    at: deps.clock.now(),
    memberNumber: applicant?.memberNumber,
    accountNumber,
    clientAddress: facts.clientAddress,
    requestId: facts.id,
  })
  return refuseCode()
}

/** Returns the email address that the form starts with. A contact that is not on file proves nothing, so no address on file is shown. */
function emailOf({ contact, isOnFile }: ProvenContact, applicant: Applicant): string {
  if (contact.channel === 'email') return contact.value
  return isOnFile ? (applicant.emails[0] ?? '') : ''
}

function refuseCode(): never {
  refuseProblems([{ code: 'code-wrong', field: 'verificationCode' }])
  throw new Error('A refused code was not refused')
}

/** Uses up the code. @returns the token of the registration, or `undefined` when another request used the code first. */
async function createGrant(
  deps: Deps,
  facts: RequestFacts,
  applicant: Applicant,
  { contact, subject }: ProvenContact & { readonly subject: string },
  kept: StoredCode,
): Promise<string | undefined> {
  const now = deps.clock.now()
  const { accountNumber, memberNumber } = applicant
  const token = randomText(deps.random, 32)
  return inTransaction(deps.db, async (tx) => {
    if (!(await takeCode(tx, subject, kept.codeHash, now))) return undefined
    await insertGrant(tx, {
      tokenHash: sha256(token),
      accountNumber,
      memberNumber,
      contact: contact.value,
      expiresAt: new Date(now.getTime() + grantMinutes * 60_000),
    })
    await recordAudit(tx, {
      kind: 'registration.code-verified',
      at: now,
      memberNumber,
      accountNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
      detail: { channel: contact.channel },
    })
    return token
  })
}
