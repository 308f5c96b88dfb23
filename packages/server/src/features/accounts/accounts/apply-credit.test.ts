import { cents } from '@coopline/rules/kernel/money'
import { expect, test } from 'vitest'
import { type Amounts, applyCredit } from './apply-credit.ts'

const amounts = (over: Partial<Record<keyof Amounts, number>> = {}): Amounts =>
  Object.fromEntries(
    Object.entries({
      balance: 10_000,
      pastDue: 4_000,
      cutoffAmount: 0,
      reconnectFee: 0,
      additionalDeposit: 0,
      disconnectFee: 0,
      overPayAmount: 50_000,
      prepaidReconnect: 0,
      minimumPaymentDue: 2_000,
      ...over,
    }).map(([name, value]) => [name, cents(value)]),
  ) as unknown as Amounts

test('a payment of $30.00 is deducted from the balance, the past due amount, the minimum and the highest payable amount', () => {
  expect(applyCredit(amounts(), cents(3_000))).toEqual(
    amounts({ balance: 7_000, pastDue: 1_000, overPayAmount: 47_000, minimumPaymentDue: 0 }),
  )
})

test('more than is owed leaves the balance below zero and everything else at zero', () => {
  expect(applyCredit(amounts(), cents(60_000))).toEqual(
    amounts({ balance: -50_000, pastDue: 0, overPayAmount: 0, minimumPaymentDue: 0 }),
  )
})

test('on a prepaid account a payment is more left, and its refund less', () => {
  expect(applyCredit(amounts({ balance: 1_244 }), cents(2_000), true).balance).toBe(3_244)
  expect(applyCredit(amounts({ balance: -3_550 }), cents(3_550), true).balance).toBe(0)
  expect(applyCredit(amounts({ balance: 1_244 }), cents(-500), true).balance).toBe(744)
})

test('in cutoff a payment covers deposit, reconnect fee and disconnect fee, then the cutoff amount', () => {
  const charges = { cutoffAmount: 10_000, reconnectFee: 2_500, additionalDeposit: 5_000, disconnectFee: 1_500 }
  const left = (paid: number) => {
    const { additionalDeposit, reconnectFee, disconnectFee, cutoffAmount } = applyCredit(amounts(charges), cents(paid))
    return [additionalDeposit, reconnectFee, disconnectFee, cutoffAmount]
  }
  expect(left(4_000)).toEqual([1_000, 2_500, 1_500, 10_000])
  expect(left(6_000)).toEqual([0, 1_500, 1_500, 10_000])
  expect(left(13_500)).toEqual([0, 0, 0, 5_500])
  expect(left(19_000)).toEqual([0, 0, 0, 0])
})

test('an account leaves cutoff only when the cutoff amount and all fees are paid', () => {
  const charges = amounts({ cutoffAmount: 10_000, reconnectFee: 2_500, additionalDeposit: 5_000, disconnectFee: 1_500 })
  expect(applyCredit(charges, cents(18_999)).cutoffAmount).toBe(1)
  expect(applyCredit(charges, cents(19_000)).cutoffAmount).toBe(0)
})

test('outside cutoff the fees are only shown, and stay', () => {
  expect(applyCredit(amounts({ reconnectFee: 2_500 }), cents(60_000)).reconnectFee).toBe(2_500)
})

test('a prepaid account that was paid has less to reconnect', () => {
  expect(applyCredit(amounts({ prepaidReconnect: 3_500 }), cents(3_000)).prepaidReconnect).toBe(500)
})

test('a refund of an acknowledged payment raises the balance and the most that may be paid, and makes nothing past due', () => {
  expect(applyCredit(amounts({ pastDue: 0 }), cents(-3_000))).toEqual(
    amounts({ balance: 13_000, pastDue: 0, overPayAmount: 53_000 }),
  )
})

test('an account in credit stays in credit', () => {
  expect(applyCredit(amounts({ balance: -500, pastDue: 0 }), cents(100)).balance).toBe(-600)
})
