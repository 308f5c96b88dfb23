import { cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../../platform/db/open-database.ts'
import type { ProviderEvent } from '../../../../platform/payment-gateway/payment-gateway.ts'
import type { PostedEvent } from '../provider-events/postings.store.ts'

/** A payment under review, with all events of the provider about it. Amounts are whole cents. */
export interface PaymentUnderReview {
  readonly transNo: string
  readonly accountNumber: string
  readonly requestedAmount: number
  readonly requestedAt: string
  /** The events of the provider. `payments accept --event` takes an `eventId`; only quarantined events can be accepted. */
  readonly said: readonly Pick<
    PostedEvent,
    | 'outcome'
    | 'eventId'
    | 'type'
    | 'amount'
    | 'convenienceFee'
    | 'totalAmount'
    | 'currency'
    | 'confirmationNumber'
    | 'lastFour'
  >[]
}

/** Lists payments under review, oldest first. */
export async function listPaymentsUnderReview(
  executor: Executor,
  limit: number,
): Promise<readonly PaymentUnderReview[]> {
  const rows = await executor
    .selectFrom('pay.payment as payment')
    .select(['payment.trans_no', 'payment.account_number', 'payment.amount', 'payment.requested_at'])
    .select(
      sql<readonly PostedEvent[]>`(
        select coalesce(json_agg(
          posting.body || jsonb_build_object('eventId', posting.event_id, 'outcome', posting.outcome)
          order by posting.received_at, posting.event_id), '[]')
        from pay.posting as posting
        where posting.trans_no = payment.trans_no)`.as('said'),
    )
    // A literal, because a parameter would not match the condition of the partial index.
    .where('payment.state', '=', sql.lit('under-review' as const))
    .orderBy('payment.requested_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    transNo: row.trans_no,
    accountNumber: row.account_number,
    requestedAmount: cents(row.amount),
    requestedAt: row.requested_at.toISOString(),
    said: row.said.map(
      ({ outcome, eventId, type, amount, convenienceFee, totalAmount, currency, confirmationNumber, lastFour }) => ({
        outcome,
        eventId,
        type,
        amount,
        convenienceFee,
        totalAmount,
        currency,
        confirmationNumber,
        lastFour,
      }),
    ),
  }))
}

export async function countPaymentsUnderReview(executor: Executor): Promise<number> {
  const { payments } = await executor
    .selectFrom('pay.payment')
    .select(sql<number>`count(*)::integer`.as('payments'))
    .where('state', '=', sql.lit('under-review' as const))
    .executeTakeFirstOrThrow()
  return payments
}

/** Selects those payments that are under review. */
export async function selectUnderReview(executor: Executor, transNos: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await executor
    .selectFrom('pay.payment')
    .select('trans_no')
    .where(sql<boolean>`trans_no = any(${[...transNos]}::text[])`)
    .where('state', '=', 'under-review')
    .execute()
  return new Set(rows.map((row) => row.trans_no))
}

/** Stores the figures that staff accepted. Later events of the payment are compared with them. */
export async function recordAcceptance(tx: Tx, transNo: string, accepted: ProviderEvent): Promise<void> {
  await tx
    .updateTable('pay.payment')
    .set({ accepted: JSON.stringify(accepted) })
    .where('trans_no', '=', transNo)
    .execute()
}
