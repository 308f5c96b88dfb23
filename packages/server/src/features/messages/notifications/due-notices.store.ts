import { announcedDaysAhead } from '@coopline/rules/paying/auto-pay/auto-pay'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import type { BilledAccount, BillEvent } from '@coopline/rules/messages/notifications/bill-events'
import { type RawBuilder, sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import { type Account, accountRows, toAccount } from '../../accounts/accounts/public.ts'

/** The days that decide which accounts are looked at. */
export interface Span {
  readonly today: CalendarDate
  /** Bills from this day on are new. */
  readonly newSince: CalendarDate
  /** Bills due on or before this day are due soon. */
  readonly dueUntil: CalendarDate
  /** True while the cooperative offers the portal's AutoPay. While it does not, AutoPay pays nothing. */
  readonly isAutopayOffered: boolean
  /** The time zone in which AutoPay counts days. */
  readonly timeZone: string
}

type AutopaySpan = Pick<Span, 'isAutopayOffered' | 'timeZone'>

/** The last row that a scan read; empty before the first one. `day` is empty where a scan is ordered by account only. */
export interface Position {
  readonly day: string
  readonly accountNumber: string
}

/** Rows that one statement reads, which takes about 20 ms. */
const windowSize = 5_000

type Topic = BillEvent['topic']

/**
 * The next rows of the index for a topic, each with the dedupe key of its notice. Bills of former holders among them
 * concern no member (`concerns`).
 */
const windowOf: Readonly<Record<Topic, (span: Span, after: Position) => RawBuilder<unknown>>> = {
  'bill-ready': ({ newSince, today }, { day, accountNumber }) => sql`
    select account_number, bill_date::text as day, bill_date::text as dedupe_key from cis.bill
    where (bill_date, account_number) > (${day || newSince}::date, ${accountNumber}) and bill_date <= ${today}::date
    order by bill_date, account_number limit ${windowSize}`,
  'due-soon': ({ today, dueUntil }, { day, accountNumber }) => sql`
    select account_number, due_date::text as day, due_date::text as dedupe_key from cis.balance
    where (due_date, account_number) > (${day || today}::date, ${accountNumber}) and due_date <= ${dueUntil}::date
      and due_date > ${today}::date
    order by due_date, account_number limit ${windowSize}`,
  'past-due': ({ today }, { accountNumber }) => sql`
    select account_number, '' as day, coalesce(due_date::text, (
      select bill.due_date::text from cis.holder_bill as bill
      where bill.account_number = balance.account_number and bill.bill_date <= ${today}::date
      order by bill.bill_date desc limit 1), 'no-date') as dedupe_key
    from cis.balance as balance
    where past_due > 0 and account_number > ${accountNumber}
    order by account_number limit ${windowSize}`,
}

/**
 * The notices that were sent about the rows of a window: one range of an index, where a search for each row takes most of the time
 * of a scan. The range may end before the window does. No rows where the dedupe key does not follow the order of the window.
 */
const sentAbout: Readonly<Record<Topic, (span: Span, after: Position) => RawBuilder<unknown>>> = {
  'bill-ready': ({ newSince }, { day, accountNumber }) => sentAfter('bill-ready', day || newSince, accountNumber),
  'due-soon': ({ today }, { day, accountNumber }) => sentAfter('due-soon', day || today, accountNumber),
  'past-due': () => sql`select '' as dedupe_key, '' as account_number where false`,
}

const sentAfter = (topic: Topic, dedupeKey: string, accountNumber: string) => sql`
  select dedupe_key, account_number from portal.sent_notice
  where topic = ${topic} and (dedupe_key, account_number) > (${dedupeKey}, ${accountNumber})
  order by dedupe_key, account_number limit ${windowSize}`

/**
 * Outcomes of an announced charge that the member stopped. AutoPay pays the bill after that one, also when it has been
 * resumed since.
 */
const byMember = ['by-link', 'paused', 'canceled']

/**
 * Builds the condition that AutoPay pays the amount that is due on a day: the portal's AutoPay, which the cooperative's
 * copy may repeat, or else that of the cooperative's system. AutoPay that was set up or changed too late to announce a
 * charge begins with the next bill (`coversDueDate`). Only subqueries, as in `concerns`.
 */
const isPaidByAutopay = (
  account: RawBuilder<unknown>,
  dueDate: RawBuilder<unknown>,
  { isAutopayOffered, timeZone }: AutopaySpan,
) => sql<boolean>`coalesce((
    select ${isAutopayOffered}::boolean and enrolled.state = 'active' and coalesce((
      select charge.outcome from portal.autopay_charge as charge
      where charge.account_number = ${account} and charge.due_date = ${dueDate} and charge.state = 'stopped'
        and charge.member_number = enrolled.member_number) <> all(${byMember}::text[]), true)
      and (coalesce(${dueDate} - enrolled.days_before
          >= (enrolled.changed_at at time zone ${timeZone}::text)::date + ${announcedDaysAhead}::integer, true)
        or exists (select from portal.autopay_charge as charge where charge.account_number = ${account} and charge.due_date = ${dueDate}
          and charge.member_number = enrolled.member_number and charge.outcome <> 'holder-changed'))
    from portal.autopay as enrolled where enrolled.account_number = ${account} and enrolled.state in ('active', 'paused')), (
    select detail.has_autopay from cis.account_detail as detail where detail.account_number = ${account}), false)`

/**
 * Skips accounts that never get this notice, so each run does not reload them. Amounts are read here, because a window that reads an
 * index alone takes half the time.
 */
const concerns: Readonly<Record<Topic, (span: Span) => RawBuilder<unknown>>> = {
  'bill-ready': () => sql`(select bill.amount from cis.holder_bill as bill
    where bill.account_number = remaining.account_number and bill.bill_date = remaining.dedupe_key::date) is not null`,
  'due-soon': (span) => sql`(select balance.balance from cis.balance as balance
    where balance.account_number = remaining.account_number) > 0
    and not ${isPaidByAutopay(sql`remaining.account_number`, sql`remaining.dedupe_key::date`, span)}`,
  'past-due': () => sql`true`,
}

/**
 * Scans a bounded number of rows of a topic.
 *
 * @returns active accounts that are not prepaid, of members with a login, which had no such notice and may want one; and where the
 *   next statement continues, `null` after the last row.
 */
export async function scanForNotices(
  executor: Executor,
  topic: Topic,
  span: Span,
  after: Position,
): Promise<{ readonly accountNumbers: readonly string[]; readonly next: Position | null }> {
  // `except` instead of `not in`: for many rows, the planner would make `not in` compare each row with every other one.
  // The conditions are subqueries instead of joins, so that each stays one index probe per row even when the planner
  // would prefer to read a table.
  const { rows } = await sql<{ due: string[]; looked_at: number; day: string | null; account_number: string | null }>`
    with looked as materialized (${windowOf[topic](span, after)}),
    sent_about as materialized (${sentAbout[topic](span, after)}),
    remaining as materialized (
      select dedupe_key, account_number from looked except select dedupe_key, account_number from sent_about)
    select (select count(*)::integer from looked) as looked_at, last.day, last.account_number,
      (select coalesce(array_agg(account_number order by account_number), '{}') from remaining where
        (select sent.sent_at from portal.sent_notice as sent
         where sent.account_number = remaining.account_number and sent.topic = ${topic} and sent.dedupe_key = remaining.dedupe_key) is null
        and (select login.login_id from cis.account as account
             join portal.login as login on login.member_number = account.member_number
             where account.account_number = remaining.account_number and account.account_status = 'Active'
               and not account.is_prepaid) is not null
        and ${concerns[topic](span)}) as due
    from (select 1) as one
    left join (select day, account_number from looked order by day desc, account_number desc limit 1) as last on true`.execute(
    executor,
  )
  const { due = [], looked_at: lookedAt = 0, day = null, account_number: accountNumber = null } = rows[0] ?? {}
  const isLast = lookedAt < windowSize || day === null || accountNumber === null
  return { accountNumbers: due, next: isLast ? null : { day, accountNumber } }
}

/** Accounts with their latest bill, and whether AutoPay pays it. */
export async function listBilledAccounts(
  executor: Executor,
  accountNumbers: readonly string[],
  { today, ...span }: AutopaySpan & Pick<Span, 'today'>,
): Promise<readonly (Pick<BilledAccount, 'bill' | 'hasAutopay'> & { readonly account: Account })[]> {
  const rows = await accountRows(executor)
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('cis.holder_bill as newest')
          .select(['bill_date', 'newest.amount as bill_amount', 'newest.due_date as bill_due'])
          .whereRef('newest.account_number', '=', 'account.account_number')
          .where('bill_date', '<=', today)
          .orderBy('bill_date', 'desc')
          .limit(1)
          .as('bill'),
      (join) => join.onTrue(),
    )
    .select([
      isPaidByAutopay(sql.ref('account.account_number'), sql.ref('balance.due_date'), span).as('has_autopay'),
      'bill.bill_date',
      'bill.bill_amount',
      'bill.bill_due',
    ])
    .where('account.account_number', '=', sql<string>`any (${[...accountNumbers]}::text[])`)
    .execute()
  return rows.map((row) => ({
    account: toAccount(row),
    bill:
      row.bill_date === null || row.bill_due === null
        ? null
        : { date: row.bill_date, amount: cents(row.bill_amount ?? 0), dueDate: row.bill_due },
    hasAutopay: row.has_autopay,
  }))
}

/** An account whose power is not as its last notice says, of a member with a login. */
export interface PowerChange {
  readonly accountNumber: string
  readonly memberNumber: string
  readonly isOut: boolean
}

/**
 * The tables that show a change of power. The first of each topic is scanned for accounts that are out, the second is looked up
 * for each of them: `cis.outage` has the current state, `portal.notified_outage` our last notice.
 */
const powerTables = {
  outage: ['cis.outage', 'portal.notified_outage'],
  restored: ['portal.notified_outage', 'cis.outage'],
} as const

/**
 * Scans a bounded number of accounts that are out, by the outage system (`outage`) or by our last notice (`restored`). No row of
 * the outage system means that the power is on, and no row of ours that the last notice said so.
 *
 * @returns changes of members with a login; and the account where the next statement continues, `null` after the last one.
 */
export async function scanForPowerChanges(
  executor: Executor,
  topic: keyof typeof powerTables,
  after: string,
): Promise<{ readonly changes: readonly PowerChange[]; readonly next: string | null }> {
  const [table, other] = powerTables[topic]
  const { rows } = await sql<{
    looked_at: number
    last: string | null
    changes: readonly (readonly [string, string])[]
  }>`
    with looked as materialized (
      select account_number from ${sql.table(table)} where is_out and account_number > ${after}
      order by account_number limit ${windowSize}),
    changed as materialized (
      select account_number, (
        select account.member_number from cis.account as account
        join portal.login as login on login.member_number = account.member_number
        where account.account_number = looked.account_number limit 1) as member_number
      from looked where (
        select other.is_out from ${sql.table(other)} as other
        where other.account_number = looked.account_number) is not true)
    select (select count(*)::integer from looked) as looked_at, (select max(account_number) from looked) as last,
      (select coalesce(json_agg(json_build_array(account_number, member_number) order by account_number), '[]')
       from changed where member_number is not null) as changes`.execute(executor)
  const { looked_at: lookedAt = 0, last = null, changes = [] } = rows[0] ?? {}
  return {
    changes: changes.map(([accountNumber, memberNumber]) => ({
      accountNumber,
      memberNumber,
      isOut: topic === 'outage',
    })),
    next: lookedAt < windowSize ? null : last,
  }
}

/** Notes what notices say of the power of accounts. @returns the accounts of which no other worker has noted it. */
export async function upsertNotifiedOutage(
  tx: Tx,
  changes: readonly PowerChange[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .insertInto('portal.notified_outage')
    .values((eb) =>
      changes.map(({ accountNumber, isOut }) => ({
        account_number: accountNumber,
        is_out: isOut,
        changed_at: now,
        estimate_at: eb.selectFrom('cis.outage').select('restored_at').where('account_number', '=', accountNumber),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('account_number')
        .doUpdateSet((eb) => ({
          is_out: eb.ref('excluded.is_out'),
          changed_at: now,
          estimate_at: eb.ref('excluded.estimate_at'),
        }))
        .where(sql.ref('notified_outage.is_out'), '<>', sql.ref('excluded.is_out')),
    )
    .returning('account_number')
    .execute()
  return new Set(rows.map((row) => row.account_number))
}
