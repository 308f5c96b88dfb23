import type { CardType } from './card-brand.ts'
import { convenienceFeeOf } from './convenience-fee.ts'
import type { HandOff, PaymentType } from './hand-off-form.ts'
import type { Cents } from './money.ts'
import { isUnreadableCard } from './test-numbers.ts'

export const paymentStates = ['open', 'succeeded', 'declined', 'canceled', 'refunded', 'returned'] as const

export type PaymentState = (typeof paymentStates)[number]

export const eventTypes = [
  'payment.succeeded',
  'payment.declined',
  'payment.canceled',
  'payment.refunded',
  'payment.returned',
  'payment.reinstated',
] as const

export type EventType = (typeof eventTypes)[number]

/** One payment session. Only the last four digits and the brand of a card or bank account are ever stored. */
export interface Payment {
  /** Grows with each payment; orders the back office's list. */
  readonly seq: number
  readonly transNo: string
  /** The unguessable part of the page's address. */
  readonly sessionId: string
  readonly handOff: HandOff
  readonly state: PaymentState
  /** The number of times that the payer pressed Pay with a complete form. */
  readonly attempts: number
  /**
   * True once the payment was charged. It stays true after a refund, a return or a late decline, so that nothing is
   * charged twice.
   */
  readonly wasPaid: boolean
  /** Fee of the method used last, or of the preselected one. */
  readonly convenienceFee: Cents
  readonly paymentType: PaymentType
  readonly cardType: CardType | null
  readonly lastFour: string | null
  readonly confirmationNumber: string | null
  /** Shown to the payer. */
  readonly message: string | null
  /** ISO instant of the last change of state, or of the hand-off. */
  readonly occurredAt: string
  /** Epoch seconds at which the portal signed the form that is shown. */
  readonly issuedAt: number
}

export interface PaymentEvent {
  readonly id: string
  readonly transNo: string
  readonly type: EventType
  readonly occurredAt: string
  /** The postback's body as it is when nothing is made wrong on purpose. */
  readonly body: string
}

/** The fee of a method on the amount of this payment. */
export const feeFor = (handOff: HandOff, paymentType: PaymentType): Cents =>
  convenienceFeeOf(paymentType === 'cc' ? handOff.cardFee : handOff.echeckFee, handOff.amount)

/** True while the payer may still press Pay. */
export const canPay = (payment: Payment): boolean =>
  !payment.wasPaid && (payment.state === 'open' || payment.state === 'declined')

/** The brand as the wire names it; JC is a brand that the protocol does not have. */
export const wireCardType = ({ cardType, lastFour }: Payment): string | null =>
  cardType !== null && isUnreadableCard(lastFour) ? 'JC' : cardType

/** An event about the money of a payment, and the cents that it moved; `null` for the whole payment. */
export interface Movement {
  readonly type: EventType
  readonly movedAmount: Cents | null
}

/**
 * Returns the cents that the provider holds of a payment after these events, fee included. They are below zero when
 * more went back than was charged.
 */
export function netAmountOf(payment: Payment, movements: readonly Movement[]): Cents {
  const total = payment.handOff.amount + payment.convenienceFee
  const paidAt = movements.findIndex(({ type }) => type === 'payment.succeeded')
  return movements.reduce((held, { type, movedAmount }, at) => {
    const moved = movedAmount ?? total
    if (type === 'payment.succeeded' || type === 'payment.reinstated') return held + moved
    if (type === 'payment.refunded' || type === 'payment.returned') return held - moved
    // Only a return is ever reported as a decline of a payment that was paid: it takes what is left.
    return type === 'payment.declined' && paidAt >= 0 && at > paidAt ? held - Math.min(Math.max(held, 0), total) : held
  }, 0)
}

/** Reads from its body what an event moved. */
export const movementOf = ({ type, body }: PaymentEvent): Movement & { readonly confirmationNumber: string | null } => {
  const { movedAmount = null, confirmationNumber } = JSON.parse(body) as {
    readonly movedAmount?: Cents
    readonly confirmationNumber: string | null
  }
  return { type, movedAmount, confirmationNumber }
}

/** The facts of a refund, a return or a reinstatement besides those of the payment. */
export interface Moved {
  /** The cents that it moved. */
  readonly amount: Cents
  /** The name of the refund in the portal; `null` for a movement without one. */
  readonly refundId: string | null
}

/**
 * The body of a postback: the wire's names, amounts in whole cents.
 *
 * @param netAmount what the provider holds after the event.
 * @param moved absent for an event that moves no money back or forth.
 */
export const postbackBodyOf = (
  payment: Payment,
  type: EventType,
  netAmount: Cents,
  moved?: Moved,
  amount: Cents = payment.handOff.amount,
): string =>
  JSON.stringify({
    type,
    transNo: payment.transNo,
    accountNumber: payment.handOff.accountNumber,
    currency: payment.handOff.currency,
    amount,
    convenienceFee: payment.convenienceFee,
    totalAmount: amount + payment.convenienceFee,
    paymentType: payment.paymentType,
    cardType: wireCardType(payment),
    lastFour: payment.lastFour,
    confirmationNumber: moved?.refundId ?? payment.confirmationNumber,
    message: payment.message,
    netAmount,
    ...(moved !== undefined && { movedAmount: moved.amount }),
    occurredAt: payment.occurredAt,
  })
