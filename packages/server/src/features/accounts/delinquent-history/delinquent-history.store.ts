import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'

export interface DelinquentBill {
  readonly bill_date: CalendarDate
  readonly past_due: Cents
  readonly late_fee: Cents
  readonly cutoff_date: CalendarDate | null
  readonly processed_on: CalendarDate
  readonly document: string
  readonly can_be_viewed: boolean
}

/** The maximum number of rows, newest first; decades of bills are fewer. */
const most = 500

/** Finds the late bills of an account of a member, in one statement; `undefined` when it does not exist or is another member's. */
export async function findDelinquents(
  executor: Executor,
  memberNumber: string,
  accountNumber: string,
): Promise<readonly DelinquentBill[] | undefined> {
  const { rows } = await sql<{ readonly is_own: boolean; readonly late: readonly DelinquentBill[] }>`
    with late as (
      select bill_date, past_due, late_fee, cutoff_date, processed_on, document, can_be_viewed
      from cis.holder_delinquent where account_number = ${accountNumber} order by bill_date desc limit ${most})
    select exists (
        select 1 from cis.account where account_number = ${accountNumber} and member_number = ${memberNumber}) as is_own,
      (select coalesce(json_agg(late order by bill_date desc), '[]') from late) as late`.execute(executor)
  const [answer] = rows
  if (answer === undefined || !answer.is_own) return undefined
  return answer.late.map((row) => ({ ...row, past_due: cents(row.past_due), late_fee: cents(row.late_fee) }))
}

/** Finds the document for a late bill of one of the member's current accounts; `undefined` when there is none that may be viewed. */
export async function findDelinquentDocument(
  executor: Executor,
  memberNumber: string,
  { accountNumber, billDate }: { readonly accountNumber: string; readonly billDate: CalendarDate },
): Promise<string | undefined> {
  const row = await executor
    .selectFrom('cis.holder_delinquent as late')
    .innerJoin('cis.account as account', 'account.account_number', 'late.account_number')
    .select('late.document')
    .where('late.account_number', '=', accountNumber)
    .where('late.bill_date', '=', billDate)
    .where('late.can_be_viewed', '=', true)
    .where('account.member_number', '=', memberNumber)
    .executeTakeFirst()
  return row?.document
}
