import type { PaymentResult, Requisition } from '@coopline/contract/payments/payments.contract'
import type { AccountFigures } from '@coopline/contract/payments/payment-request'
import type { QuickPaySettingsAnswer, QuickPayVerification } from '@coopline/contract/quick-pay/quick-pay.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'

export const verifyLine = 'POST /v3/quick-pay/verify/account/phone'
export const settingsLine = 'GET /v3/quick-pay/member/M1001/payments/settings'
export const payLine = 'POST /v3/quick-pay/member/M1001/pay'
export const statusLine = 'GET /v3/quick-pay/payments/status'

/** A standard account that owes $152.34, of which nothing is past due. */
export const anAccount = (changes: Partial<AccountFigures> = {}): AccountFigures => ({
  accountNumber: '000100200300',
  accountHolderName: 'Marisol Ortega',
  serviceAddress: '1400 Prairie View Rd, Cloverdale, WI 54001',
  accountBalance: cents(15_234),
  dueDate: calendarDate('2027-03-18'),
  pastDueAmount: cents(0),
  reconnectFee: cents(0),
  additionalDeposit: cents(0),
  cutoffAmount: cents(0),
  disconnectFee: cents(0),
  derivedStatus: 'Active',
  isPrepaidAccount: 'N',
  prepaidLabel: '',
  prepaidReconnectAmount: cents(0),
  minimumPaymentDue: cents(0),
  overPayAmount: cents(50_000),
  liabilityConfirmationAmount: cents(0),
  showLiabilityConfirmation: 'N',
  isCcEligible: 'Y',
  isEcheckEligible: 'Y',
  nomoreCheck: 'N',
  ...changes,
})

/** In cutoff: $200.00, with a reconnect fee of $50.00, a deposit of $100.00 and a disconnect fee of $25.00. */
export const inCutoff = {
  cutoffAmount: cents(20_000),
  reconnectFee: cents(5_000),
  additionalDeposit: cents(10_000),
  disconnectFee: cents(2_500),
} satisfies Partial<AccountFigures>

export const aVerification = (account: Partial<AccountFigures> = {}): QuickPayVerification => ({
  quickPayToken: 'quick-token-1',
  memberNumber: 'M1001',
  encryptedAccount: 'enc+/=1',
  account: anAccount(account),
})

interface SettingsChanges extends Partial<Omit<QuickPaySettingsAnswer, 'paymentSettings'>> {
  readonly paymentSettings?: Partial<QuickPaySettingsAnswer['paymentSettings']>
}

/** Both methods open, no overpaying, a card fee of 2.95 per cent, the balance as default amount. */
export const somePaymentSettings = ({ paymentSettings, ...changes }: SettingsChanges = {}): QuickPaySettingsAnswer => ({
  paymentSettings: {
    utilityAllowCreditCard: 'Y',
    utilityAllowEcheck: 'Y',
    allowVisa: 'Y',
    allowMaster: 'Y',
    allowAmex: 'N',
    allowDiscover: 'N',
    allowOverPay: 'N',
    allowUnderPay: 'Y',
    prepaidMinimumPaymentAmount: cents(2_500),
    memberHasCutoffAccount: 'N',
    maxChargeAmount: null,
    lastPayment: null,
    ...paymentSettings,
  },
  echeckProcessAsDraft: 'N',
  enforceNoMoreEchecks: 'N',
  pgClientId: '17',
  applicationWebId: 'Web',
  utilityName: 'Prairie Ridge Electric Cooperative',
  payOnlinePayCutoffAccount: 'Y',
  cutoffMessage: '',
  defaultPaymentAmt: 'ACCOUNT BALANCE',
  payOnlineAllowCutoffPaymentOverride: 'N',
  ccPrepaidAmountMinimum: cents(0),
  onlineConvFeeText: '',
  spanishTexts: { cutoffMessage: '', onlineConvFeeText: '' },
  convenienceFees: {
    cc: { kind: 'percent', value: '2.95', count: 1 },
    echeck: { kind: 'flat', value: '0', count: 1 },
  },
  paymentsUnderWay: null,
  ...changes,
})

export const aRequisition = (actionUrl = 'https://provider.example/pay'): Requisition => ({
  paymentRequisitionSettings: { actionUrl, clientId: '17', transNo: 'T1', securityToken: 'v1.signed' },
  configuration: {
    fields: [
      { name: 'clientReference', value: 'T1' },
      { name: 'balance', value: '152.34' },
      { name: 'authorizationToken', value: 'v1.signed' },
    ],
  },
})

/** $152.34 paid by card, with a fee of $4.49. */
export const aPaymentResult = (changes: Partial<PaymentResult> = {}): PaymentResult => ({
  transNo: 'T1',
  outcome: 'confirmed',
  postbackMessage: null,
  accountNumber: '000100200300',
  accountBalance: cents(1_000),
  paymentAmount: cents(15_683),
  convenienceFee: cents(449),
  paymentType: 'cc',
  cardOrBankAccountNumberLastFourDigits: '1111',
  confirmationNumber: 'SB20270301A7',
  accounts: [{ accountNumber: '000100200300', accountBalance: cents(1_000), paymentAmount: cents(15_234) }],
  ...changes,
})
