import { sql } from 'kysely'
import { type AuditEntry, auditEntryFor } from '../../platform/audit/audit.store.ts'
import type { Tx } from '../../platform/db/open-database.ts'
import type { ProviderEvent } from '../../platform/payment-gateway/payment-gateway.ts'
import type { Move } from './payments.store.ts'

/**
 * Moves a payment that the transaction holds in `move.from`, and records the move, what the provider said of how it was
 * paid, and the audit entry: in one statement. A reversal that does not say how the payment was made leaves that as it is.
 */
export async function settlePayment(
  tx: Tx,
  transNo: string,
  settlement: {
    readonly move: Move
    readonly event: ProviderEvent
    readonly isReversal: boolean
    readonly settledAt: Date
    readonly audit: AuditEntry
  },
): Promise<void> {
  const { move, event, isReversal, settledAt, audit } = settlement
  const known = (said: string | null, column: string) =>
    isReversal ? sql`coalesce(${said}, ${sql.ref(column)})` : sql`${said}`
  await sql`
    with payment as (
      update pay.payment
      set state = ${move.to}, settled_at = ${settledAt}, payment_type = ${event.paymentType},
        convenience_fee = ${event.convenienceFee}, card_type = ${known(event.cardType, 'card_type')},
        last_four = ${known(event.lastFour, 'last_four')},
        confirmation_number = ${known(event.confirmationNumber, 'confirmation_number')}, postback_message = ${event.message}
      where trans_no = ${transNo} and state = ${move.from}
      returning trans_no),
    moved as (
      insert into pay.move (trans_no, from_state, to_state, event, corrected, source, at)
      select trans_no, ${move.from}, ${move.to}, ${move.event}, ${move.corrected}::boolean, ${move.source},
        ${move.at}::timestamptz
      from payment)
    ${auditEntryFor('payment', audit)}`.execute(tx)
}
