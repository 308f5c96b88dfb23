import { cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor } from '../../../../platform/db/open-database.ts'
import type { PostedEvent } from '../provider-events/provider-events.ts'

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

/** Records that staff ask for the refund of the whole payment, where processes of the former version look for it. */
export async function recordRefundAsked(executor: Executor, transNo: string, now: Date): Promise<void> {
  await executor.updateTable('pay.payment').set({ refund_asked_at: now }).where('trans_no', '=', transNo).execute()
}

/** Finds the last time that staff asked for the refund of the whole payment; `undefined` when they never did. */
export async function findRefundAsked(executor: Executor, transNo: string): Promise<Date | undefined> {
  const row = await executor
    .selectFrom('pay.payment')
    .select('refund_asked_at')
    .where('trans_no', '=', transNo)
    .executeTakeFirst()
  return row?.refund_asked_at ?? undefined
}
