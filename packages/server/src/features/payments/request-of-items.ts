import type { PaymentRequest } from '@coopline/contract/payments/payment-request'
import { yesNo } from '@coopline/rules/kernel/flag'
import { addCents, type Cents, minCents, zeroCents } from '@coopline/rules/kernel/money'
import { mostPayable } from '@coopline/rules/payment-amount/amount-limits'
import type { Deps } from '../../platform/deps.ts'
import { payableOf } from '../accounts/public.ts'
import { amountSettingsOf, figuresOf, reconnects } from './check-request.ts'
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
      if (paymentAmount === undefined) throw new Error('An account was loaded that was not asked for')
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

/**
 * The same for amounts that were agreed to earlier. Where members may not pay more than the balance, and that is less by now, it
 * takes the balance and leaves out accounts with nothing to pay. With nothing to pay on any of them the amounts stay, and are refused.
 */
export const requestOfOwed =
  (deps: Pick<Deps, 'settings'>, items: readonly ItemToPay[]) =>
  (accounts: readonly AccountOfPayer[]): PaymentRequest => {
    const settings = amountSettingsOf(deps.settings.current())
    const owed = accounts.flatMap(({ account }): readonly ItemToPay[] => {
      const { accountNumber, isPrepaid } = account
      const item = items.find((one) => one.accountNumber === accountNumber)
      if (item === undefined) return []
      const most = isPrepaid ? null : mostPayable(payableOf(account), settings)
      const amountCents = most === null ? item.amountCents : minCents(item.amountCents, most)
      return amountCents > zeroCents ? [{ accountNumber, amountCents }] : []
    })
    if (owed.length === 0) return requestOf(deps, items)(accounts)
    const isPaid = new Set(owed.map((one) => one.accountNumber))
    return requestOf(deps, owed)(accounts.filter(({ account }) => isPaid.has(account.accountNumber)))
  }
