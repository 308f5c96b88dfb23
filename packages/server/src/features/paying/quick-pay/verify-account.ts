import type { QuickPayVerification } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import {
  checkVerifyAccount,
  type VerifyAccountForm,
} from '@coopline/rules/paying/quick-pay-account/check-verify-account'
import { verifyAccountMessage } from '@coopline/rules/paying/quick-pay-account/verify-account.messages'
import { clientHash } from '../../../platform/attempts/client-subject.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotSignedIn, Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { AnswerFacts, RequestFacts } from '../../../platform/http/call.ts'
import { type Account, findByPhone } from '../../accounts/accounts/public.ts'
import { guardVerification } from './guard-verification.ts'
import { type CreatedGrant, createGrant, grantCookie } from './create-grant.ts'
import { payerCookie, payerHashOf, payerSeconds, rememberPayer } from './payer-browser.ts'
import { findPayerStanding } from './payer-browsers.store.ts'
import { encryptAccount, requireQuickPay } from './quick-pay-caller.ts'
import type { AccountFigures } from '@coopline/contract/paying/payments/payment-request'
import { accountFigures } from '../payments/public.ts'

/** Builds the answer of the verification about an account (DM-02). */
function quickPayAccount(account: Account, { masked }: { readonly masked: boolean }): AccountFigures {
  if (!masked) return accountFigures(account)
  const { holderName, serviceAddress } = account
  return accountFigures({
    ...account,
    holderName: maskedName(holderName),
    serviceAddress: { ...serviceAddress, street: maskedNumber(serviceAddress.street) },
  })
}

/** Masks a name, such as 'A** L********' for 'Ada Lindqvist'. People recognize their own name, but do not learn another one. */
const maskedName = (name: string): string => name.replaceAll(/(?<=\S)\S/gu, '*')

/** Masks a house number, such as '1*** Oak St' for '1234 Oak St'. */
const maskedNumber = (street: string): string =>
  street.replace(/^[0-9]+/u, (digits) => digits[0] + '*'.repeat(digits.length - 1))

/**
 * Verifies an account by its number and the last four digits of a phone on file, and creates a grant for it.
 *
 * A wrong number, wrong digits, a closed account and too many failures for the day get the same answer and cause the same work: the same
 * statements run in the same order.
 *
 * @throws NotAllowed when Quick Pay is off; Refused with every problem of the form; TooManyAttempts and Unavailable as
 *   `guardVerification`; NotSignedIn for everything that may be wrong.
 */
export async function verifyAccount(
  deps: Deps,
  facts: RequestFacts,
  reply: AnswerFacts,
  form: VerifyAccountForm,
): Promise<QuickPayVerification> {
  requireQuickPay(deps.settings.current())
  checkForm(form)
  const evaluation = await inTransaction(deps.db, (tx) => evaluateAccount(deps, tx, facts, form))
  if (evaluation.kind === 'refused') {
    // Raises one alarm each time the budget is used up, because someone may be guessing across many accounts.
    if (evaluation.spent === 'portal')
      deps.log.error({ alarm: 'quick-pay-budget-spent', ...budgetOf(deps) }, 'Too many failed Quick Pay verifications')
    throw new NotSignedIn('The account was not verified')
  }
  const { account, grant } = evaluation
  reply.setCookie(grantCookie, grant.cookie)
  reply.setCookie(payerCookie, evaluation.payer, payerSeconds)
  const { memberNumber, accountNumber } = account
  return {
    quickPayToken: grant.token,
    memberNumber,
    encryptedAccount: encryptAccount(deps.keys, { grantId: grant.grantId, accountNumber }, grant.expiresAt),
    account: quickPayAccount(account, { masked: deps.settings.current().quickPayMaskDetails }),
  }
}

type Evaluation =
  | { readonly kind: 'verified'; readonly account: Account; readonly grant: CreatedGrant; readonly payer: string }
  | { readonly kind: 'refused'; readonly spent: 'portal' | 'member' | undefined }

/** Checks the attempt in one transaction, so that the count and the result are committed together before the answer. */
async function evaluateAccount(deps: Deps, tx: Tx, facts: RequestFacts, form: VerifyAccountForm): Promise<Evaluation> {
  const hashes = { browser: payerHashOf(facts), client: clientHash(deps.keys, facts.clientAddress) }
  const standing = await findPayerStanding(tx, form.accountNumber, hashes, deps.clock.now())
  const guarded = await guardVerification(deps, tx, facts, form.accountNumber, standing)
  const found = await findByPhone(tx, form.accountNumber, form.phoneLastFourDigits)
  const entry = { at: deps.clock.now(), clientAddress: facts.clientAddress, requestId: facts.id }
  if (found === undefined || !guarded.mayBeChecked) {
    const spent = await guarded.failed()
    const detail = spent === 'member' ? { spent } : {}
    await recordAudit(tx, { ...entry, kind: 'quick-pay.refused', accountNumber: form.accountNumber, detail })
    if (spent === 'portal') await recordAudit(tx, { ...entry, kind: 'quick-pay.budget-spent', detail: budgetOf(deps) })
    return { kind: 'refused', spent }
  }
  await guarded.succeeded()
  const { memberNumber, accountNumber } = found
  const grant = await createGrant(deps, tx, found, facts, {
    ...entry,
    kind: 'quick-pay.verified',
    memberNumber,
    accountNumber,
  })
  const payer = await rememberPayer(deps, tx, facts, accountNumber, standing)
  return { kind: 'verified', account: found, grant, payer }
}

function checkForm(form: VerifyAccountForm): void {
  const problems = checkVerifyAccount(form)
  if (problems.length === 0) return
  throw new Refused(...problems.map(({ code, field }) => refusal(verifyAccountMessage, { code }, field)))
}

const budgetOf = ({ settings }: Pick<Deps, 'settings'>) => ({
  limit: settings.current().quickPayGlobalFailuresPer10Minutes,
})
