import { sql } from 'kysely'
import { type AuditEntry, auditEntryFor } from '../../platform/audit/audit.store.ts'
import type { Tx } from '../../platform/db/open-database.ts'
import { addAttemptsFor, type CountedLimit, type CounterRow } from '../../platform/attempts/attempts.store.ts'
import type { NewPayment, Payment } from './payment.ts'
import { paymentColumns, type PaymentRow, toPayment } from './payments.store.ts'

export interface PaymentRequestRow extends NewPayment {
  readonly transNo: string
  readonly idempotencyScope: string
  readonly idempotencyKey: string
  readonly requestHash: Uint8Array
  readonly requestedAt: Date
  readonly expiresAt: Date
}

/**
 * Writes a payment that is handed to the provider, with its items, its first move and its audit entry, and counts it by its
 * limits, of which there may be none: all or nothing, in one statement. The form of the hand-off is made of this row alone, so repeating the request
 * gives the same form.
 *
 * @returns the payment and its counters; `undefined`, with nothing written or counted, when a payment was requested with
 *   that key already.
 */
export async function insertPayment(
  tx: Tx,
  row: PaymentRequestRow,
  audit: AuditEntry,
  limits: readonly CountedLimit[],
): Promise<{ readonly payment: Payment; readonly counters: readonly CounterRow[] } | undefined> {
  const items = row.items.map(
    (item) => sql`(${item.accountNumber}::text, ${item.amount}::bigint, ${item.reconnectMeter}::boolean)`,
  )
  const columns = sql.join(paymentColumns.map((name) => sql.ref(name)))
  const result = await sql<PaymentRow & { readonly counters: readonly CounterJson[] }>`
    with payment as (
      insert into pay.payment (trans_no, member_number, account_number, origin, payment_type, state, amount, language,
        reconnect_meter, requested_at, expires_at, hand_off, idempotency_scope, idempotency_key, request_hash)
      values (${row.transNo}, ${row.memberNumber}, ${row.accountNumber}, ${row.origin}, ${row.paymentType}, 'handed-off',
        ${row.amount}, ${row.language}, ${row.items.some((item) => item.reconnectMeter)}, ${row.requestedAt}, ${row.expiresAt},
        ${JSON.stringify(row.handOff)}, ${row.idempotencyScope}, ${row.idempotencyKey}, ${row.requestHash})
      on conflict (idempotency_scope, idempotency_key) do nothing
      returning ${columns}),
    items as (
      insert into pay.payment_item (trans_no, account_number, amount, reconnect_meter)
      select payment.trans_no, item.account_number, item.amount, item.reconnect_meter
      from payment cross join (values ${sql.join(items)}) as item (account_number, amount, reconnect_meter)),
    moved as (
      insert into pay.move (trans_no, from_state, to_state, event, corrected, source, at)
      select trans_no, 'requested', 'handed-off', 'hand-off', false, 'portal', requested_at from payment),
    audited as (${auditEntryFor('payment', audit)})
    ${limits.length === 0 ? sql`` : sql`, counted as (${addAttemptsFor('payment', limits, row.requestedAt)})`}
    select ${columns}, ${limits.length === 0 ? sql`'[]'::json` : sql`(select json_agg(counted) from counted)`} as counters
    from payment`.execute(tx)
  const [inserted] = result.rows
  return inserted && { payment: toPayment(inserted), counters: inserted.counters.map(toCounter) }
}

/** A counter as JSON has it: its time is text. */
type CounterJson = Omit<CounterRow, 'oldest'> & { readonly oldest: string | null }

const toCounter = (counter: CounterJson): CounterRow => ({
  ...counter,
  oldest: counter.oldest === null ? null : new Date(counter.oldest),
})
