import { sql } from 'kysely'
import { type AuditEntry, auditEntryFor } from '../../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../../platform/db/open-database.ts'
import type { ProviderEvent } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { type Booking, bookingOf } from '../ledger/ledger.store.ts'
import type { Move } from '../payments.store.ts'
import { type EventRecord, postingOf } from './postings.store.ts'
import type { ProviderView } from './provider-view.store.ts'

export interface Settlement {
  readonly move: Move
  readonly event: ProviderEvent
  /** The provider's view; undefined leaves the recorded view unchanged. */
  readonly provider: ProviderView | undefined
  /** A reversal without a payment type keeps the stored one. */
  readonly isReversal: boolean
  readonly settledAt: Date
  readonly audit: AuditEntry
  /** The booking; undefined when nothing is booked. */
  readonly booking: Booking | undefined
  /** The event to record; undefined when it was recorded before. */
  readonly record: EventRecord | undefined
}

/**
 * Moves a payment that the transaction has locked in `move.from`. One statement records the provider's event, the move, the payment
 * method and the audit entry, and books the money.
 *
 * @returns false, with nothing written, when the event's key was recorded before.
 */
export async function settlePayment(tx: Tx, transNo: string, settlement: Settlement): Promise<boolean> {
  const { move, event, provider, isReversal, settledAt, audit, booking, record } = settlement
  const known = (said: string | null, column: string) =>
    isReversal ? sql`coalesce(${said}, payment.${sql.ref(column)})` : sql`${said}`
  const { rows } = await sql`
    with posting as (${record === undefined ? sql`select ${transNo}::text as trans_no` : postingOf(record)}),
    payment as (
      update pay.payment as payment
      set state = ${move.to}, settled_at = ${settledAt}, payment_type = ${event.paymentType},
        convenience_fee = ${event.convenienceFee}, card_type = ${known(event.cardType, 'card_type')},
        last_four = ${known(event.lastFour, 'last_four')},
        confirmation_number = ${known(event.confirmationNumber, 'confirmation_number')}, postback_message = ${event.message}
        ${provider === undefined ? sql`` : sql`, provider_status = ${provider.status}, provider_sum = ${provider.sum}::bigint`}
      from posting
      where payment.trans_no = posting.trans_no and payment.state = ${move.from}
      returning payment.trans_no),
    moved as (
      insert into pay.move (trans_no, from_state, to_state, event, corrected, source, at)
      select trans_no, ${move.from}, ${move.to}, ${move.event}, ${move.corrected}::boolean, ${move.source},
        ${move.at}::timestamptz
      from payment),
    audited as (${auditEntryFor('payment', audit)})
    ${booking === undefined ? sql`` : sql`, ${bookingOf('payment', booking)}`}
    select trans_no from posting`.execute(tx)
  return rows.length > 0
}
