/** Where a payment stands. */
export type PaymentState = 'requested' | 'handed-off' | 'confirmed' | 'declined' | 'canceled' | 'expired' | 'refunded'

/** What happened to it: 'hand-off' and 'expired' are ours, the others are news from the provider. */
export type PaymentEvent = 'hand-off' | 'succeeded' | 'declined' | 'canceled' | 'expired' | 'refunded'

/**
 * What an event does to a payment.
 *
 * - `move`: the payment goes to `to`. `corrected` marks money that moved on a payment already closed without money;
 *   people were told otherwise, so the caller must tell them again.
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

/**
 * The events of a payment may arrive in any order and any number of times. The states are ranked – refunded, confirmed,
 * declined, canceled, expired, handed-off, requested – and an event only ever moves a payment up, to the state it
 * speaks of. So whatever the order, a payment ends in the highest state that any of its events speaks of.
 *
 * Being told twice books once, and being told out of order books everything, because booking follows the event and not
 * the move: see `postingsFor`.
 */
const moves: Record<PaymentState, Record<PaymentEvent, PaymentMove>> = {
  requested: {
    'hand-off': to('handed-off'),
    succeeded: to('confirmed'),
    declined: to('declined'),
    canceled: to('canceled'),
    expired: to('expired'),
    refunded: to('refunded'),
  },
  'handed-off': {
    'hand-off': same,
    succeeded: to('confirmed'),
    declined: to('declined'),
    canceled: to('canceled'),
    expired: to('expired'),
    refunded: to('refunded'),
  },
  expired: {
    'hand-off': same,
    succeeded: corrected('confirmed'),
    declined: to('declined'),
    canceled: to('canceled'),
    expired: same,
    refunded: corrected('refunded'),
  },
  canceled: {
    'hand-off': same,
    succeeded: corrected('confirmed'),
    declined: to('declined'),
    canceled: same,
    expired: same,
    refunded: corrected('refunded'),
  },
  // On the provider's page a payer may try another card after a decline: that corrects nothing that anybody was told.
  declined: {
    'hand-off': same,
    succeeded: to('confirmed'),
    declined: same,
    canceled: same,
    expired: same,
    refunded: to('refunded'),
  },
  confirmed: {
    'hand-off': same,
    succeeded: same,
    declined: illegal,
    canceled: illegal,
    expired: illegal,
    refunded: to('refunded'),
  },
  refunded: {
    'hand-off': same,
    succeeded: same,
    declined: illegal,
    canceled: illegal,
    expired: illegal,
    refunded: same,
  },
}

/** What `event` does to a payment in `state`. */
export const move = (state: PaymentState, event: PaymentEvent): PaymentMove => moves[state][event]

/** True when nothing more is awaited, so that nobody need ask the provider. A correction or a refund may still come. */
export const isFinal = (state: PaymentState): boolean => state !== 'requested' && state !== 'handed-off'

/** A row of the ledger: money in, or money back. */
export type Posting = 'payment' | 'refund'

/**
 * What must stand in the ledger once `event` is known, whatever `move` answered. The caller adds what is missing; one
 * payment has each posting at most once.
 *
 * A refund proves that the money had come in. When it overtakes 'succeeded' it therefore books the payment as well, and
 * the late 'succeeded' – `same` on a refunded payment – finds its posting already there.
 */
export function postingsFor(event: PaymentEvent): readonly Posting[] {
  if (event === 'succeeded') return ['payment']
  return event === 'refunded' ? ['payment', 'refund'] : []
}
