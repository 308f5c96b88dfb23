import type { QuickPayVerification } from '@coopline/contract/quick-pay/quick-pay.contract'
import type { Language } from '@coopline/rules/kernel/problem'
import { checkVerifyAccount, type VerifyAccountForm } from '@coopline/rules/quick-pay-account/check-verify-account'
import { verifyAccountMessage } from '@coopline/rules/quick-pay-account/verify-account.messages'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { NotSignedIn, RuleRefused } from '../../platform/errors.ts'
import type { AnswerFacts, RequestFacts } from '../../platform/http/call.ts'
import { type Account, findByPhone } from '../accounts/public.ts'
import { encryptAccount } from './encrypted-account.ts'
import { guardVerification } from './guard-verification.ts'
import { openPass, type OpenedPass, passCookie } from './open-pass.ts'
import { requireQuickPay } from './require-quick-pay.ts'
import { quickPayAccount } from './verification.answer.ts'

/**
 * Proves an account by its number and the last four digits of a phone on file, and opens a pass for it.
 *
 * Whatever is wrong – the number, the digits, that the account is closed or has had its failures for the day – the answer
 * is the same and so is the work: the same statements run in the same order.
 *
 * @throws NotAllowed when Quick Pay is off; RuleRefused with every problem of the form; TooManyTries and Unavailable as
 *   `guardVerification`; NotSignedIn for everything that may be wrong.
 */
export async function verifyAccount(
  deps: Deps,
  facts: RequestFacts,
  reply: AnswerFacts,
  form: VerifyAccountForm,
): Promise<QuickPayVerification> {
  requireQuickPay(deps.settings.current(), facts.language)
  checkForm(form, facts.language)
  const guarded = await guardVerification(deps, facts, form.accountNumber)
  const found = await findByPhone(deps.db, form.accountNumber, form.phoneLastFourDigits)
  if (found === undefined || !guarded.mayBeJudged) {
    await recordFailure(deps, facts, form.accountNumber)
    throw new NotSignedIn('The account was not verified')
  }
  await guarded.takeBack()
  const pass = await openAndRecord(deps, facts, found)
  reply.setCookie(passCookie, pass.cookie)
  const { memberNumber, accountNumber } = found
  return {
    quickPayToken: pass.token,
    memberNumber,
    encryptedAccount: await encryptAccount(deps.keys, { passId: pass.passId, accountNumber }, pass.expiresAt),
    account: quickPayAccount(found, { masked: deps.settings.current().quickPayMaskDetails }),
  }
}

function checkForm(form: VerifyAccountForm, language: Language): void {
  const problems = checkVerifyAccount(form)
  if (problems.length === 0) return
  throw new RuleRefused(
    problems.map(({ code, field }) => ({ code, field, message: verifyAccountMessage({ code }, language) })),
  )
}

async function recordFailure(deps: Deps, facts: RequestFacts, accountNumber: string): Promise<void> {
  await recordAudit(deps.db, {
    kind: 'quick-pay.refused',
    at: deps.clock.now(),
    accountNumber,
    clientAddress: facts.clientAddress,
    requestId: facts.id,
  })
}

async function openAndRecord(deps: Deps, facts: RequestFacts, account: Account): Promise<OpenedPass> {
  return inTransaction(deps.db, async (tx) => {
    await recordAudit(tx, {
      kind: 'quick-pay.verified',
      at: deps.clock.now(),
      memberNumber: account.memberNumber,
      accountNumber: account.accountNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
    })
    return openPass(tx, deps, account, facts)
  })
}
