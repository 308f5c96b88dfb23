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

/**
 * Records that staff ask for a refund of a confirmed payment.
 *
 * @returns false, with nothing recorded, when the payment is not confirmed, or staff have asked since `notSince`.
 */
export async function claimRefund(executor: Executor, transNo: string, now: Date, notSince: Date): Promise<boolean> {
  const rows = await executor
    .updateTable('pay.payment')
    .set({ refund_asked_at: now })
    .where('trans_no', '=', transNo)
    .where('state', '=', 'confirmed')
    .where((eb) => eb.or([eb('refund_asked_at', 'is', null), eb('refund_asked_at', '<=', notSince)]))
    .returning('trans_no')
    .execute()
  return rows.length > 0
}

/** Returns true when staff have already asked the provider to refund the payment. */
export async function wasRefundAsked(executor: Executor, transNo: string): Promise<boolean> {
  const row = await executor
    .selectFrom('pay.payment')
    .select('refund_asked_at')
    .where('trans_no', '=', transNo)
    .executeTakeFirst()
  return (row?.refund_asked_at ?? null) !== null
}
