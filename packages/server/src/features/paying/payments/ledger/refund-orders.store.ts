import { type Cents, cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../../platform/db/open-database.ts'
import type { RefundState } from '../payment.ts'

/** A refund that staff asked the provider for. The amount is whole cents, fee included. */
export interface OrderedRefund {
  readonly refundId: string
  readonly amount: Cents
  readonly askedBy: string
  /** The last time that the provider was asked. */
  readonly askedAt: Date
  readonly state: RefundState
}

/** Lists the refunds of a payment that staff asked for, oldest first. */
export async function listRefundOrders(executor: Executor, transNo: string): Promise<readonly OrderedRefund[]> {
  const rows = await executor
    .selectFrom('pay.refund')
    .select(['refund_id', 'amount', 'asked_by', 'asked_at', 'state'])
    .where('trans_no', '=', transNo)
    .orderBy('asked_at')
    .orderBy('refund_id')
    .execute()
  return rows.map((row) => ({
    refundId: row.refund_id,
    amount: cents(row.amount),
    askedBy: row.asked_by,
    askedAt: row.asked_at,
    state: row.state,
  }))
}

/** Records a refund that the provider is about to be asked for. */
export async function insertRefundOrder(
  tx: Tx,
  transNo: string,
  { refundId, amount, askedBy, askedAt }: Omit<OrderedRefund, 'state'>,
): Promise<void> {
  await tx
    .insertInto('pay.refund')
    .values({ refund_id: refundId, trans_no: transNo, amount, asked_by: askedBy, asked_at: askedAt, state: 'asked' })
    .execute()
}

/** Records that the provider is asked again for a refund that it has not answered. */
export async function repeatRefundOrder(tx: Tx, refundId: string, askedAt: Date): Promise<void> {
  await tx.updateTable('pay.refund').set({ asked_at: askedAt }).where('refund_id', '=', refundId).execute()
}

/** Ends a refund that had no answer yet. */
export async function endRefundOrder(
  executor: Executor,
  refundId: string,
  state: Exclude<RefundState, 'asked'>,
): Promise<void> {
  await executor
    .updateTable('pay.refund')
    .set({ state })
    .where('refund_id', '=', refundId)
    .where('state', '=', 'asked')
    .execute()
}

/**
 * Ends the refund without an answer that the provider reports as carried out: the one of this name, or else the oldest one of this amount.
 * A refund that was made at the provider ends none.
 */
export async function endReportedRefund(
  tx: Tx,
  transNo: string,
  { name, amount }: { readonly name: string | null; readonly amount: Cents },
): Promise<void> {
  await sql`
    update pay.refund set state = 'done'
    where refund_id = (
      select refund_id from pay.refund
      where trans_no = ${transNo} and state = 'asked' and (refund_id = ${name} or amount = ${amount}::bigint)
      order by refund_id = ${name} desc nulls last, asked_at, refund_id
      limit 1)`.execute(tx)
}
