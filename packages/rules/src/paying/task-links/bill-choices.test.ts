import { describe, expect, test } from 'vitest'
import { cents } from '../../kernel/money.ts'
import type { AmountSettings, PayableAccount } from '../payment-amount/amount-limits.ts'
import { billChoices, billTotal } from './bill-choices.ts'

const account = (over: Partial<Record<keyof PayableAccount, number | boolean>> = {}): PayableAccount =>
  ({
    isPrepaid: false,
    balance: 14_237,
    pastDue: 0,
    cutoffAmount: 0,
    reconnectFee: 0,
    additionalDeposit: 0,
    disconnectFee: 0,
    overPayAmount: over.balance ?? 14_237,
    prepaidReconnectAmount: 0,
    ...over,
  }) as PayableAccount
const settings: AmountSettings = {
  allowOverPay: false,
  allowUnderPay: true,
  canOverrideCutoff: false,
  prepaidMinimumPaymentAmount: cents(0),
  ccPrepaidAmountMinimum: cents(0),
  defaultPaymentAmt: '',
}
const choices = (
  one: PayableAccount,
  figures: { readonly amountDue?: number; readonly underWay?: number } = {},
  over: Partial<AmountSettings> = {},
) =>
  billChoices(
    one,
    { ...settings, ...over },
    {
      amountDue: figures.amountDue === undefined ? null : cents(figures.amountDue),
      underWay: cents(figures.underWay ?? 0),
    },
  ).map(({ kind, amount }) => [kind, amount])

describe('the amounts of a pay link', () => {
  test('are the balance, and what is past due before it', () => {
    expect(choices(account())).toEqual([['balance', 14_237]])
    expect(choices(account({ pastDue: 5_000 }))).toEqual([
      ['past-due', 5_000],
      ['balance', 14_237],
    ])
    expect(choices(account({ pastDue: 14_237 }))).toEqual([['past-due', 14_237]])
  })

  test('are what is past due also where a credit makes the balance less, if overpaying is allowed', () => {
    expect(choices(account({ pastDue: 15_000 }), {}, { allowOverPay: true })).toEqual([
      ['past-due', 15_000],
      ['balance', 14_237],
    ])
  })

  test('leave out a part of the balance where the cooperative takes no part', () => {
    expect(choices(account({ pastDue: 5_000 }), {}, { allowUnderPay: false })).toEqual([['balance', 14_237]])
  })

  test('begin with the next payment of an arrangement', () => {
    expect(choices(account({ pastDue: 9_000 }), { amountDue: 4_000 })).toEqual([
      ['due-now', 4_000],
      ['balance', 14_237],
    ])
  })

  test('are in a cutoff what ends it, with the fees, and never less', () => {
    const cutoff = account({ pastDue: 6_000, cutoffAmount: 6_000, reconnectFee: 5_000, disconnectFee: 1_000 })
    expect(choices(cutoff)).toEqual([['due-now', 12_000]])
    expect(choices(cutoff, {}, { allowOverPay: true })).toEqual([
      ['due-now', 12_000],
      ['balance', 14_237],
    ])
    expect(billTotal(cutoff)).toBe(14_237)
    expect(billTotal({ ...cutoff, balance: cents(8_000) })).toBe(12_000)
  })

  test('are none for a credit balance, a paid bill and a prepaid account', () => {
    expect(choices(account({ balance: -500, overPayAmount: 0 }))).toEqual([])
    expect(choices(account({ balance: 0 }))).toEqual([])
    expect(choices(account({ isPrepaid: true, balance: -2_000, prepaidReconnectAmount: 4_000 }))).toEqual([])
    expect(choices(account({ isPrepaid: true, pastDue: 2_000 }), { amountDue: 2_000 })).toEqual([])
    expect(billTotal(account({ balance: -500 }))).toBe(-500)
  })

  test('do not exceed what is owed together with payments under way, also where overpaying is allowed', () => {
    const over = account({ pastDue: 5_000, overPayAmount: 50_000 })
    expect(choices(over, { underWay: 2_000 })).toEqual([['past-due', 5_000]])
    for (const underWay of [5_000, 14_237, 20_000]) expect(choices(over, { underWay })).toEqual([])
    expect(choices(account({ pastDue: 9_000 }), { underWay: 6_000 })).toEqual([])
    expect(choices(account({ pastDue: 9_000 }), { underWay: 5_237 })).toEqual([['past-due', 9_000]])
    expect(choices(account({ pastDue: 9_000 }), { underWay: 5_238 })).toEqual([])
    expect(choices(account(), { underWay: 1 }, { allowOverPay: true })).toEqual([])
  })
})
