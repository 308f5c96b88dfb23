import type { PaymentRequest } from '@coopline/contract/payments/payment-request'
import { yesNo } from '@coopline/rules/kernel/flag'
import { addCents, type Cents, zeroCents } from '@coopline/rules/kernel/money'
import type { Deps } from '../../platform/deps.ts'
import { figuresOf, reconnects } from './check-request.ts'
import type { AccountOfPayer } from './start-payment.ts'

/** What to pay on an account, without the fee. */
export interface ItemToPay {
  readonly accountNumber: string
  readonly amountCents: Cents
}

/** The request that a page would send for these amounts, made of the accounts as the database has them. */
export const requestOf =
  (deps: Pick<Deps, 'settings'>, items: readonly ItemToPay[]) =>
  (accounts: readonly AccountOfPayer[]): PaymentRequest => {
    const settings = deps.settings.current()
    const requested = accounts.map(({ account, arrangementAmount }) => {
      const { accountNumber } = account
      const paymentAmount = items.find((item) => item.accountNumber === accountNumber)?.amountCents
      if (paymentAmount === undefined) throw new Error('An account was loaded that nobody asked for')
      const arrangement = arrangementAmount ?? zeroCents
      const shown = { ...figuresOf(account), accountNumber, paymentAmount, arrangementAmount: arrangement }
      return { account, shown, arrangementAmount: arrangement, field: accountNumber }
    })
    const shown = requested.map((one) => one.shown)
    return {
      accountsToPay: shown,
      amount: addCents(...shown.map((one) => one.paymentAmount)),
      reconnectFee: addCents(...shown.map((one) => one.reconnectFee)),
      additionalDeposit: addCents(...shown.map((one) => one.additionalDeposit)),
      arrangementPaymentAmount: addCents(...shown.map((one) => one.arrangementAmount)),
      reconnectMeter: yesNo(requested.some((one) => reconnects(one, settings) === 'Y')),
    }
  }
