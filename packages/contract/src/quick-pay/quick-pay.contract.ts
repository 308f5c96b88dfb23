import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { requisition, paymentResult } from '../payments/payments.contract.ts'
import { wireAccountNumber, wireCents, wireDate, wireFlag, wireInstant, wireMemberNumber, wireOpaque } from '../wire.ts'

/** Account of the verification answer (DM-02; names on the wire, `nomoreCheck` included). */
const quickPayAccount = z.strictObject({
  accountNumber: wireAccountNumber,
  accountHolderName: z.string(),
  serviceAddress: z.string(),
  accountBalance: wireCents,
  dueDate: wireDate.nullable(),
  pastDueAmount: wireCents,
  reconnectFee: wireCents,
  additionalDeposit: wireCents,
  cutoffAmount: wireCents,
  disconnectFee: wireCents,
  derivedStatus: z.string(),
  isPrepaidAccount: wireFlag,
  prepaidLabel: z.string(),
  prepaidReconnectAmount: wireCents,
  minimumPaymentDue: wireCents,
  overPayAmount: wireCents,
  liabilityConfirmationAmount: wireCents,
  showLiabilityConfirmation: wireFlag,
  isCcEligible: wireFlag,
  isEcheckEligible: wireFlag,
  nomoreCheck: wireFlag,
})

const verifyAnswer = z.strictObject({
  quickPayToken: wireOpaque,
  memberNumber: wireMemberNumber,
  encryptedAccount: wireOpaque,
  account: quickPayAccount,
})

/** Payment settings (DM-03, DM-05). Members of `paymentSettings` and the keys alongside it, as documented. */
const paymentSettingsAnswer = z.strictObject({
  paymentSettings: z.strictObject({
    utilityAllowCreditCard: wireFlag,
    utilityAllowEcheck: wireFlag,
    allowVisa: wireFlag,
    allowMaster: wireFlag,
    allowAmex: wireFlag,
    allowDiscover: wireFlag,
    allowOverPay: wireFlag,
    allowUnderPay: wireFlag,
    prepaidMinimumPaymentAmount: wireCents,
    memberHasCutoffAccount: wireFlag,
    maxChargeAmount: wireCents.nullable(),
    lastPayment: z.strictObject({ paymentAmount: wireCents, paymentDate: wireDate }).nullable(),
  }),
  echeckProcessAsDraft: wireFlag,
  enforceNoMoreEchecks: wireFlag,
  pgClientId: z.string(),
  applicationWebId: z.string(),
  utilityName: z.string(),
  payOnlinePayCutoffAccount: wireFlag,
  cutoffMessage: z.string(),
  defaultPaymentAmt: z.string(),
  payOnlineAllowCutoffPaymentOverride: wireFlag,
  ccPrepaidAmountMinimum: wireCents,
  onlineConvFeeText: z.string(),
  /** The cooperative's own texts as they read in Spanish. */
  spanishTexts: z.strictObject({ cutoffMessage: z.string(), onlineConvFeeText: z.string() }),
  /** The fee of each method, so that total and fee are visible before the hand-off (addition). */
  convenienceFees: z.strictObject({
    cc: z.strictObject({ kind: z.enum(['percent', 'flat']), value: z.string(), count: z.int() }),
    echeck: z.strictObject({ kind: z.enum(['percent', 'flat']), value: z.string(), count: z.int() }),
  }),
  /**
   * Payments of the account that count as paid where overpaying is not allowed: how many, how many of them wait for staff,
   * their sum, and when the last one expires (addition; REQ-D-017). `null` when they limit nothing.
   */
  paymentsUnderWay: z
    .strictObject({
      payments: z.int(),
      underReview: z.int(),
      amount: wireCents,
      until: wireInstant,
      timeZone: z.string(),
    })
    .nullable(),
})

/** One account to pay (DM-07). The server checks with its own figures; these are compared, never trusted. */
const accountToPay = z.strictObject({
  accountNumber: wireAccountNumber,
  accountBalance: wireCents,
  paymentAmount: wireCents,
  dueDate: wireDate.nullable(),
  pastDueAmount: wireCents,
  reconnectFee: wireCents,
  additionalDeposit: wireCents,
  arrangementAmount: wireCents,
  liabilityConfirmationAmount: wireCents,
  showLiabilityConfirmation: wireFlag,
  cutoffAmount: wireCents,
  derivedStatus: z.string().max(60),
  disconnectFee: wireCents,
  isPrepaidAccount: wireFlag,
  minimumPaymentAmount: wireCents,
  overPayAmount: wireCents,
  prepaidReconnectAmount: wireCents,
})

export const paymentRequest = z.strictObject({
  accountsToPay: z.array(accountToPay).min(1).max(100),
  amount: wireCents,
  reconnectFee: wireCents,
  additionalDeposit: wireCents,
  arrangementPaymentAmount: wireCents,
  reconnectMeter: wireFlag,
  /** The method chosen in the pay step (addition; REQ-D-051: sent on as the hand-off's payment type). */
  paymentType: z.enum(['cc', 'echeck']).optional(),
})

export const quickPay = {
  verify: endpoint('quickPay.verify', 'POST /v3/quick-pay/verify/account/phone', {
    auth: 'public',
    summary: 'Verify an account by its number and the last four digits of a phone on file',
    source: 'AP-01 to AP-04',
    body: z.strictObject({ accountNumber: z.string().max(64), phoneLastFourDigits: z.string().max(64) }),
    answer: verifyAnswer,
    errors: [401],
  }),
  settings: endpoint('quickPay.settings', 'GET /v3/quick-pay/member/{memberNumber}/payments/settings', {
    auth: 'quick-pay',
    summary: 'Get payment settings for the verified account',
    source: 'AP-09 to AP-11',
    params: z.strictObject({ memberNumber: wireMemberNumber }),
    query: z.strictObject({ applicationId: z.literal('Web') }),
    answer: paymentSettingsAnswer,
    errors: [401, 404],
  }),
  pay: endpoint('quickPay.pay', 'POST /v3/quick-pay/member/{memberNumber}/pay', {
    auth: 'quick-pay',
    summary: 'Create a payment and return the hand-off form',
    source: 'AP-05 to AP-08',
    params: z.strictObject({ memberNumber: wireMemberNumber }),
    query: z.strictObject({ encryptedAccount: wireOpaque }),
    body: paymentRequest,
    answer: requisition,
    idempotent: true,
    errors: [401, 403, 404, 409],
  }),
  status: endpoint('quickPay.status', 'GET /v3/quick-pay/payments/status', {
    auth: 'quick-pay',
    summary: 'Get the status of a payment',
    source: 'AP-12, AP-13, AC-37',
    query: z.strictObject({ encryptedPayload: wireOpaque }),
    answer: paymentResult,
    errors: [401, 404],
  }),
}

export type QuickPayAccount = z.output<typeof quickPayAccount>
export type QuickPayVerification = z.output<typeof verifyAnswer>
export type PaymentSettingsAnswer = z.output<typeof paymentSettingsAnswer>
export type AccountToPay = z.output<typeof accountToPay>
export type PaymentRequest = z.output<typeof paymentRequest>
