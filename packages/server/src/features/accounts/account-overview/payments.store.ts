import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents, type Cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import { type History, type HistoryAnswer, historyOf, type HistoryPage } from '../../../platform/db/history-page.ts'
import type { Executor } from '../../../platform/db/open-database.ts'

export interface PastPayment {
  readonly day: CalendarDate
  /** The amount in whole cents, below zero when the payment was refunded or returned. */
  readonly amount: Cents
  readonly reference: string
  /** The payment method in the cooperative's words; `null` for a payment that was made here. */
  readonly method: string | null
  /** The payment method of a payment that was made here; `null` for a row of the cooperative's system. */
  readonly payment_type: 'cc' | 'echeck' | null
  /** The event that booked it here; `null` for a row of the cooperative's system. */
  readonly event_kind: string | null
}

/**
 * Finds payments to an account of a member: those of the cooperative's system, and those made in the portal that it has not acknowledged
 * yet, without those of a former holder. It is one statement; `undefined` when the account does not exist or is another member's.
 *
 * @param timeZone determines the day of a payment made in the portal.
 */
export async function findPayments(
  executor: Executor,
  { memberNumber, accountNumber }: { readonly memberNumber: string; readonly accountNumber: string },
  timeZone: string,
  { from, to, offset, limit }: HistoryPage,
): Promise<History<PastPayment> | undefined> {
  const { rows } = await sql<HistoryAnswer<PastPayment>>`
    with mine as (
      select 1 from cis.account where account_number = ${accountNumber} and member_number = ${memberNumber}),
    known as (
      select paid_on as day, amount, reference, method, null::text as payment_type, null::text as event_kind,
        0::bigint as event_id
      from cis.holder_payment where account_number = ${accountNumber}
      union all
      select (event.created_at at time zone ${timeZone}::text)::date, credit.amount, credit.trans_no, null,
        case when event.kind <> 'payment-return-fee' then payment.payment_type end, event.kind, credit.event_id
      from pay.unacknowledged_credit as credit
      join pay.payment as payment on payment.trans_no = credit.trans_no
      join outbox.event as event on event.id = credit.event_id
      where credit.account_number = ${accountNumber} and payment.member_number = ${memberNumber} and not exists (
        select 1 from cis.holder_payment as taken
        where taken.account_number = ${accountNumber} and taken.reference = credit.trans_no and credit.amount > 0)),
    wanted as (
      select * from known
      where (${from}::date is null or day >= ${from}::date) and (${to}::date is null or day <= ${to}::date)),
    page as (
      select * from wanted order by day desc, event_id desc, reference desc offset ${offset} limit ${limit})
    select exists (select 1 from mine) as is_own, (select count(*) from wanted) as total,
      (select coalesce(json_agg(page order by day desc, event_id desc, reference desc), '[]') from page) as page`.execute(
    executor,
  )
  return historyOf(rows[0], (row) => ({ ...row, amount: cents(row.amount) }))
}
