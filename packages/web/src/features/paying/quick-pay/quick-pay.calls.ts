import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import type {
  QuickPaySettingsAnswer,
  QuickPayVerification,
} from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import type { VerifyAccountForm } from '@coopline/rules/paying/quick-pay-account/check-verify-account'
import { call } from '../../../portal/call/call.ts'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { forgetQuickPay, keepQuickPayToken } from '../../../portal/session/quick-pay-token.ts'
import { isSecureTarget } from '../../../portal/paying/hand-off-target.ts'
import { buildPaymentRequest, payableFromWire } from '../../../portal/paying/payment-wire.ts'
import type { PaymentAttempt } from './payment-attempt.ts'

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
      payable.amounts,
    ),
    bearer: quickPayToken,
    idempotencyKey: attempt.key,
    signal,
  })
  if (isSecureTarget(requisition.paymentRequisitionSettings.actionUrl, window.location.protocol)) return requisition
  throw new CallFailed(500, '', { message: '', errors: [] })
}
