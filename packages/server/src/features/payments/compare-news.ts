import { convenienceFee } from '@coopline/rules/convenience-fee/convenience-fee'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import type { ProviderNews } from '../../platform/payment-gateway/payment-gateway.ts'
import type { Payment } from './payment.ts'

/** A figure in which what the provider says differs from what was requested. */
export interface Mismatch {
  readonly figure: 'amount' | 'currency' | 'account' | 'convenience-fee' | 'total' | 'method'
  readonly expected: string | number
  readonly said: string | number
}

/** True for news of money that moved: only then do the fee, the total and the method count. */
const movesMoney = (news: ProviderNews): boolean =>
  news.type === 'payment.succeeded' || news.type === 'payment.refunded'

/** The fee that was handed over for the method paid with, on the amount requested. */
export const expectedFee = (payment: Payment, paymentType: ProviderNews['paymentType']): Cents =>
  convenienceFee(paymentType === 'cc' ? payment.handOff.cardFee : payment.handOff.echeckFee, payment.amount)

/** Everything in which the provider's news does not agree with the payment as it was requested. */
export function compareNews(payment: Payment, news: ProviderNews): readonly Mismatch[] {
  const always = [
    differs('amount', payment.amount, news.amount),
    differs('currency', payment.currency, news.currency),
    differs('account', payment.accountNumber, news.accountNumber),
  ]
  if (!movesMoney(news)) return always.flat()
  const fee = expectedFee(payment, news.paymentType)
  const isOpen = news.paymentType === 'cc' ? payment.handOff.enableCard : payment.handOff.enableEcheck
  return [
    ...always,
    differs('convenience-fee', fee, news.convenienceFee),
    differs('total', cents(payment.amount + fee), news.totalAmount),
    isOpen ? [] : [{ figure: 'method', expected: 'a method that was offered', said: news.paymentType } as const],
  ].flat()
}

const differs = (figure: Mismatch['figure'], expected: string | number, said: string | number): readonly Mismatch[] =>
  expected === said ? [] : [{ figure, expected, said }]

/**
 * The figures of a piece of news as one text: two tellings of one event that differ in it contradict each other. The fee
 * of news that moves no money is left out, as a status call tells it of a later try.
 */
export function figuresOf(news: ProviderNews): string {
  const { type, transNo, accountNumber, currency, amount } = news
  const money = movesMoney(news) ? [news.convenienceFee, news.totalAmount] : []
  return JSON.stringify([type, transNo, accountNumber, currency, amount, ...money])
}
