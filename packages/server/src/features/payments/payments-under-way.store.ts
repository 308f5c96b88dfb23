import { cents } from '@coopline/rules/kernel/money'
import type { PaymentsUnderWay } from '@coopline/rules/payment-amount/payments-under-way.messages'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../platform/db/open-database.ts'

/** Makes the payment requests of one account wait for each other until the transaction ends. */
export async function lockPaymentRequests(tx: Tx, accountNumber: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(8675313, hashtext(${accountNumber}))`.execute(tx)
}

/** What is under way for an account: open and not expired, or under review. `undefined` when nothing is. */
export async function findPaymentsUnderWay(
  executor: Executor,
  accountNumber: string,
  now: Date,
): Promise<PaymentsUnderWay | undefined> {
  const { rows } = await sql<{ payments: number; underReview: number; amount: number; until: Date }>`
    select count(*)::integer as payments, sum(item.amount)::bigint as amount, max(payment.expires_at) as until,
      (count(*) filter (where payment.state = 'under-review'))::integer as "underReview"
    from pay.payment_item as item join pay.payment as payment on payment.trans_no = item.trans_no
    where item.account_number = ${accountNumber} and payment.state in ('requested', 'handed-off', 'under-review')
      and (payment.state = 'under-review' or payment.expires_at > ${now})
    having count(*) > 0`.execute(executor)
  const [row] = rows
  return row && { ...row, amount: cents(row.amount) }
}
