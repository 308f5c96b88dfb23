import type { PaymentRequest, Requisition } from '@coopline/contract/paying/payments/payment-request'
import { quickPay, type QuickPayVerification } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { cents } from '@coopline/rules/kernel/money'
import type { LightMyRequestResponse } from 'fastify'
import type { TestPortal } from './test-portal.ts'

/** Settings under which Ada's account can be paid by card and eCheck. */
export const payingSettings: Partial<Settings> = {
  QuickPay: true,
  utilityAllowCreditCard: true,
  utilityAllowEcheck: true,
  allowVisa: true,
  allowMaster: true,
  allowAmex: true,
  allowDiscover: true,
  allowUnderPay: true,
  payOnlinePayCutoffAccount: true,
  pgClientId: 'COOP7',
  utilityName: 'Prairie Ridge Electric Cooperative',
  coopName: 'Prairie Ridge',
  cardConvenienceFee: { kind: 'percent', value: '2.95', count: 1 },
  echeckConvenienceFee: { kind: 'flat', value: '0.50', count: 1 },
  maxChargeAmount: cents(100_000),
}

/** Both halves of a grant, and the verification that returned them. */
export interface QuickPayer {
  readonly verification: QuickPayVerification
  readonly bearer: string
  readonly cookie: string
  readonly from: string
}

export interface Claim {
  readonly accountNumber?: string
  readonly phoneLastFourDigits?: string
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Tries to verify an account; Ada's, truly, unless the test says otherwise. */
export async function tryToVerify(portal: TestPortal, claim: Claim = {}): Promise<LightMyRequestResponse> {
  const { accountNumber = '100100101', phoneLastFourDigits = '4821', from = '198.51.100.7', headers = {} } = claim
  return portal.call(quickPay.verify, { body: { accountNumber, phoneLastFourDigits }, from, headers })
}

/** Verifies an account. @throws Error when that fails. */
export async function verified(portal: TestPortal, claim: Claim = {}): Promise<QuickPayer> {
  const response = await tryToVerify(portal, claim)
  if (response.statusCode !== 200) throw new Error(`Verification answered ${response.statusCode}: ${response.body}`)
  const verification = response.json<QuickPayVerification>()
  const [cookie] = response.cookies
  return {
    verification,
    bearer: verification.quickPayToken,
    cookie: `${cookie?.name}=${cookie?.value}`,
    from: claim.from ?? '198.51.100.7',
  }
}

/** A payment request as the pay step sends it: the figures of the verification, and an amount. */
export function requestOf(
  { account }: Pick<QuickPayVerification, 'account'>,
  amount: number,
  over: object = {},
): PaymentRequest {
  return {
    accountsToPay: [
      {
        accountNumber: account.accountNumber,
        accountBalance: account.accountBalance,
        paymentAmount: cents(amount),
        dueDate: account.dueDate,
        pastDueAmount: account.pastDueAmount,
        reconnectFee: account.reconnectFee,
        additionalDeposit: account.additionalDeposit,
        arrangementAmount: cents(0),
        liabilityConfirmationAmount: account.liabilityConfirmationAmount,
        showLiabilityConfirmation: account.showLiabilityConfirmation,
        cutoffAmount: account.cutoffAmount,
        derivedStatus: account.derivedStatus,
        disconnectFee: account.disconnectFee,
        isPrepaidAccount: account.isPrepaidAccount,
        minimumPaymentAmount: account.minimumPaymentDue,
        overPayAmount: account.overPayAmount,
        prepaidReconnectAmount: account.prepaidReconnectAmount,
      },
    ],
    amount: cents(amount),
    reconnectFee: account.reconnectFee,
    additionalDeposit: account.additionalDeposit,
    arrangementPaymentAmount: cents(0),
    reconnectMeter: 'N',
    ...over,
  }
}

export interface PayOptions {
  readonly body?: object
  readonly key?: string
  readonly memberNumber?: string
  readonly encryptedAccount?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Requests a payment. */
export async function askToPay(
  portal: TestPortal,
  payer: QuickPayer,
  amount: number,
  options: PayOptions = {},
): Promise<LightMyRequestResponse> {
  const { verification, bearer, cookie, from } = payer
  return portal.call(quickPay.pay, {
    params: { memberNumber: options.memberNumber ?? verification.memberNumber },
    query: { encryptedAccount: options.encryptedAccount ?? verification.encryptedAccount },
    body: options.body ?? requestOf(verification, amount),
    bearer,
    cookie,
    from,
    headers: { ...(options.key === undefined ? {} : { 'idempotency-key': options.key }), ...options.headers },
  })
}

/** Requests a payment and expects the form. @throws Error when it is refused. */
export async function pay(
  portal: TestPortal,
  payer: QuickPayer,
  amount: number,
  options: PayOptions = {},
): Promise<Requisition> {
  const response = await askToPay(portal, payer, amount, options)
  if (response.statusCode !== 200) throw new Error(`Paying answered ${response.statusCode}: ${response.body}`)
  return response.json<Requisition>()
}

/** The problems of an error answer. */
export const errorsOf = (
  response: LightMyRequestResponse,
): readonly { readonly code: string; readonly message: string; readonly field?: string }[] =>
  response.json<{ errors: { code: string; message: string; field?: string }[] }>().errors
