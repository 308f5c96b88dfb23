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
export const postingOf = ({ key, event, source, outcome, now }: EventRecord): RawBuilder<{ trans_no: string }> => sql`
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
