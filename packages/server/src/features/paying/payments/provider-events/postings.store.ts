import { type AuditEntry, auditEntryFor } from '../../../../platform/audit/audit.store.ts'
import { type Booking, bookingOf } from '../ledger/ledger.ts'
import type { Move, ProviderView } from '../payments.store.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Executor, Tx } from '../../../../platform/db/open-database.ts'
import type { ProviderEvent } from '../../../../platform/payment-gateway/payment-gateway.ts'

/** The source of an event. `bank` stands for the files of the cooperative's own bank; the others are the provider's. */
export type EventSource = 'postback' | 'status' | 'report' | 'bank'
export type EventOutcome = 'applied' | 'duplicate' | 'illegal' | 'quarantined' | 'unknown-payment' | 'double-charge'

/** An event of the provider, under its own key. */
export interface EventRecord {
  readonly key: string
  readonly event: ProviderEvent
  readonly source: EventSource
  readonly outcome: EventOutcome
  readonly now: Date
}

/** Records an event of the provider, once per key. @returns false when that key was recorded before. */
export async function insertPosting(tx: Tx, record: EventRecord): Promise<boolean> {
  const { rows } = await postingOf(record).execute(tx)
  return rows.length > 0
}

/** Builds `insertPosting` as a part of a larger statement (`with posting as (…)`). It has no row when that key was recorded before. */
const postingOf = ({ key, event, source, outcome, now }: EventRecord): RawBuilder<{ trans_no: string }> => sql`
  insert into pay.posting (event_id, trans_no, type, source, body, outcome, received_at)
  values (${key}, ${event.transNo}, ${event.type}, ${source}, ${JSON.stringify(event)}::jsonb, ${outcome},
    ${now}::timestamptz)
  on conflict (event_id) do nothing
  returning trans_no`

/** Finds the event that was recorded under a key. */
export async function findPostedEvent(tx: Tx, key: string): Promise<ProviderEvent | undefined> {
  const row = await tx.selectFrom('pay.posting').select('body').where('event_id', '=', key).executeTakeFirst()
  return row?.body as ProviderEvent | undefined
}

/** Lists the recorded facts of events, by event id. */
export async function listPostedEvents(
  executor: Executor,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, ProviderEvent>> {
  const rows = await executor
    .selectFrom('pay.posting')
    .select(['event_id', 'body'])
    .where(sql<boolean>`event_id = any(${[...eventIds]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.event_id, row.body as ProviderEvent]))
}

/** Selects those events that were recorded as a second charge or its refund. The ledger does not book them. */
export async function selectDoubleCharges(
  executor: Executor,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await executor
    .selectFrom('pay.posting')
    .select('event_id')
    .where(sql<boolean>`event_id = any(${[...eventIds]}::text[])`)
    .where('outcome', '=', 'double-charge')
    .execute()
  return new Set(rows.map((row) => row.event_id))
}

/** A recorded event and its outcome. */
export interface PostedEvent extends ProviderEvent {
  /** The event id, followed by a fingerprint for a second copy of the event with other figures. */
  readonly postingKey: string
  readonly outcome: EventOutcome
}

/** Lists all events of the provider about one payment, oldest first. */
export async function listEventsOfPayment(executor: Executor, transNo: string): Promise<readonly PostedEvent[]> {
  const rows = await executor
    .selectFrom('pay.posting')
    .select(['event_id', 'body', 'outcome'])
    .where('trans_no', '=', transNo)
    .orderBy('received_at')
    .orderBy('event_id')
    .execute()
  return rows.map((row) => ({ ...(row.body as ProviderEvent), postingKey: row.event_id, outcome: row.outcome }))
}

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
  // A refund, return or reinstatement of a part has a confirmation number of its own.
  const confirmation = isReversal && event.movedAmount !== undefined ? null : event.confirmationNumber
  const known = (said: string | null, column: string) =>
    isReversal ? sql`coalesce(${said}, payment.${sql.ref(column)})` : sql`${said}`
  const { rows } = await sql`
    with posting as (${record === undefined ? sql`select ${transNo}::text as trans_no` : postingOf(record)}),
    payment as (
      update pay.payment as payment
      set state = ${move.to}, settled_at = ${settledAt}, payment_type = ${event.paymentType},
        convenience_fee = ${event.convenienceFee}, card_type = ${known(event.cardType, 'card_type')},
        last_four = ${known(event.lastFour, 'last_four')},
        confirmation_number = ${known(confirmation, 'confirmation_number')}, postback_message = ${event.message}
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
