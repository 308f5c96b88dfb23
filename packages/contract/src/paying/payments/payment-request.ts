import { z } from 'zod'
import { mostAccountsPerPayment } from '@coopline/rules/paying/payment-amount/check-payment-amount'
import { givenBackDate, wireAccountNumber, wireCents, wireDate, wireFlag, wireInstant } from '../../wire.ts'

/** The figures of an account that a payer sees (DM-02; wire names, including `nomoreCheck`). */
export const accountFigures = z.strictObject({
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

/** A convenience fee: a percentage of the amount, or a flat amount, as decimal text. */
export const wireFeeOption = z.strictObject({ kind: z.enum(['percent', 'flat']), value: z.string(), count: z.int() })

/** The payment settings of the cooperative (DM-03, DM-05). Members of `paymentSettings` and the keys alongside it, as documented. */
export const paymentSettings = z.strictObject({
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
    cc: wireFeeOption,
    echeck: wireFeeOption,
  }),
})

/**
 * Payments of an account that count as paid where overpaying is not allowed: how many, how many of them wait for staff,
 * their sum, and when the last one expires (addition; REQ-D-017). `null` when they limit nothing.
 */
export const paymentsUnderWay = z
  .strictObject({
    payments: z.int(),
    underReview: z.int(),
    amount: wireCents,
    until: wireInstant,
    timeZone: z.string(),
    /** All of them are pages of Quick Pay, which end when the member pays, unless they are paid (addition; REQ-D-476). */
    givesWay: z.literal(true).optional(),
  })
  .nullable()

/** The newest payment of the last days (setting `recentPaymentDays`), about which the portal asks before another one. */
export const lastPayment = z.strictObject({
  paymentAmount: wireCents,
  paymentDate: wireDate,
  /** Its outcome is not known yet (addition; REQ-D-310). */
  isUnderWay: z.literal(true).optional(),
})

/** One account to pay (DM-07). The server checks with its own figures; these are compared, never trusted. */
const accountToPay = z.strictObject({
  accountNumber: wireAccountNumber,
  accountBalance: wireCents,
  paymentAmount: wireCents,
  dueDate: givenBackDate.nullable(),
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
  accountsToPay: z.array(accountToPay).min(1).max(mostAccountsPerPayment),
  amount: wireCents,
  reconnectFee: wireCents,
  additionalDeposit: wireCents,
  arrangementPaymentAmount: wireCents,
  reconnectMeter: wireFlag,
  /** The method chosen in the pay step (addition; REQ-D-051: sent on as the hand-off's payment type). */
  paymentType: z.enum(['cc', 'echeck']).optional(),
  /** The fee that the page showed for this method (addition; REQ-D-406). If the fee has changed since, the request is a conflict. */
  convenienceFee: wireCents.optional(),
})

/** Hidden fields of the hand-off form in the order in which they are posted (DM-21, REQ-D-050). */
export const handOffFieldNames = [
  'clientReference',
  'coopNumber',
  'utilityName',
  'accountNumber',
  'accountDisplay',
  'balance',
  'applicationId',
  'postbackRequired',
  'enableCard',
  'enableEcheck',
  'returnUrl',
  'cancelUrl',
  'taxIncluded',
  'paymentType',
  'acceptedCardTypes',
  'quickPayFlag',
  'cardConvenienceFee',
  'echeckConvenienceFee',
  'maxCardAmount',
  'currency',
  'language',
  'authorizationToken',
] as const

const handOffFields = z.array(z.strictObject({ name: z.string(), value: z.string() }))

/**
 * Payment requisition response (DM-08). The browser posts `configuration.fields` to `actionUrl`, as they are, or goes to `redirectUrl`
 * where there is one; `actionUrl` is empty then.
 */
export const requisition = z.strictObject({
  paymentRequisitionSettings: z.strictObject({
    actionUrl: z.string(),
    clientId: z.string(),
    transNo: z.string(),
    securityToken: z.string(),
  }),
  configuration: z.strictObject({ fields: handOffFields }),
  /** The provider's page, for a provider without a form (addition; REQ-D-411). */
  redirectUrl: z.url({ protocol: /^https?$/u }).optional(),
})

export type AccountFigures = z.output<typeof accountFigures>
export type PaymentSettingsAnswer = z.output<typeof paymentSettings>
export type PaymentsUnderWayAnswer = z.output<typeof paymentsUnderWay>
export type LastPaymentAnswer = z.output<typeof lastPayment>
export type AccountToPay = z.output<typeof accountToPay>
export type PaymentRequest = z.output<typeof paymentRequest>
export type Requisition = z.output<typeof requisition>
export type HandOffFieldName = (typeof handOffFieldNames)[number]
