import type {
  AccountFigures,
  PaymentRequest,
  PaymentSettingsAnswer,
  Requisition,
} from '@coopline/contract/paying/payments/payment-request'
import { isOn, yesNo } from '@coopline/rules/kernel/flag'
import { convenienceFee } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { addCents, type Cents, zeroCents } from '@coopline/rules/kernel/money'
import {
  reconnectMeter,
  type AmountSettings,
  isInCutoff,
  type PayableAccount,
} from '@coopline/rules/paying/payment-amount/amount-limits'
import {
  acceptedCardTypes,
  type CardType,
  checkPayable,
  type MethodSettings,
  type NotPayable,
  paymentMethods,
  type PaymentMethods,
  type PaymentType,
} from '@coopline/rules/paying/payment-method/payment-methods'
import { parseUrl } from '../call/parse-url.ts'

/** Everything a payment form judges an account by, in the words of the rules. */
export interface Payable {
  readonly account: PayableAccount
  readonly amounts: AmountSettings
  /** The fee of each method. */
  readonly fees: PaymentSettingsAnswer['convenienceFees']
  readonly methods: PaymentMethods
  readonly cards: readonly CardType[]
  readonly inCutoff: boolean
  /** True when the payer must confirm liability for the account's amount. */
  readonly needsLiability: boolean
  /** The reason that no amount can be paid with any method; `null` when something can be paid. */
  readonly blocked: readonly NotPayable[]
}

/** Reads the flags and names of the wire (DM-02, DM-03) into what the rules speak of. */
export function payableFromWire(account: AccountFigures, answer: PaymentSettingsAnswer): Payable {
  const payable = payableAccount(account)
  const settings = methodSettings(answer)
  const methods = paymentMethods(
    {
      isCcEligible: isOn(account.isCcEligible),
      isEcheckEligible: isOn(account.isEcheckEligible),
      noMoreChecks: isOn(account.nomoreCheck),
    },
    settings,
  )
  const payOnlinePayCutoffAccount = isOn(answer.payOnlinePayCutoffAccount)
  return {
    account: payable,
    amounts: amountSettings(answer),
    fees: answer.convenienceFees,
    methods,
    cards: acceptedCardTypes(settings),
    inCutoff: isInCutoff(payable),
    needsLiability: isOn(account.showLiabilityConfirmation),
    blocked: checkPayable(payable, { payOnlinePayCutoffAccount }, methods, methods.forced ?? 'cc'),
  }
}

const payableAccount = (account: AccountFigures): PayableAccount => ({
  isPrepaid: isOn(account.isPrepaidAccount),
  balance: account.accountBalance,
  pastDue: account.pastDueAmount,
  cutoffAmount: account.cutoffAmount,
  reconnectFee: account.reconnectFee,
  additionalDeposit: account.additionalDeposit,
  disconnectFee: account.disconnectFee,
  overPayAmount: account.overPayAmount,
  prepaidReconnectAmount: account.prepaidReconnectAmount,
})

const amountSettings = (answer: PaymentSettingsAnswer): AmountSettings => ({
  allowOverPay: isOn(answer.paymentSettings.allowOverPay),
  allowUnderPay: isOn(answer.paymentSettings.allowUnderPay),
  canOverrideCutoff: isOn(answer.payOnlineAllowCutoffPaymentOverride),
  prepaidMinimumPaymentAmount: answer.paymentSettings.prepaidMinimumPaymentAmount,
  ccPrepaidAmountMinimum: answer.ccPrepaidAmountMinimum,
  defaultPaymentAmt: answer.defaultPaymentAmt,
})

const methodSettings = ({ paymentSettings, ...answer }: PaymentSettingsAnswer): MethodSettings => ({
  utilityAllowCreditCard: isOn(paymentSettings.utilityAllowCreditCard),
  utilityAllowEcheck: isOn(paymentSettings.utilityAllowEcheck),
  allowVisa: isOn(paymentSettings.allowVisa),
  allowMaster: isOn(paymentSettings.allowMaster),
  allowAmex: isOn(paymentSettings.allowAmex),
  allowDiscover: isOn(paymentSettings.allowDiscover),
  echeckProcessAsDraft: isOn(answer.echeckProcessAsDraft),
  enforceNoMoreEchecks: isOn(answer.enforceNoMoreEchecks),
})

/** A payment of one account. Amounts are cents. */
export interface AccountPayment {
  readonly figures: AccountFigures
  readonly payable: PayableAccount
  readonly amount: Cents
  /** The next payment of its arrangement; 0 where the payer is not shown it, as in Quick Pay (REQ-D-045). */
  readonly arrangementAmount?: Cents
}

/**
 * The payment request for one or more accounts (DM-06, DM-07). The figures are echoed as the server gave them; it pays by its
 * own and refuses when the two differ, as when the fee is not the one that the page showed.
 */
export function buildPaymentRequest(
  payments: readonly AccountPayment[],
  method: PaymentType,
  { amounts, fees }: Pick<Payable, 'amounts' | 'fees'>,
): PaymentRequest {
  const sum = (amount: (one: AccountPayment) => Cents) => addCents(...payments.map(amount))
  const total = sum(({ amount }) => amount)
  return {
    accountsToPay: payments.map(accountToPay),
    amount: total,
    reconnectFee: sum(({ figures }) => figures.reconnectFee),
    additionalDeposit: sum(({ figures }) => figures.additionalDeposit),
    arrangementPaymentAmount: sum(({ arrangementAmount = zeroCents }) => arrangementAmount),
    reconnectMeter: yesNo(payments.some(({ payable, amount }) => reconnectMeter(payable, amount, amounts) === 'Y')),
    paymentType: method,
    convenienceFee: convenienceFee(fees[method], total),
  }
}

const accountToPay = ({ figures, amount, arrangementAmount = zeroCents }: AccountPayment) => ({
  accountNumber: figures.accountNumber,
  accountBalance: figures.accountBalance,
  paymentAmount: amount,
  dueDate: figures.dueDate,
  pastDueAmount: figures.pastDueAmount,
  reconnectFee: figures.reconnectFee,
  additionalDeposit: figures.additionalDeposit,
  arrangementAmount,
  liabilityConfirmationAmount: figures.liabilityConfirmationAmount,
  showLiabilityConfirmation: figures.showLiabilityConfirmation,
  cutoffAmount: figures.cutoffAmount,
  derivedStatus: figures.derivedStatus,
  disconnectFee: figures.disconnectFee,
  isPrepaidAccount: figures.isPrepaidAccount,
  // The answer calls it minimumPaymentDue, the request minimumPaymentAmount (REQ-D-030).
  minimumPaymentAmount: figures.minimumPaymentDue,
  overPayAmount: figures.overPayAmount,
  prepaidReconnectAmount: figures.prepaidReconnectAmount,
})

interface Target {
  readonly actionUrl: string
  readonly redirectUrl?: string | undefined
}

/** The address to which a requisition sends the browser. */
export const targetOf = ({ paymentRequisitionSettings, redirectUrl }: Requisition): Target => ({
  actionUrl: paymentRequisitionSettings.actionUrl,
  redirectUrl,
})

/**
 * Returns true when the browser may continue to the provider's page: an https address, or http where the portal itself is served
 * over http, as on a developer's machine. Payment data never leaves a secure page for an insecure one.
 *
 * @param to where the form is posted, or the address of a page without a form.
 */
export function isSecureTarget(to: Target, ownProtocol: string): boolean {
  const protocol = parseUrl(to.redirectUrl ?? to.actionUrl)?.protocol
  return protocol === 'https:' || (protocol === 'http:' && ownProtocol === 'http:')
}
