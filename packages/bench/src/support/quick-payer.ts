import { randomUUID } from 'node:crypto'
import { apiPrefix } from '@coopline/contract/paths'
import type { HttpClient } from './http-client.ts'
import { accountNumberOf, phoneLastFour } from './write-bundle.ts'

/** The token, the account and the credentials of a verified payer. */
export interface Grant {
  readonly quickPayToken: string
  readonly memberNumber: string
  readonly encryptedAccount: string
  readonly account: Account
  /** Headers that prove the payer. */
  readonly proof: Readonly<Record<string, string>>
}

/** The account of the verification's answer, as far as the payment request repeats it. Amounts in whole cents. */
interface Account {
  readonly accountNumber: string
  readonly accountBalance: number
  readonly minimumPaymentDue: number
  readonly [figure: string]: unknown
}

const quickPay = `${apiPrefix}/v3/quick-pay`
const json = { 'content-type': 'application/json', applicationid: 'Web' }

/** Returns the address of a payer, each in another network, as a proxy would forward it. */
export const addressOf = (index: number): string =>
  `10.${(index >> 8) & 255}.${index & 255}.${1 + ((index >> 16) & 127)}`

export async function verify(
  client: HttpClient,
  index: number,
  hear: (answer: string) => void = () => {},
): Promise<Grant> {
  const from = { 'x-forwarded-for': addressOf(index) }
  const { text, setCookie } = await client.call({
    method: 'POST',
    path: `${quickPay}/verify/account/phone`,
    headers: { ...json, ...from },
    body: JSON.stringify({ accountNumber: accountNumberOf(index), phoneLastFourDigits: phoneLastFour }),
  })
  hear(text)
  const answer = JSON.parse(text) as Omit<Grant, 'proof'>
  const [cookie = ''] = (setCookie ?? '').split(';')
  return { ...answer, proof: { ...json, ...from, authorization: `Bearer ${answer.quickPayToken}`, cookie } }
}

export async function readSettings(client: HttpClient, { memberNumber, proof }: Grant): Promise<string> {
  const path = `${quickPay}/member/${memberNumber}/payments/settings?applicationId=Web`
  return (await client.call({ method: 'GET', path, headers: proof })).text
}

/** Asks for a payment, as the pay step does. @param key idempotency key: the same for each retry. */
export async function pay(
  client: HttpClient,
  grant: Grant,
  amount: number,
  key: string = randomUUID(),
): Promise<string> {
  const { memberNumber, encryptedAccount, proof } = grant
  const answer = await client.call({
    method: 'POST',
    path: `${quickPay}/member/${memberNumber}/pay?encryptedAccount=${encodeURIComponent(encryptedAccount)}`,
    headers: { ...proof, 'idempotency-key': key },
    body: JSON.stringify(requestOf(grant.account, amount)),
  })
  return answer.text
}

/** The number of the payment that an answer of `pay` hands over. */
export const transNoOf = (answer: string): string =>
  (JSON.parse(answer) as { readonly paymentRequisitionSettings: { readonly transNo: string } })
    .paymentRequisitionSettings.transNo

/** The payment request as the pay step sends it: the figures that were shown, and an amount. */
function requestOf(account: Account, amount: number) {
  const shown = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, account[name]]))
  return {
    accountsToPay: [
      {
        ...shown('accountNumber', 'accountBalance', 'dueDate', 'pastDueAmount', 'reconnectFee', 'additionalDeposit'),
        ...shown('liabilityConfirmationAmount', 'showLiabilityConfirmation', 'cutoffAmount', 'derivedStatus'),
        ...shown('disconnectFee', 'isPrepaidAccount', 'overPayAmount', 'prepaidReconnectAmount'),
        minimumPaymentAmount: account.minimumPaymentDue,
        paymentAmount: amount,
        arrangementAmount: 0,
      },
    ],
    amount,
    ...shown('reconnectFee', 'additionalDeposit'),
    arrangementPaymentAmount: 0,
    reconnectMeter: 'N',
    paymentType: 'echeck',
  }
}
