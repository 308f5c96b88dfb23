import type { PaymentEvent, PaymentMove } from '@coopline/rules/payment-state/payment-state'
import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ProviderEvent } from '../../platform/payment-gateway/payment-gateway.ts'
import type { Alarm } from './alarms.store.ts'
import type { Mismatch } from './compare-event.ts'
import type { PaymentWithItems } from './payments.store.ts'
import type { EventOutcome } from './postings.store.ts'
import { raiseAlarm } from './raise-alarm.ts'

/** The effect of an event on the payment in its current state. */
export interface Verdict {
  readonly outcome: EventOutcome
  readonly paymentEvent: PaymentEvent
  readonly move: PaymentMove
  readonly mismatches: readonly Mismatch[]
  /** The payer was charged more than once. */
  readonly isDoubleCharge: boolean
  /** The credit of the payment was reversed, and the provider still holds one of its charges. */
  readonly keepsCharge: boolean
}

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
      now: deps.clock.now(),
    })
  const { outcome, mismatches, isDoubleCharge } = verdict
  if (mismatches.length > 0) {
    // The account number that was said may be anything; that it differs is enough.
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
  if (verdict.keepsCharge) await raise('charge-remains', { eventId, state: held?.payment.state }, transNo)
  if (outcome === 'illegal') await raise('illegal-move', { eventId, state: held?.payment.state })
  if (outcome === 'unknown-payment') await raise('unknown-payment', { eventId }, transNo)
}
