import { cents } from '@coopline/rules/kernel/money'
import type { ProviderEvent } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { type Payment, expectedFee } from '../payment.ts'

/** A figure that the provider reports differently from the request. */
export interface Mismatch {
  readonly figure: 'amount' | 'currency' | 'account' | 'convenience-fee' | 'total' | 'method'
  readonly expected: string | number
  readonly said: string | number
}

const moneyTypes: readonly ProviderEvent['type'][] = [
  'payment.succeeded',
  'payment.refunded',
  'payment.returned',
  'payment.reinstated',
]

/** True when money went back to the payer. */
export const movesMoneyBack = ({ type }: Pick<ProviderEvent, 'type'>): boolean =>
  type === 'payment.refunded' || type === 'payment.returned'

/** True when money moved: only then do the fee, the total and the method count. */
export const movesMoney = (event: ProviderEvent): boolean => moneyTypes.includes(event.type)

type Figures = Pick<ProviderEvent, 'amount' | 'currency' | 'accountNumber' | 'convenienceFee' | 'totalAmount'>

function requestedFigures(payment: Payment, paymentType: ProviderEvent['paymentType']): Figures {
  const { amount, currency } = payment
  const accountNumber = payment.handOff.accountAlias ?? payment.accountNumber
  const fee = expectedFee(payment, paymentType)
  return { amount, currency, accountNumber, convenienceFee: fee, totalAmount: cents(amount + fee) }
}

/** Lists every figure of the event that differs from the requested payment, or from the figures that staff accepted. */
export function compareEvent(payment: Payment, event: ProviderEvent): readonly Mismatch[] {
  const expected = payment.accepted ?? requestedFigures(payment, event.paymentType)
  const always = [
    differs('amount', expected.amount, event.amount),
    differs('currency', expected.currency, event.currency),
    differs('account', expected.accountNumber, event.accountNumber),
  ]
  if (!movesMoney(event)) return always.flat()
  const isOffered = event.paymentType === 'cc' ? payment.handOff.enableCard : payment.handOff.enableEcheck
  return [
    ...always,
    differs('convenience-fee', expected.convenienceFee, event.convenienceFee),
    differs('total', expected.totalAmount, event.totalAmount),
    isOffered || payment.accepted?.paymentType === event.paymentType
      ? []
      : [{ figure: 'method', expected: 'a method that was offered', said: event.paymentType } as const],
  ].flat()
}

/**
 * True when the differences are about money. A method that was not offered does not count as one when the payer was charged the fee that
 * was shown: the payment is booked, and an alarm reports the method.
 */
export const concernMoney = (mismatches: readonly Mismatch[]): boolean =>
  mismatches.some(({ figure }) => figure !== 'method')

const differs = (figure: Mismatch['figure'], expected: string | number, said: string | number): readonly Mismatch[] =>
  expected === said ? [] : [{ figure, expected, said }]

/**
 * Writes the figures of an event as one text. Two copies of an event with different figures contradict each other. The text omits the
 * fee of an event that moves no money, because a status call reports the fee of a later attempt.
 */
export function figuresOf(event: ProviderEvent): string {
  const { type, transNo, accountNumber, currency, amount } = event
  const money = movesMoney(event) ? [event.convenienceFee, event.totalAmount] : []
  return JSON.stringify([type, transNo, accountNumber, currency, amount, ...money])
}

/** True when two copies of an event contradict each other. One that does not say how much it moved agrees with one that does. */
export const contradicts = (one: ProviderEvent, other: ProviderEvent): boolean =>
  figuresOf(one) !== figuresOf(other) || movesOther(one, other)

/** True when two copies of an event say that it moved different amounts. */
export const movesOther = (one: ProviderEvent, other: ProviderEvent): boolean =>
  one.movedAmount !== undefined && other.movedAmount !== undefined && one.movedAmount !== other.movedAmount

const bothDiffer = (a: string | null, b: string | null) => a !== null && b !== null && a !== b

/** True when two successes are two charges: one charge has one amount, one confirmation number and one card or account. */
export const isOtherCharge = (one: ProviderEvent, other: ProviderEvent): boolean =>
  one.amount !== other.amount ||
  one.totalAmount !== other.totalAmount ||
  bothDiffer(one.confirmationNumber, other.confirmationNumber) ||
  bothDiffer(one.lastFour, other.lastFour)

/**
 * True when a refund, return or reinstatement belongs to another charge. The card must differ too, because a reversal may have a
 * confirmation number of its own.
 */
export const namesOtherCharge = (charge: ProviderEvent, reversal: ProviderEvent): boolean =>
  bothDiffer(charge.confirmationNumber, reversal.confirmationNumber) && bothDiffer(charge.lastFour, reversal.lastFour)
