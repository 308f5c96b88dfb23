import type { PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'
import type { MemberUpdate } from '@coopline/contract/accounts/my-profile/my-profile.contract'
import { profileMessage } from '@coopline/rules/accounts/my-profile/my-profile.messages'
import { requireFreshProof } from '../../../platform/http/require-fresh-proof.ts'
import { type AuditEntry, recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotOwned, Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { MemberCaller, MemberRequest, RequestFacts } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { hashPassword } from '../../../platform/secrets/hash-password.ts'
import { redeemLoginEmailCode, requireLoginEmailCode } from '../../messages/notifications/public.ts'
import { normalizeAnswer } from '../../identity/registration/public.ts'
import { removeStoredMethods } from '../../paying/payments/public.ts'
import { deviceHashOf, requireLiveSession } from '../../identity/sign-in/public.ts'
import { changeCredentials, newCredentials } from './change-credentials.ts'
import { checkUpdate, wantsProof } from './check-update.ts'
import { loadSaved, type SavedDetails } from './load-saved.ts'
import { lockLogin } from './member-details.store.ts'
import { setSecretQuestion } from './profile-changes.store.ts'
import { diffProfile, type ProfileDiff } from './profile-diff.ts'
import { saveChanges } from './save-changes.ts'

/** The new secrets of an update, hashed. */
interface Hashes {
  readonly password: string | undefined
  readonly answer: string | undefined
}

/**
 * Applies a member update in one transaction, with events for the cooperative's systems and notices for the member.
 *
 * @returns the cooperative's sentence about the update.
 * @throws NotOwned for another member and another member's account; StepUpRequired for credentials, for Operation RoundUp,
 *   for the removal of stored payment data and for the end of emails about payments; Refused with every problem of the form; TooManyAttempts.
 */
export async function updateMember(
  deps: Deps,
  { caller, request: facts }: MemberRequest,
  update: MemberUpdate,
): Promise<{ readonly message: string }> {
  if (update.memberNumber !== caller.memberNumber) throw new NotOwned('The body names another member')
  const saved = await loadSaved(deps.db, caller)
  for (const { accountNumber } of [...update.paperlessAccounts, ...update.roundupAccounts])
    requireOwnAccount(
      saved.accounts.find((account) => account.accountNumber === accountNumber),
      accountNumber,
    )
  if (isAboutMoney(saved, update) || wantsProof(saved, update)) requireFreshProof(deps, caller)
  await checkUpdate(deps, facts, saved, update)
  const code = await requireEmailCode(deps, facts, saved, update)
  const hashes: Hashes = {
    password: update.password === '' ? undefined : await hashPassword(deps, update.password),
    answer:
      update.securityQuestionAnswer.trim() === ''
        ? undefined
        : await hashPassword(deps, normalizeAnswer(update.securityQuestionAnswer)),
  }
  try {
    await inTransaction(deps.db, async (tx) => {
      await lockLogin(tx, caller.loginId)
      await requireLiveSession(tx, caller)
      const now = await loadSaved(tx, caller)
      if (!isSameLogin(saved, now)) throw new LoginChanged()
      const credentials = newCredentials(now.login, update, hashes.password)
      const diff = diffProfile(update, now)
      const primaryAccount = now.accounts[0]?.accountNumber ?? null
      const whose = { memberNumber: caller.memberNumber, primaryAccount, now: deps.clock.now() }
      const happened = happenedOf(deps, facts, caller)
      if (code !== undefined) await redeemLoginEmailCode(deps, tx, code)
      await changeCredentials(deps, tx, { ...caller, deviceHash: deviceHashOf(facts) }, credentials, happened)
      if (hashes.answer !== undefined) {
        await setSecretQuestion(tx, caller.loginId, update.securityQuestionId, hashes.answer)
        await recordAudit(tx, { kind: 'credentials.question-changed', ...happened })
      }
      await saveChanges(tx, whose, diff, credentials)
      await removeStoredMethods(deps, tx, { ...whose, request: facts }, ({ paymentType }) => isEnded(diff, paymentType))
      await recordDiff(tx, now, diff, happened)
    })
  } catch (error) {
    if (error instanceof LoginChanged) return updateMember(deps, { caller, request: facts }, update)
    throw isTakenMeanwhile(error) ? taken() : error
  }
  return { message: successText(deps, facts) }
}

function successText({ settings }: Pick<Deps, 'settings'>, { language }: RequestFacts): string {
  const { updateSuccessText, updateSuccessText_es: inSpanish } = settings.current()
  return language === 'es' && inSpanish !== '' ? inSpanish : updateSuccessText
}

/** Thrown when the username or the email address changed after the check, so that the checks run again. */
class LoginChanged extends Error {}

/** True when the login has the username and email address for which the update was checked. */
const isSameLogin = (checked: SavedDetails, now: SavedDetails): boolean =>
  checked.login.email === now.login.email && checked.login.username === now.login.username

/** True when an update removes stored payment data, ends the emails about payments or changes Operation RoundUp (REQ-D-463). */
function isAboutMoney(saved: SavedDetails, update: MemberUpdate): boolean {
  const { member, accounts } = diffProfile(update, saved)
  return (
    update.removeStoredBankData ||
    update.removeStoredCreditData ||
    member.paymentEmails === false ||
    accounts.some(({ roundUp }) => roundUp !== undefined)
  )
}

/** Requires the code that was sent to the new email address; `undefined` when the address does not change. */
async function requireEmailCode(deps: Deps, facts: RequestFacts, { login }: SavedDetails, update: MemberUpdate) {
  const { email } = newCredentials(login, update, undefined)
  if (email === undefined) return undefined
  const { memberNumber, emailCode: code = '' } = update
  return requireLoginEmailCode(deps, facts, { subject: `login-email:${login.loginId}`, memberNumber, email, code })
}

/** Returns true when the update removes the stored methods of that kind. */
const isEnded = ({ member }: ProfileDiff, paymentType: PaymentType): boolean =>
  (paymentType === 'cc' ? member.storesCredit : member.storesCheck) === false

const happenedOf = (
  { clock }: Pick<Deps, 'clock'>,
  { clientAddress, id }: RequestFacts,
  { memberNumber }: MemberCaller,
): Omit<AuditEntry, 'kind'> => ({ at: clock.now(), memberNumber, clientAddress, requestId: id })

/** Audits the changed choices: one entry for the member, and one for each account. */
async function recordDiff(
  tx: Parameters<typeof recordAudit>[0],
  { member }: SavedDetails,
  diff: ProfileDiff,
  happened: Omit<AuditEntry, 'kind'>,
): Promise<void> {
  const changed = Object.keys(diff.member)
  if (changed.length > 0) {
    const detail = Object.fromEntries(changed.map((name) => [name, !member[name as keyof typeof member]]))
    await recordAudit(tx, { kind: 'profile.changed', ...happened, detail })
  }
  for (const { accountNumber, paperless, roundUp } of diff.accounts) {
    const detail = { ...paperless, ...(roundUp !== undefined && { roundUp: roundUp.isEnrolled }) }
    await recordAudit(tx, { kind: 'profile.account-changed', ...happened, accountNumber, detail })
  }
}

/** True when another login got the username between the check and the change (SQLSTATE unique_violation). */
const isTakenMeanwhile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505' && error.message.includes('username_key')

const taken = (): Refused => new Refused(refusal(profileMessage, 'username-taken', 'loginId'))
