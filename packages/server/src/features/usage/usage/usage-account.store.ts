import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import { arrayLiteral } from '../../../platform/db/array-literal.ts'
import type { Executor } from '../../../platform/db/open-database.ts'

/** Account fields for the usage page. */
export interface UsageAccount {
  readonly accountNumber: string
  readonly accountType: string
  readonly holderName: string
  /** The service address on one line. */
  readonly serviceAddress: string
  readonly zip: string
  readonly locationId: string
  readonly isPrepaid: boolean
  readonly meterCount: number
  readonly showsUsageHistory: boolean
  readonly isSuspended: boolean
}

/**
 * Lists those of some accounts that belong to a member.
 *
 * @param memberNumber `null`: of any member, for jobs that have checked whose they are.
 */
export async function listUsageAccounts(
  executor: Executor,
  memberNumber: string | null,
  accountNumbers: readonly string[],
): Promise<readonly UsageAccount[]> {
  const { rows } = await sql<UsageAccount>`
    select account.account_number as "accountNumber", account.account_type as "accountType",
      account.holder_name as "holderName", account.service_zip as zip, account.location_id as "locationId",
      format('%s, %s, %s %s', account.service_street, account.service_city, account.service_state, account.service_zip)
        as "serviceAddress",
      account.is_prepaid as "isPrepaid",
      (select count(*)::integer from cis.holder_meter as meter where meter.account_number = account.account_number) as "meterCount",
      coalesce(detail.shows_usage_history, true) as "showsUsageHistory",
      coalesce(detail.usage_suspended, false) as "isSuspended"
    from cis.account as account
    left join cis.account_detail as detail on detail.account_number = account.account_number
    where account.account_number = any (${arrayLiteral(accountNumbers)}::text::text[])
      and (${memberNumber}::text is null or account.member_number = ${memberNumber})`.execute(executor)
  return rows
}

/**
 * The newest payment of an account, including one that its member just made in the portal. One that was refunded or returned does not
 * count, nor does one that a former holder made in the portal.
 */
export async function findLastPayment(
  executor: Executor,
  { memberNumber, accountNumber }: { readonly memberNumber: string; readonly accountNumber: string },
  timeZone: string,
): Promise<{ readonly day: CalendarDate; readonly amount: Cents } | undefined> {
  const { rows } = await sql<{ readonly day: CalendarDate; readonly amount: Cents }>`
    (select paid_on as day, amount from cis.holder_payment as taken
      where account_number = ${accountNumber} and amount > 0 and not exists (
        select 1 from pay.payment as made
        where made.trans_no = taken.reference
          and (made.state in ('refunded', 'returned') or made.member_number <> ${memberNumber}))
      order by paid_on desc limit 1)
    union all
    (select (event.created_at at time zone ${timeZone}::text)::date, credit.amount
      from pay.unacknowledged_credit as credit
      join pay.payment as payment on payment.trans_no = credit.trans_no
      join outbox.event as event on event.id = credit.event_id
      where credit.account_number = ${accountNumber} and credit.amount > 0 and payment.member_number = ${memberNumber}
        and payment.state = 'confirmed'
      order by credit.event_id desc limit 1)
    order by day desc limit 1`.execute(executor)
  const [row] = rows
  return row && { day: row.day, amount: cents(Number(row.amount)) }
}
