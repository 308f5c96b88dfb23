import { cents } from '@coopline/rules/kernel/money'
import type { PaymentsUnderWay } from '@coopline/rules/payment-amount/payments-under-way.messages'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../platform/db/open-database.ts'
import type { Payment } from './payment.ts'
import { paymentColumns, type PaymentRow, toPayment } from './payments.store.ts'

/** Makes the payment requests of one account wait for each other until the transaction ends. */
export async function lockPaymentRequests(tx: Tx, accountNumber: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(8675313, hashtext(${accountNumber}))`.execute(tx)
}

/**
 * The payment that was requested with a key, and what is under way for the account: open and not expired, or under review.
 * One statement, so that both are of the same moment; each is `undefined` when there is none.
 */
export async function findRequestAndUnderWay(
  tx: Tx,
  request: { readonly scope: string; readonly key: string; readonly accountNumber: string },
  now: Date,
): Promise<{ readonly before: Payment | undefined; readonly underWay: PaymentsUnderWay | undefined }> {
  const columns = sql.join(paymentColumns.map((name) => sql.ref(`before.${name}`)))
  const { rows } = await sql<UnderWayRow & { [Column in keyof PaymentRow]: PaymentRow[Column] | null }>`
    select ${columns}, under_way.* from (${underWayOf(request.accountNumber, now)}) as under_way
    left join pay.payment as before on before.idempotency_scope = ${request.scope} and before.idempotency_key = ${request.key}`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined) throw new Error('A sum is always one row')
  return { before: isPayment(row) ? toPayment(row) : undefined, underWay: toUnderWay(row) }
}

/** What is under way for an account: open and not expired, or under review. `undefined` when nothing is. */
export async function findPaymentsUnderWay(
  executor: Executor,
  accountNumber: string,
  now: Date,
): Promise<PaymentsUnderWay | undefined> {
  const { rows } = await underWayOf(accountNumber, now).execute(executor)
  const [row] = rows
  return row && toUnderWay(row)
}

const underWayOf = (accountNumber: string, now: Date) => sql<UnderWayRow>`
  select count(*)::integer as payments, sum(item.amount)::bigint as under_way_amount,
    max(payment.expires_at) as under_way_until,
    (count(*) filter (where payment.state = 'under-review'))::integer as under_review
  from pay.payment_item as item join pay.payment as payment on payment.trans_no = item.trans_no
  where item.account_number = ${accountNumber} and payment.state in ('requested', 'handed-off', 'under-review')
    and (payment.state = 'under-review' or payment.expires_at > ${now})`

interface UnderWayRow {
  readonly payments: number
  readonly under_review: number
  /** Null when nothing is under way, like the next one. */
  readonly under_way_amount: number | null
  readonly under_way_until: Date | null
}

const isPayment = (row: { readonly trans_no: string | null }): row is PaymentRow => row.trans_no !== null

function toUnderWay(row: UnderWayRow): PaymentsUnderWay | undefined {
  const { payments, under_review: underReview, under_way_amount: amount, under_way_until: until } = row
  return amount === null || until === null ? undefined : { payments, underReview, amount: cents(amount), until }
}
