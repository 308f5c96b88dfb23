import { sql } from 'kysely'
import { type AuditEntry, auditEntryFor } from '../../platform/audit/audit.store.ts'
import type { Tx } from '../../platform/db/open-database.ts'
import type { ProviderEvent } from '../../platform/payment-gateway/payment-gateway.ts'
import type { Move } from './payments.store.ts'

/**
 * Moves a payment that the transaction holds in `move.from`, and writes down the move, what the provider said of how it
 * was paid, and the audit entry: in one statement.
 */
export async function settlePayment(
  tx: Tx,
  transNo: string,
  settlement: {
    readonly move: Move
    readonly event: ProviderEvent
    readonly settledAt: Date
    readonly audit: AuditEntry
  },
): Promise<void> {
  const { move, event, settledAt, audit } = settlement
  await sql`
    with payment as (
      update pay.payment
      set state = ${move.to}, settled_at = ${settledAt}, payment_type = ${event.paymentType},
        convenience_fee = ${event.convenienceFee}, card_type = ${event.cardType}, last_four = ${event.lastFour},
        confirmation_number = ${event.confirmationNumber}, postback_message = ${event.message}
      where trans_no = ${transNo} and state = ${move.from}
      returning trans_no),
    moved as (
      insert into pay.move (trans_no, from_state, to_state, event, corrected, source, at)
      select trans_no, ${move.from}, ${move.to}, ${move.event}, ${move.corrected}::boolean, ${move.source},
        ${move.at}::timestamptz
      from payment)
    ${auditEntryFor('payment', audit)}`.execute(tx)
}
