import type { PaymentRequest } from '@coopline/contract/paying/payments/payment-request'
import { yesNo } from '@coopline/rules/kernel/flag'
import { addCents, type Cents, minCents, zeroCents } from '@coopline/rules/kernel/money'
import { mostOwed } from '@coopline/rules/paying/payment-amount/amount-limits'
import type { Tx } from '../../../../platform/db/open-database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Refused } from '../../../../platform/errors.ts'
import { refusal } from '../../../../platform/refusal.ts'
import { payableOf } from '../../../accounts/accounts/public.ts'
import { amountSettingsOf, figuresOf, reconnects, type AccountOfPayer } from './build-payment.ts'
import { requestPaymentText } from './request-payment.messages.ts'

/** An account and the amount to pay on it, in whole cents and without the fee. */
export interface ItemToPay {
  readonly accountNumber: string
  readonly amountCents: Cents
}

/** Builds the request that a page would send for these amounts, with the figures of the accounts in the database. */
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

interface OwedTerms {
  /** Returns the most that may still be paid of the agreed amounts, in whole cents; `null`, or no function, allows all of it. */
  readonly atMost?: ((tx: Tx) => Promise<Cents | null>) | undefined
}

/**
 * Builds the request for amounts that were agreed to earlier. It lowers each amount to what is owed now, even where the cooperative
 * allows overpaying (REQ-D-270), and omits accounts with nothing to pay. Prepaid accounts buy ahead, so their amounts stay.
 *
 * @throws Refused when nothing is owed on any of them.
 */
export const requestOfOwed =
  (deps: Pick<Deps, 'settings'>, items: readonly ItemToPay[], { atMost }: OwedTerms) =>
  async (accounts: readonly AccountOfPayer[], tx: Tx): Promise<PaymentRequest> => {
    const settings = amountSettingsOf(deps.settings.current())
    const left = await atMost?.(tx)
    const owed = accounts.flatMap(({ account }): readonly ItemToPay[] => {
      const { accountNumber, isPrepaid } = account
      const agreed = items.find((one) => one.accountNumber === accountNumber)?.amountCents
      if (agreed === undefined) return []
      const most = isPrepaid ? agreed : minCents(agreed, mostOwed(payableOf(account), settings))
      const amountCents = minCents(most, left ?? most)
      return amountCents > zeroCents ? [{ accountNumber, amountCents }] : []
    })
    if (owed.length === 0) throw new Refused(refusal(requestPaymentText, 'nothing-owed'))
    const isPaid = new Set(owed.map((one) => one.accountNumber))
    return requestOf(deps, owed)(accounts.filter(({ account }) => isPaid.has(account.accountNumber)))
  }
