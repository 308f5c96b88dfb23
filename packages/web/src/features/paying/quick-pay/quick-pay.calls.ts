import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import type {
  QuickPaySettingsAnswer,
  QuickPayVerification,
} from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import type { VerifyAccountForm } from '@coopline/rules/paying/quick-pay-account/check-verify-account'
import { isRecord } from '../../../portal/call/is-record.ts'
import type { PaymentChoice } from '../../../portal/paying/pay-account.form.tsx'
import { readSessionItem, writeSessionItem } from '../../../portal/session/session-storage.ts'
import { call } from '../../../portal/call/call.ts'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import {
  forgetQuickPay,
  handOffKey,
  keepQuickPayToken,
  readQuickPayToken,
} from '../../../portal/session/quick-pay-token.ts'
import { isSecureTarget, buildPaymentRequest, payableFromWire, targetOf } from '../../../portal/paying/payment-wire.ts'

/** One wish to pay. However often it is sent, its key is the same, so that the server does it once. */
export interface PaymentAttempt extends PaymentChoice {
  readonly key: string
}

/** The attempt to send: the former one again while it is the same wish, else a new one. */
export function paymentAttempt(former: PaymentAttempt | null, { amount, method }: PaymentChoice): PaymentAttempt {
  if (former !== null && former.amount === amount && former.method === method) return former
  return { amount, method, key: crypto.randomUUID() }
}

/** The stored data that restores the pay step when the payer returns from the provider's page with Back. */
export interface StoredHandOff {
  readonly verification: QuickPayVerification
  readonly attempt: PaymentAttempt
}

export const keepHandOff = (handOff: StoredHandOff): void => writeSessionItem(handOffKey, handOff)

/** Whether this tab has handed a payer off since it last verified an account. */
export const hasHandOff = (): boolean => isStored(readSessionItem(handOffKey))

/**
 * The hand-off that a history entry speaks of by its attempt, while the stored token is still the one it was made
 * with. Any other visit of the page finds nothing.
 */
export function findHandOff(attemptKey: unknown): StoredHandOff | null {
  const kept = readSessionItem(handOffKey)
  if (!isStored(kept) || kept.attempt.key !== attemptKey) return null
  return kept.verification.quickPayToken === readQuickPayToken() ? kept : null
}

// Nothing but `keepHandOff` writes this value, so its outline is looked at and no more.
const isStored = (value: unknown): value is StoredHandOff =>
  isRecord(value) && isRecord(value['verification']) && isRecord(value['attempt'])

/** Verifies an account, and keeps its token in the place of any other payment's. */
export async function fetchVerification(
  { accountNumber, phoneLastFourDigits }: VerifyAccountForm,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<QuickPayVerification> {
  const body = { accountNumber, phoneLastFourDigits }
  const verification = await call('POST /v3/quick-pay/verify/account/phone', { body, timeoutMs, signal })
  signal.throwIfAborted()
  forgetQuickPay()
  keepQuickPayToken(verification.quickPayToken)
  return verification
}

export const fetchSettings = (
  { memberNumber, quickPayToken }: QuickPayVerification,
  signal: AbortSignal,
): Promise<QuickPaySettingsAnswer> =>
  call('GET /v3/quick-pay/member/{memberNumber}/payments/settings', {
    params: { memberNumber },
    query: { applicationId: 'Web' },
    bearer: quickPayToken,
    signal,
  })

interface PayStage {
  readonly verification: QuickPayVerification
  readonly settings: QuickPaySettingsAnswer
}

/**
 * Asks for the form that hands the payer to the provider. The attempt's key makes repeating it harmless.
 *
 * @throws CallFailed (500) when the answer names an insecure page: payment data must not go there.
 */
export async function requestPayment(
  { verification, settings }: PayStage,
  attempt: PaymentAttempt,
  signal: AbortSignal,
): Promise<Requisition> {
  const { account, memberNumber, encryptedAccount, quickPayToken } = verification
  const payable = payableFromWire(account, settings)
  const requisition = await call('POST /v3/quick-pay/member/{memberNumber}/pay', {
    params: { memberNumber },
    query: { encryptedAccount },
    body: buildPaymentRequest(
      [{ figures: account, payable: payable.account, amount: attempt.amount }],
      attempt.method,
      payable,
    ),
    bearer: quickPayToken,
    idempotencyKey: attempt.key,
    signal,
  })
  if (isSecureTarget(targetOf(requisition), window.location.protocol)) return requisition
  throw new CallFailed(500, '', { message: '', errors: [] })
}
