import { sql } from 'kysely'
import { type AuditEntry, auditEntryFor } from '../../platform/audit/audit.store.ts'
import type { Tx } from '../../platform/db/open-database.ts'
import type { NewPayment, Payment } from './payment.ts'
import { paymentColumns, type PaymentRow, toPayment } from './payments.store.ts'

export interface PaymentRequestRow extends NewPayment {
  readonly transNo: string
  readonly requestScope: string
  readonly requestKey: string
  readonly requestHash: Uint8Array
  readonly requestedAt: Date
  readonly expiresAt: Date
}

/**
 * Writes a payment that is handed to the provider, with its items, its first move and its audit entry: all or nothing, in
 * one statement. The form of the hand-off is made of this row alone, so whoever asks again gets the same one.
 *
 * @returns `undefined`, with nothing written, when a payment was asked for with that key already.
 */
export async function insertPayment(tx: Tx, row: PaymentRequestRow, audit: AuditEntry): Promise<Payment | undefined> {
  const items = row.items.map((item) => sql`(${item.accountNumber}::text, ${item.amount}::bigint)`)
  const columns = sql.join(paymentColumns.map((name) => sql.ref(name)))
  const result = await sql<PaymentRow>`
    with payment as (
      insert into pay.payment (trans_no, member_number, account_number, origin, payment_type, state, amount, language,
        reconnect_meter, requested_at, expires_at, hand_off, request_scope, request_key, request_hash)
      values (${row.transNo}, ${row.memberNumber}, ${row.accountNumber}, ${row.origin}, ${row.paymentType}, 'handed-off',
        ${row.amount}, ${row.language}, ${row.reconnectMeter}, ${row.requestedAt}, ${row.expiresAt},
        ${JSON.stringify(row.handOff)}, ${row.requestScope}, ${row.requestKey}, ${row.requestHash})
      on conflict (request_scope, request_key) do nothing
      returning ${columns}),
    items as (
      insert into pay.payment_item (trans_no, account_number, amount)
      select payment.trans_no, item.account_number, item.amount
      from payment cross join (values ${sql.join(items)}) as item (account_number, amount)),
    moved as (
      insert into pay.move (trans_no, from_state, to_state, event, corrected, source, at)
      select trans_no, 'requested', 'handed-off', 'hand-off', false, 'portal', requested_at from payment),
    told as (${auditEntryFor('payment', audit)})
    select ${columns} from payment`.execute(tx)
  const [inserted] = result.rows
  return inserted && toPayment(inserted)
}
