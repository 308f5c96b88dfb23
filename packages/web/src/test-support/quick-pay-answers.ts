import type { PaymentResult } from '@coopline/contract/paying/payments/payments.contract'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import type {
  QuickPaySettingsAnswer,
  QuickPayVerification,
} from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { cents } from '@coopline/rules/kernel/money'
import { theirAccount } from './their-account.ts'

export const verifyLine = 'POST /v3/quick-pay/verify/account/phone'
export const settingsLine = 'GET /v3/quick-pay/member/M1001/payments/settings'
export const payLine = 'POST /v3/quick-pay/member/M1001/pay'
export const statusLine = 'GET /v3/quick-pay/payments/status'

export const accountInCutoff = theirAccount.inCutoff(20_000, { reconnect: 5_000, deposit: 10_000, disconnect: 2_500 })

export const aVerification = (account = theirAccount): QuickPayVerification => ({
  quickPayToken: 'quick-token-1',
  memberNumber: 'M1001',
  encryptedAccount: 'enc+/=1',
  account: account.toFigures(),
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
