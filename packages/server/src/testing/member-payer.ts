import { type AccountAmounts, payMultiple } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import type { AccountToPay, PaymentRequest, Requisition } from '@coopline/contract/paying/payments/payment-request'
import { convenienceFee } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { addCents, type Cents, cents } from '@coopline/rules/kernel/money'
import type { LightMyRequestResponse } from 'fastify'
import type { SignedIn } from './seed-login.ts'
import type { TestPortal } from './test-portal.ts'

/**
 * Fetches the amounts that may be paid on each account of a signed-in member.
 *
 * @throws Error unless the answer is 200.
 */
export async function amountsOf(
  portal: TestPortal,
  { bearer, cookie, memberNumber }: SignedIn,
): Promise<readonly AccountAmounts[]> {
  const response = await portal.call(payMultiple.amounts, { params: { memberNumber }, bearer, cookie })
  if (response.statusCode !== 200) throw new Error(`Amounts answered ${response.statusCode}: ${response.body}`)
  return response.json<{ results: AccountAmounts[] }>().results
}

/** A payment request as the page sends it: figures of the answer, and amounts in the order in which they are given. */
export function memberRequest(
  accounts: readonly AccountAmounts[],
  amounts: readonly (readonly [accountNumber: string, amount: number])[],
  over: Partial<PaymentRequest> = {},
): PaymentRequest {
  const accountsToPay = amounts.map(([accountNumber, amount]) => {
    const account = accounts.find((one) => one.accountNumber === accountNumber)
    if (account === undefined) throw new Error(`The member has no account ${accountNumber}`)
    return toPay(account, amount)
  })
  const sum = (of: (one: AccountToPay) => number) => cents(accountsToPay.reduce((total, one) => total + of(one), 0))
  return {
    accountsToPay,
    amount: sum((one) => one.paymentAmount),
    reconnectFee: sum((one) => one.reconnectFee),
    additionalDeposit: sum((one) => one.additionalDeposit),
    arrangementPaymentAmount: addCents(...accountsToPay.map((one) => one.arrangementAmount)),
    reconnectMeter: 'N',
    ...over,
  }
}

/** Returns the fee that the page shows for paying an amount with a stored card, in whole cents. */
export const shownCardFee = ({ deps }: TestPortal, amount: number): Cents =>
  convenienceFee(deps.settings.current().cardConvenienceFee, cents(amount))

const toPay = (account: AccountAmounts, amount: number): AccountToPay => ({
  accountNumber: account.accountNumber,
  accountBalance: account.accountBalance,
  paymentAmount: cents(amount),
  dueDate: account.dueDate,
  pastDueAmount: account.pastDueAmount,
  reconnectFee: account.reconnectFee,
  additionalDeposit: account.additionalDeposit,
  arrangementAmount: account.arrangementAmount,
  liabilityConfirmationAmount: account.liabilityConfirmationAmount,
  showLiabilityConfirmation: account.showLiabilityConfirmation,
  cutoffAmount: account.cutoffAmount,
  derivedStatus: account.derivedStatus,
  disconnectFee: account.disconnectFee,
  isPrepaidAccount: account.isPrepaidAccount,
  minimumPaymentAmount: account.minimumPaymentDue,
  overPayAmount: account.overPayAmount,
  prepaidReconnectAmount: account.prepaidReconnectAmount,
})

export interface MemberPayOptions {
  readonly key?: string
  readonly body?: PaymentRequest
  readonly over?: Partial<PaymentRequest>
  readonly headers?: Readonly<Record<string, string>>
  readonly from?: string
}

/** Requests one payment of several accounts. */
export async function askAsMember(
  portal: TestPortal,
  member: SignedIn,
  amounts: readonly (readonly [accountNumber: string, amount: number])[],
  { key, body, over, headers, from }: MemberPayOptions = {},
): Promise<LightMyRequestResponse> {
  const { bearer, cookie, memberNumber } = member
  return portal.call(payMultiple.pay, {
    params: { memberNumber },
    body: body ?? memberRequest(await amountsOf(portal, member), amounts, over),
    bearer,
    cookie,
    ...(from !== undefined && { from }),
    headers: { ...(key === undefined ? {} : { 'idempotency-key': key }), ...headers },
  })
}

/**
 * Requests one payment of several accounts and returns the form.
 *
 * @throws Error when the request is refused.
 */
export async function payAsMember(...request: Parameters<typeof askAsMember>): Promise<Requisition> {
  const response = await askAsMember(...request)
  if (response.statusCode !== 200) throw new Error(`Paying answered ${response.statusCode}: ${response.body}`)
  return response.json<Requisition>()
}
