/** The states of a payment. */
export type PaymentState =
  | 'requested'
  | 'handed-off'
  | 'expired'
  | 'canceled'
  | 'declined'
  | 'rejected'
  | 'under-review'
  | 'confirmed'
  | 'refunded'
  | 'returned'

/** The time in milliseconds in which a page may still reach the provider, although the provider does not know it yet. */
export const pageOnItsWayMs = 30_000

/**
 * The events of a payment. 'hand-off' and 'expired' are ours, 'rejected' is a decision of the cooperative's staff, the
 * others are reported by the provider. 'mismatched' reports money whose figures differ from the request, or something that
 * cannot be read; 'returned' is a payment that the payer's bank or card company took back, 'reinstated' one that it gave back
 * again, for example because the cooperative won a dispute.
 */
export type PaymentEvent =
  | 'hand-off'
  | 'succeeded'
  | 'declined'
  | 'canceled'
  | 'expired'
  | 'refunded'
  | 'returned'
  | 'reinstated'
  | 'mismatched'
  | 'rejected'

/**
 * The effect of an event on a payment.
 *
 * - `move`: the payment goes to `to`. `corrected` marks money that moved on a payment already closed without money;
 *   the payer was notified of the opposite, so the caller must notify them again.
 * - `same`: nothing changes; the event is a repeat or has been overtaken.
 * - `illegal`: nothing changes; the event denies money that was taken. The caller logs and alarms.
 */
export type PaymentMove =
  | { readonly kind: 'move'; readonly to: PaymentState; readonly corrected?: true }
  | { readonly kind: 'same' }
  | { readonly kind: 'illegal' }

const to = (state: PaymentState): PaymentMove => ({ kind: 'move', to: state })
const corrected = (state: PaymentState): PaymentMove => ({ kind: 'move', to: state, corrected: true })
const same: PaymentMove = { kind: 'same' }
const illegal: PaymentMove = { kind: 'illegal' }

type Row = Record<PaymentEvent, PaymentMove>

const unpaid: Row = {
  'hand-off': same,
  succeeded: to('confirmed'),
  declined: to('declined'),
  canceled: to('canceled'),
  expired: to('expired'),
  refunded: to('refunded'),
  returned: to('returned'),
  reinstated: to('confirmed'),
  mismatched: to('under-review'),
  rejected: illegal,
}

const closed: Row = {
  ...unpaid,
  succeeded: corrected('confirmed'),
  expired: same,
  refunded: corrected('refunded'),
  returned: corrected('returned'),
  reinstated: corrected('confirmed'),
}

const paid: Row = {
  'hand-off': same,
  succeeded: same,
  declined: illegal,
  canceled: illegal,
  expired: illegal,
  refunded: to('refunded'),
  returned: to('returned'),
  reinstated: same,
  mismatched: same,
  rejected: illegal,
}

/**
 * The provider's events of a payment may arrive in any order and any number of times. The states are ranked – returned,
 * refunded, confirmed, under-review, declined, canceled, expired, handed-off, requested – and an event only ever moves a
 * payment up. In any order, a payment ends in the highest state that any of its events names. Only a reinstated payment goes
 * down again, to confirmed.
 *
 * When an event moves money, the caller uses only `corrected` of the move. The sum that the provider holds of the payment
 * decides the bookings and the state. A refund of a part, for example, leaves the payment confirmed.
 */
const moves: Record<PaymentState, Row> = {
  requested: { ...unpaid, 'hand-off': to('handed-off') },
  'handed-off': unpaid,
  expired: closed,
  canceled: { ...closed, canceled: same },
  // On the provider's page a payer may try another card after a decline: no notice needs correcting.
  declined: { ...unpaid, declined: same, canceled: same, expired: same },
  rejected: { ...closed, declined: same, canceled: same, rejected: same },
  'under-review': {
    ...unpaid,
    declined: same,
    canceled: same,
    expired: same,
    mismatched: same,
    rejected: to('rejected'),
  },
  confirmed: paid,
  refunded: { ...paid, refunded: same, reinstated: to('confirmed') },
  returned: { ...paid, refunded: to('returned'), returned: same, reinstated: to('confirmed') },
}

/** Returns the effect of `event` on a payment in `state`. */
export const move = (state: PaymentState, event: PaymentEvent): PaymentMove => moves[state][event]

const awaitingStates = ['requested', 'handed-off'] as const satisfies readonly PaymentState[]

/** The states of a payment that is under way: `isUnderWay` for searches. */
export const underWayStates = [...awaitingStates, 'under-review'] as const satisfies readonly PaymentState[]

const isOneOf = (states: readonly PaymentState[], state: PaymentState): boolean => states.includes(state)

/** True while the provider's answer is missing, so that the portal asks for it. Staff answer for a payment under review. */
export const awaitsProvider = (state: PaymentState): boolean => isOneOf(awaitingStates, state)

/**
 * True while the money of a payment may be taken, or was taken without a booking: until the provider or staff say how it ended.
 * The lifetime of its page does not matter, because the provider may have charged it before.
 */
export const isUnderWay = (state: PaymentState): boolean => isOneOf(underWayStates, state)

/** True once the payment was booked, even if the money went back since. */
export const isPaid = (state: PaymentState): boolean =>
  state === 'confirmed' || state === 'refunded' || state === 'returned'

/**
 * A booking in the ledger: money in, money that the cooperative gave back, money that a bank took back, or money that came
 * back after that.
 */
export type Posting = 'payment' | 'refund' | 'return' | 'reinstatement'
