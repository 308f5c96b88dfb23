import { type Cents, zeroCents } from '@coopline/rules/kernel/money'
import type { PaymentEvent, PaymentMove } from '@coopline/rules/paying/payment-state/payment-state'
import type { Tx } from '../../../../platform/db/open-database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { ProviderEvent } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { type Alarm, raiseAlarm, settleAlarmsOf } from '../alarms/alarms.ts'
import type { Mismatch } from './compare-event.ts'
import type { NumberedMovement } from '../ledger/ledger.ts'
import type { PaymentWithItems, ProviderView } from '../payments.store.ts'
import type { EventOutcome } from './postings.store.ts'

/** The effect of an event on the payment in its current state. */
export interface Verdict {
  readonly outcome: EventOutcome
  readonly paymentEvent: PaymentEvent
  readonly move: PaymentMove
  readonly mismatches: readonly Mismatch[]
  /** The bookings to make. `net` is the sum of the ledger after them. */
  readonly bookings: readonly NumberedMovement[]
  readonly net: Cents
  /** The provider's view since this event; undefined when an earlier event reported something newer. */
  readonly provider: ProviderView | undefined
  /** The payer was charged more than once. */
  readonly isDoubleCharge: boolean
  /** The event is a decline that counts as a return, and does not state the sum that the provider holds. */
  readonly isInferred: boolean
  /** The event has a new id and arrived after money went back, but changes nothing. */
  readonly isRepeatAfterReversal: boolean
  /** The sum that the provider holds by its events, when it is a part of the payment or differs from the sum that the provider states. */
  readonly differingSum: Cents | null
  /** Every movement says its amount, and the movements add up to what the provider holds. */
  readonly explainsSum: boolean
}

/** An event that changes nothing. */
export const nothingFollows = {
  move: { kind: 'same' },
  mismatches: [],
  bookings: [],
  net: zeroCents,
  provider: undefined,
  isDoubleCharge: false,
  isInferred: false,
  isRepeatAfterReversal: false,
  differingSum: null,
  explainsSum: false,
} as const satisfies Partial<Verdict>

/** Raises the alarms for an event that a person must look at: each once, however often the event arrives. */
export async function raiseAlarmsFor(
  deps: Pick<Deps, 'clock' | 'log'>,
  tx: Tx,
  event: ProviderEvent,
  verdict: Verdict,
  held: PaymentWithItems | undefined,
): Promise<void> {
  const { transNo, type, eventId } = event
  const raise = async (kind: Alarm['kind'], detail: Alarm['detail'], cause = eventId) =>
    raiseAlarm(tx, deps.log, {
      kind,
      transNo,
      detail: { type, ...detail },
      dedupeKey: `${kind}:${cause}`,
      figures: type,
      now: deps.clock.now(),
    })
  const { outcome, mismatches, isDoubleCharge } = verdict
  if (mismatches.length > 0) {
    // The reported account number may be anything, so it is left out. Staff only need to know that it differs.
    const account = mismatches.some((one) => one.figure === 'account')
    await raise(outcome === 'quarantined' ? 'quarantined' : 'figures-differ', {
      eventId,
      mismatches: mismatches.filter((one) => one.figure !== 'account'),
      account,
    })
  }
  if (isDoubleCharge) {
    const { totalAmount, confirmationNumber, lastFour } = event
    await raise('double-charge', { eventId, totalAmount, confirmationNumber, lastFour })
  }
  const state = held?.payment.state
  if (verdict.isInferred) await raise('inferred-return', { eventId, state })
  if (verdict.isRepeatAfterReversal) await raise('repeat-after-reversal', { eventId, state })
  if (verdict.differingSum !== null) {
    const { netAmount = null } = event
    await raise('sum-differs', { eventId, state, said: netAmount, held: verdict.differingSum })
  } else if (verdict.explainsSum) {
    // A later part had arrived before an earlier one.
    await settleAlarmsOf(tx, transNo, ['sum-differs'], deps.clock.now())
  }
  if (outcome === 'illegal') await raise('illegal-move', { eventId, state })
  if (outcome === 'unknown-payment') await raise('unknown-payment', { eventId }, transNo)
}
