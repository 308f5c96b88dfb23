import type { PaymentMove } from '@coopline/rules/paying/payment-state/payment-state'
import { recordAudit } from '../../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../../platform/db/open-database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { settleLongReview } from '../alarms/alarms.ts'
import type { LegalEvent } from './move-and-book.ts'
import type { Payment } from '../payment.ts'
import { movePayment } from '../payments.store.ts'

/** The cause of a review: an event of the provider, or an unreadable answer, which has no id. */
export interface ReviewCause {
  readonly to: Extract<PaymentMove, { kind: 'move' }>
  readonly source: LegalEvent['source']
  readonly eventId?: string
}

/** Moves a payment to staff and records that in the audit. */
export async function startReview(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  payment: Payment,
  { to, source, eventId }: ReviewCause,
): Promise<void> {
  const { transNo, memberNumber, accountNumber, amount, state: from } = payment
  const at = deps.clock.now()
  await movePayment(tx, transNo, { from, to: to.to, event: 'mismatched', corrected: false, source, at })
  await settleLongReview(tx, payment, at)
  await recordAudit(tx, {
    kind: `payment.${to.to}`,
    at,
    memberNumber,
    accountNumber,
    detail: { transNo, amount, source, eventId: eventId ?? null },
  })
}
