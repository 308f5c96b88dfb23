import { sql } from 'kysely'
import type { Executor, Tx } from '../../platform/db/open-database.ts'
import type { ProviderNews } from '../../platform/payment-gateway/payment-gateway.ts'

export type NewsSource = 'postback' | 'status' | 'report'
export type NewsOutcome = 'applied' | 'duplicate' | 'illegal' | 'quarantined' | 'unknown-payment'

/** Writes down what the provider said, once per key. @returns false when that key was written down before. */
export async function insertPosting(
  tx: Tx,
  key: string,
  posting: {
    readonly news: ProviderNews
    readonly source: NewsSource
    readonly outcome: NewsOutcome
    readonly now: Date
  },
): Promise<boolean> {
  const rows = await tx
    .insertInto('pay.posting')
    .values({
      event_id: key,
      trans_no: posting.news.transNo,
      type: posting.news.type,
      source: posting.source,
      body: JSON.stringify(posting.news),
      outcome: posting.outcome,
      received_at: posting.now,
    })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('event_id')
    .execute()
  return rows.length > 0
}

/** What was written down under a key. */
export async function findPostedNews(tx: Tx, key: string): Promise<ProviderNews | undefined> {
  const row = await tx.selectFrom('pay.posting').select('body').where('event_id', '=', key).executeTakeFirst()
  return row?.body as ProviderNews | undefined
}

/** What was written down of many events, by event id. */
export async function listPostedNews(
  executor: Executor,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, ProviderNews>> {
  const rows = await executor
    .selectFrom('pay.posting')
    .select(['event_id', 'body'])
    .where(sql<boolean>`event_id = any(${[...eventIds]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.event_id, row.body as ProviderNews]))
}
