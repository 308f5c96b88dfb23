import type { PaymentToConfirm } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor } from '../../../../platform/db/open-database.ts'
import { originsWithoutLogin } from '../payment.ts'

/** Older payments are left to the bills of their accounts. */
const shownForMs = 30 * 24 * 3600_000

/**
 * Lists up to ten payments of a member that their bank wants confirmed, newest first (REQ-D-414): declined within 30 days, and
 * nothing was paid since on any of their accounts. Those of payers without a login are not among them: the bank is not the member's.
 */
export async function listToConfirm(
  executor: Executor,
  memberNumber: string,
  now: Date,
): Promise<readonly PaymentToConfirm[]> {
  const { rows } = await sql<{ transNo: string; accounts: readonly { accountNumber: string; amount: Cents }[] }>`
    select payment.trans_no as "transNo",
      (select json_agg(json_build_object('accountNumber', item.account_number, 'amount', item.amount) order by item.account_number)
       from pay.payment_item as item where item.trans_no = payment.trans_no) as accounts
    from pay.payment as payment
    where payment.member_number = ${memberNumber} and payment.requested_at >= ${new Date(now.getTime() - shownForMs)}::timestamptz
      and payment.state = 'declined' and payment.origin not in ('guest', ${sql.join(originsWithoutLogin)})
      and exists (select from pay.posting as posting where posting.trans_no = payment.trans_no
        and posting.type = 'payment.declined' and posting.body ->> 'needsPayer' = 'true')
      and not exists (select from pay.payment as later
        join pay.payment_item as paid on paid.trans_no = later.trans_no
        join pay.payment_item as wanted on wanted.account_number = paid.account_number and wanted.trans_no = payment.trans_no
        where later.member_number = payment.member_number and later.requested_at >= payment.requested_at
          and later.state = 'confirmed')
    order by payment.requested_at desc
    limit 10`.execute(executor)
  return rows.map(({ transNo, accounts }) => ({
    transNo,
    accounts: accounts.map(({ accountNumber, amount }) => ({ accountNumber, paymentAmount: cents(amount) })),
  }))
}
