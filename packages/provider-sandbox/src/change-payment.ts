import { newConfirmationNumber } from './confirmation-number.ts'
import { queueDelivery } from './delivery.store.ts'
import { inTransaction } from './open-store.ts'
import { messagesFor } from './pages/messages.ts'
import { type EventType, type Moved, movementOf, netAmountOf, type Payment, type PaymentState } from './payment.ts'
import { findPayment, listEvents } from './payment.store.ts'
import { recordEvent } from './record-event.ts'
import { nowIso, type Sandbox } from './sandbox-context.ts'

/** The result of a request to change a payment. `unknown`: no such payment. `refused`: not from the state it is in. */
export type Change =
  | { readonly outcome: 'done' | 'already' | 'refused'; readonly payment: Payment }
  | { readonly outcome: 'unknown' }

interface Move {
  readonly from: PaymentState
  readonly to: PaymentState
  readonly event: EventType
  readonly messageOf?: (payment: Payment) => string
}

function changePayment(sandbox: Sandbox, transNo: string, move: Move): Change {
  const change = inTransaction(sandbox.db, (): Change => {
    const payment = findPayment(sandbox.db, transNo)
    if (payment === undefined) return { outcome: 'unknown' }
    if (payment.state === move.to) return { outcome: 'already', payment }
    if (payment.state !== move.from) return { outcome: 'refused', payment }
    const after: Payment = {
      ...payment,
      state: move.to,
      message: move.messageOf?.(payment) ?? null,
      occurredAt: nowIso(sandbox),
    }
    recordEvent(sandbox, after, move.event, movedBy(sandbox, payment, move.event))
    return { outcome: 'done', payment: after }
  })
  sandbox.wakeSender()
  return change
}

/** A refund or return moves what is left of the payment, a reinstatement what the last return took. */
function movedBy(sandbox: Sandbox, payment: Payment, type: EventType): { readonly moved?: Moved } {
  const before = listEvents(sandbox.db, payment.transNo).map(movementOf)
  const last = before.findLast((one) => one.type === 'payment.returned')
  const amount = type === 'payment.reinstated' ? (last?.movedAmount ?? totalOf(payment)) : netAmountOf(payment, before)
  return movesMoney(type) ? { moved: { amount, refundId: null } } : {}
}

const movesMoney = (type: EventType): boolean =>
  type === 'payment.refunded' || type === 'payment.returned' || type === 'payment.reinstated'

const totalOf = ({ handOff, convenienceFee }: Payment): number => handOff.amount + convenienceFee

/** The payer canceled before paying. */
export const cancelPayment = (sandbox: Sandbox, transNo: string): Change =>
  changePayment(sandbox, transNo, { from: 'open', to: 'canceled', event: 'payment.canceled' })

/** Gives the money back: all that is left of it, fee included. A second refund changes nothing. */
export const refundPayment = (sandbox: Sandbox, transNo: string): Change =>
  changePayment(sandbox, transNo, { from: 'succeeded', to: 'refunded', event: 'payment.refunded' })

/** A refund that the portal orders, by its own name for it. */
export interface RefundOrder {
  readonly refundId: string
  /** Whole cents above zero, fee included. */
  readonly amount: number
}

/** Gives back a part of a succeeded payment, or the rest, once for each name. `refused`: more than is left, or not charged. */
export function refundPart(sandbox: Sandbox, transNo: string, { refundId, amount }: RefundOrder): Change {
  const change = inTransaction(sandbox.db, (): Change => {
    const payment = findPayment(sandbox.db, transNo)
    if (payment === undefined) return { outcome: 'unknown' }
    const before = listEvents(sandbox.db, transNo).map(movementOf)
    if (before.some((one) => one.type === 'payment.refunded' && one.confirmationNumber === refundId))
      return { outcome: 'already', payment }
    const left = netAmountOf(payment, before) - amount
    if (payment.state !== 'succeeded' || left < 0) return { outcome: 'refused', payment }
    const after: Payment = {
      ...payment,
      state: left === 0 ? 'refunded' : 'succeeded',
      message: null,
      occurredAt: nowIso(sandbox),
    }
    recordEvent(sandbox, after, 'payment.refunded', { moved: { amount, refundId } })
    return { outcome: 'done', payment: after }
  })
  sandbox.wakeSender()
  return change
}

/**
 * The payer's bank returns a succeeded payment: the account lacks the money, or its holder did not authorize the
 * payment.
 */
export const returnPayment = (sandbox: Sandbox, transNo: string): Change =>
  changePayment(sandbox, transNo, {
    from: 'succeeded',
    to: 'returned',
    event: 'payment.returned',
    messageOf: (payment) => messagesFor(payment.handOff.language).returnedByBank,
  })

/** The cardholder disputes a succeeded payment, and the card company takes it back: a chargeback. */
export const disputePayment = (sandbox: Sandbox, transNo: string): Change =>
  changePayment(sandbox, transNo, {
    from: 'succeeded',
    to: 'returned',
    event: 'payment.returned',
    messageOf: (payment) => messagesFor(payment.handOff.language).chargedBack,
  })

/**
 * The cooperative wins a dispute, or the bank collects a returned payment after all: the provider has the money again.
 */
export const reinstatePayment = (sandbox: Sandbox, transNo: string): Change =>
  changePayment(sandbox, transNo, { from: 'returned', to: 'succeeded', event: 'payment.reinstated' })

/** Reports an event once more as a new one, at a new time: the money moves a second time. */
function repeatEvent(sandbox: Sandbox, transNo: string, state: PaymentState, event: EventType): Change {
  const change = inTransaction(sandbox.db, (): Change => {
    const payment = findPayment(sandbox.db, transNo)
    if (payment === undefined) return { outcome: 'unknown' }
    if (payment.state !== state) return { outcome: 'refused', payment }
    const after: Payment = { ...payment, occurredAt: nowIso(sandbox) }
    recordEvent(sandbox, after, event, { moved: { amount: totalOf(payment), refundId: null } })
    return { outcome: 'done', payment: after }
  })
  sandbox.wakeSender()
  return change
}

/** Refunds a refunded payment a second time, which a provider must not do. */
export const refundAgain = (sandbox: Sandbox, transNo: string): Change =>
  repeatEvent(sandbox, transNo, 'refunded', 'payment.refunded')

/** Takes a returned payment back a second time, which a bank must not do. */
export const returnAgain = (sandbox: Sandbox, transNo: string): Change =>
  repeatEvent(sandbox, transNo, 'returned', 'payment.returned')

/** Charges a succeeded payment a second time, which a provider must not do: another event, another confirmation number. */
export function chargeAgain(sandbox: Sandbox, transNo: string): Change {
  const change = inTransaction(sandbox.db, (): Change => {
    const payment = findPayment(sandbox.db, transNo)
    if (payment === undefined) return { outcome: 'unknown' }
    if (payment.state !== 'succeeded') return { outcome: 'refused', payment }
    const after: Payment = { ...payment, confirmationNumber: newConfirmationNumber(), occurredAt: nowIso(sandbox) }
    recordEvent(sandbox, after, 'payment.succeeded')
    return { outcome: 'done', payment: after }
  })
  sandbox.wakeSender()
  return change
}

/** Reports a return the way providers without return events do: the succeeded payment is declined. */
export const declineLate = (sandbox: Sandbox, transNo: string): Change =>
  changePayment(sandbox, transNo, {
    from: 'succeeded',
    to: 'declined',
    event: 'payment.declined',
    messageOf: (payment) => messagesFor(payment.handOff.language).returnedByBank,
  })

/** Queues the newest event once more, truthfully and under its own id. False when nothing has happened yet. */
export function resendPostback(sandbox: Sandbox, transNo: string): boolean {
  const last = listEvents(sandbox.db, transNo).at(-1)
  if (last === undefined) return false
  queueDelivery(sandbox.db, {
    eventId: last.id,
    transNo,
    body: last.body,
    state: 'waiting',
    nextAt: Date.now(),
  })
  sandbox.wakeSender()
  return true
}
