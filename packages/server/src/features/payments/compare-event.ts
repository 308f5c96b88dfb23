import { convenienceFee } from '@coopline/rules/convenience-fee/convenience-fee'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import type { ProviderEvent } from '../../platform/payment-gateway/payment-gateway.ts'
import type { Payment } from './payment.ts'

/** A figure in which what the provider says differs from what was requested. */
export interface Mismatch {
  readonly figure: 'amount' | 'currency' | 'account' | 'convenience-fee' | 'total' | 'method'
  readonly expected: string | number
  readonly said: string | number
}

/** True when money moved: only then do the fee, the total and the method count. */
const movesMoney = (event: ProviderEvent): boolean =>
  event.type === 'payment.succeeded' || event.type === 'payment.refunded'

/** The fee that was handed over for the method paid with, on the amount requested. */
export const expectedFee = (payment: Payment, paymentType: ProviderEvent['paymentType']): Cents =>
  convenienceFee(paymentType === 'cc' ? payment.handOff.cardFee : payment.handOff.echeckFee, payment.amount)

/** Every figure of the event that differs from the payment as it was requested. */
export function compareEvent(payment: Payment, event: ProviderEvent): readonly Mismatch[] {
  const always = [
    differs('amount', payment.amount, event.amount),
    differs('currency', payment.currency, event.currency),
    differs('account', payment.accountNumber, event.accountNumber),
  ]
  if (!movesMoney(event)) return always.flat()
  const fee = expectedFee(payment, event.paymentType)
  const isOpen = event.paymentType === 'cc' ? payment.handOff.enableCard : payment.handOff.enableEcheck
  return [
    ...always,
    differs('convenience-fee', fee, event.convenienceFee),
    differs('total', cents(payment.amount + fee), event.totalAmount),
    isOpen ? [] : [{ figure: 'method', expected: 'a method that was offered', said: event.paymentType } as const],
  ].flat()
}

const differs = (figure: Mismatch['figure'], expected: string | number, said: string | number): readonly Mismatch[] =>
  expected === said ? [] : [{ figure, expected, said }]

/**
 * The figures of an event as one text: two copies of an event with different figures contradict each other. The fee
 * of an event that moves no money is left out: a status call reports the fee of a later try.
 */
export function figuresOf(event: ProviderEvent): string {
  const { type, transNo, accountNumber, currency, amount } = event
  const money = movesMoney(event) ? [event.convenienceFee, event.totalAmount] : []
  return JSON.stringify([type, transNo, accountNumber, currency, amount, ...money])
}
