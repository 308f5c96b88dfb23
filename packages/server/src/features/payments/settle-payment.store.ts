import { sql } from 'kysely'
import { type AuditEntry, auditEntryFor } from '../../platform/audit/audit.store.ts'
import type { Tx } from '../../platform/db/open-database.ts'
import type { ProviderNews } from '../../platform/payment-gateway/payment-gateway.ts'
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
    readonly news: ProviderNews
    readonly settledAt: Date
    readonly audit: AuditEntry
  },
): Promise<void> {
  const { move, news, settledAt, audit } = settlement
  await sql`
    with payment as (
      update pay.payment
      set state = ${move.to}, settled_at = ${settledAt}, payment_type = ${news.paymentType},
        convenience_fee = ${news.convenienceFee}, card_type = ${news.cardType}, last_four = ${news.lastFour},
        confirmation_number = ${news.confirmationNumber}, postback_message = ${news.message}
      where trans_no = ${transNo} and state = ${move.from}
      returning trans_no),
    moved as (
      insert into pay.move (trans_no, from_state, to_state, event, corrected, source, at)
      select trans_no, ${move.from}, ${move.to}, ${move.event}, ${move.corrected}::boolean, ${move.source},
        ${move.at}::timestamptz
      from payment)
    ${auditEntryFor('payment', audit)}`.execute(tx)
}
