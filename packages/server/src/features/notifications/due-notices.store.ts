import { type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../platform/db/open-database.ts'

/** An account of which there may be something to tell. */
export interface Candidate {
  readonly accountNumber: string
  readonly memberNumber: string
  readonly bill: { readonly date: CalendarDate; readonly amount: Cents; readonly dueDate: CalendarDate } | null
  readonly hasAutopay: boolean
}

/** The days that decide who is looked at. */
export interface Span {
  readonly today: CalendarDate
  /** Bills from this day on are new. */
  readonly newSince: CalendarDate
  /** What is due until this day is due soon. */
  readonly dueUntil: CalendarDate
}

/**
 * Active accounts, not prepaid, of members with a login, that have a new bill, something due soon or past due which was not
 * told; a page of them in the order of their numbers.
 */
export async function listCandidates(
  executor: Executor,
  { today, newSince, dueUntil }: Span,
  after: string,
  limit: number,
): Promise<readonly Candidate[]> {
  const { rows } = await sql<{
    account_number: string
    member_number: string
    bill_date: CalendarDate | null
    amount: string | number | null
    bill_due: CalendarDate | null
    has_autopay: boolean | null
  }>`
    select account.account_number, account.member_number, bill.bill_date, bill.amount, bill.due_date as bill_due,
      detail.has_autopay
    from cis.account as account
    join portal.login as login on login.member_number = account.member_number
    join cis.balance as balance on balance.account_number = account.account_number
    left join cis.account_detail as detail on detail.account_number = account.account_number
    left join lateral (
      select bill_date, amount, due_date from cis.bill
      where bill.account_number = account.account_number and bill_date <= ${today}::date
      order by bill_date desc limit 1) as bill on true
    where account.account_number > ${after} and account.account_status = 'Active' and not account.is_prepaid
      and (
        (bill.bill_date >= ${newSince}::date and not exists (
          select from portal.told_fact as told where told.account_number = account.account_number
            and told.topic = 'bill-ready' and told.fact = bill.bill_date::text))
        or (balance.past_due > 0 and not exists (
          select from portal.told_fact as told where told.account_number = account.account_number
            and told.topic = 'past-due'
            and told.fact = coalesce(balance.due_date::text, bill.due_date::text, 'no-date')))
        or (balance.due_date > ${today}::date and balance.due_date <= ${dueUntil}::date and not exists (
          select from portal.told_fact as told where told.account_number = account.account_number
            and told.topic = 'due-soon' and told.fact = balance.due_date::text)))
    order by account.account_number limit ${limit}`.execute(executor)
  return rows.map((row) => ({
    accountNumber: row.account_number,
    memberNumber: row.member_number,
    bill:
      row.bill_date === null || row.bill_due === null
        ? null
        : { date: row.bill_date, amount: cents(Number(row.amount ?? 0)), dueDate: row.bill_due },
    hasAutopay: row.has_autopay === true,
  }))
}

/** Accounts of members with a login whose power is not as was told last: no row of the outage system means that it is on. */
export async function listPowerChanges(
  executor: Executor,
  limit: number,
): Promise<readonly { readonly accountNumber: string; readonly isOut: boolean }[]> {
  const { rows } = await sql<{ account_number: string; is_out: boolean }>`
    select account.account_number, coalesce(outage.is_out, false) as is_out
    from cis.account as account
    join portal.login as login on login.member_number = account.member_number
    left join cis.outage as outage on outage.account_number = account.account_number
    left join portal.told_power as told on told.account_number = account.account_number
    where (outage.account_number is not null or told.is_out)
      and coalesce(outage.is_out, false) <> coalesce(told.is_out, false)
    order by account.account_number limit ${limit}`.execute(executor)
  return rows.map((row) => ({ accountNumber: row.account_number, isOut: row.is_out }))
}

/** Notes what was told of an account's power. @returns false when another worker has told it. */
export async function noteToldPower(tx: Tx, accountNumber: string, isOut: boolean, now: Date): Promise<boolean> {
  const rows = await tx
    .insertInto('portal.told_power')
    .values({ account_number: accountNumber, is_out: isOut, changed_at: now })
    .onConflict((conflict) =>
      conflict
        .column('account_number')
        .doUpdateSet({ is_out: isOut, changed_at: now })
        .where(sql.ref('told_power.is_out'), '<>', isOut),
    )
    .returning('account_number')
    .execute()
  return rows.length > 0
}
