import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import {
  type NotedPrepaid,
  type PrepaidThresholds,
  type PrepaidService,
  serviceOffStatuses,
} from '@coopline/rules/messages/notifications/prepaid'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import { unacknowledgedCredit } from '../../accounts/accounts/public.ts'

/** A prepaid account that changed since its last evaluation and whose member has a login. */
export interface ChangedPrepaid {
  readonly accountNumber: string
  readonly memberNumber: string
  readonly balance: Cents
  readonly derivedStatus: string
  readonly cutoffDate: CalendarDate | null
  /** The thresholds that the member chose; `null` for the defaults. */
  readonly thresholds: PrepaidThresholds | null
  readonly noted: NotedPrepaid | null
  /** The number of the last evaluation, 0 before the first. */
  readonly revision: number
}

/** Accounts that one statement reads. */
const windowSize = 5_000

/**
 * Scans a bounded number of prepaid accounts, ordered by number.
 *
 * @param onlyReconnected leaves out accounts other than those whose service was off and is on.
 * @returns active accounts whose balance, status or thresholds changed since their last evaluation, or that were not evaluated today;
 *   and the account where the next statement continues, `null` after the last one.
 */
export async function scanForPrepaid(
  executor: Executor,
  { today, after, onlyReconnected }: { today: CalendarDate; after: string; onlyReconnected: boolean },
): Promise<{ readonly changed: readonly ChangedPrepaid[]; readonly next: string | null }> {
  const { rows } = await sql<{
    readonly looked_at: number
    readonly last: string | null
    readonly changed: readonly PrepaidRow[]
  }>`
    with looked as materialized (
      select account_number, member_number, account_status, derived_status from cis.account
      where is_prepaid and account_number > ${after} order by account_number limit ${windowSize}),
    current as materialized (
      select account.*, balance.cutoff_date, balance.balance + ${unacknowledgedCredit('account')} as balance
      from looked as account
      join cis.balance as balance on balance.account_number = account.account_number
      where account.account_status = 'Active' and exists (
        select from portal.login as login where login.member_number = account.member_number)),
    changed as materialized (
      select current.*, noted.member_number as noted_member, noted.balance as noted_balance, noted.service, noted.cutoff_on,
        noted.is_days_low, noted.lowest_amount, coalesce(noted.revision, 0) as revision
      from current
      left join portal.notified_prepaid as noted on noted.account_number = current.account_number
      where (noted.member_number is distinct from current.member_number or noted.evaluated_on is distinct from ${today}::date
          or (noted.balance, noted.derived_status, noted.cutoff_date)
            is distinct from (current.balance, current.derived_status, current.cutoff_date))
        and (not ${onlyReconnected}::boolean
          or (noted.member_number = current.member_number and noted.service = 'off'
            and current.derived_status <> all(${[...serviceOffStatuses]}::text[]))))
    select (select count(*)::integer from looked) as looked_at, (select max(account_number) from looked) as last,
      (select coalesce(json_agg(json_build_object(
          'accountNumber', changed.account_number, 'memberNumber', changed.member_number, 'balance', changed.balance,
          'derivedStatus', changed.derived_status, 'cutoffDate', changed.cutoff_date, 'revision', changed.revision,
          'notedMember', noted_member, 'notedBalance', noted_balance, 'service', service, 'cutoffOn', cutoff_on, 'isDaysLow', is_days_low,
          'lowestAmount', lowest_amount, 'daysLeft', warning.days_left, 'amounts', warning.amounts)
          order by changed.account_number), '[]')
       from changed left join portal.prepaid_warning as warning on warning.account_number = changed.account_number
         and warning.member_number = changed.member_number) as changed`.execute(executor)
  const { looked_at: lookedAt = 0, last = null, changed = [] } = rows[0] ?? {}
  return { changed: changed.map(toChanged), next: lookedAt < windowSize ? null : last }
}

interface PrepaidRow extends Pick<ChangedPrepaid, 'accountNumber' | 'memberNumber' | 'derivedStatus' | 'revision'> {
  readonly balance: number
  readonly cutoffDate: CalendarDate | null
  readonly notedMember: string | null
  readonly notedBalance: number | null
  readonly service: PrepaidService | null
  readonly cutoffOn: CalendarDate | null
  readonly isDaysLow: boolean | null
  readonly lowestAmount: number | null
  readonly daysLeft: number | null
  readonly amounts: readonly number[] | null
}

function toChanged({
  balance,
  amounts,
  daysLeft,
  notedMember,
  notedBalance,
  service,
  ...row
}: PrepaidRow): ChangedPrepaid {
  const { cutoffOn, isDaysLow, lowestAmount, ...account } = row
  return {
    ...account,
    balance: cents(balance),
    thresholds: amounts === null ? null : { daysLeft, amounts: amounts.map(cents) },
    noted:
      notedMember !== account.memberNumber || notedBalance === null || service === null
        ? null
        : {
            balance: cents(notedBalance),
            service,
            cutoffOn,
            isDaysLow: isDaysLow === true,
            lowestAmount: lowestAmount === null ? null : cents(lowestAmount),
          },
  }
}

/** The newest prepaid statement of each account since a day, with its total and days; accounts without one are absent. */
export async function listPrepaidStatements(
  executor: Executor,
  accountNumbers: readonly string[],
  since: CalendarDate,
): Promise<ReadonlyMap<string, { readonly total: Cents; readonly days: number }>> {
  const { rows } = await sql<{ account_number: string; total: number; days: number }>`
    select wanted.account_number, newest.prepaid_daily_total as total, newest.days
    from unnest(${[...accountNumbers]}::text[]) as wanted (account_number)
    cross join lateral (
      select bill.prepaid_daily_total, bill.statement_end - bill.statement_start as days from cis.holder_bill as bill
      where bill.account_number = wanted.account_number and bill.bill_date >= ${since}::date
        and bill.prepaid_daily_total is not null
      order by bill.bill_date desc limit 1) as newest
    where newest.days > 0`.execute(executor)
  return new Map(rows.map((row) => [row.account_number, { total: cents(row.total), days: row.days }]))
}

/** The result of evaluating an account, as it is stored. */
export type EvaluatedPrepaid = Omit<ChangedPrepaid, 'noted' | 'thresholds'> & { readonly noted: NotedPrepaid }

/**
 * Stores evaluations.
 *
 * @returns the numbers of the accounts for which no other worker has stored the same evaluation.
 */
export async function noteEvaluatedPrepaid(
  tx: Tx,
  evaluated: readonly EvaluatedPrepaid[],
  { today, now }: { readonly today: CalendarDate; readonly now: Date },
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .insertInto('portal.notified_prepaid')
    .values(
      evaluated.map(({ noted, ...account }) => ({
        account_number: account.accountNumber,
        member_number: account.memberNumber,
        balance: account.balance,
        derived_status: account.derivedStatus,
        cutoff_date: account.cutoffDate,
        service: noted.service,
        cutoff_on: noted.cutoffOn,
        is_days_low: noted.isDaysLow,
        lowest_amount: noted.lowestAmount,
        evaluated_on: today,
        revision: account.revision + 1,
        changed_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('account_number')
        .doUpdateSet((eb) => ({
          member_number: eb.ref('excluded.member_number'),
          balance: eb.ref('excluded.balance'),
          derived_status: eb.ref('excluded.derived_status'),
          cutoff_date: eb.ref('excluded.cutoff_date'),
          service: eb.ref('excluded.service'),
          cutoff_on: eb.ref('excluded.cutoff_on'),
          is_days_low: eb.ref('excluded.is_days_low'),
          lowest_amount: eb.ref('excluded.lowest_amount'),
          evaluated_on: eb.ref('excluded.evaluated_on'),
          revision: eb.ref('excluded.revision'),
          changed_at: eb.ref('excluded.changed_at'),
        }))
        .where(sql<boolean>`notified_prepaid.revision < excluded.revision`),
    )
    .returning('account_number')
    .execute()
  return new Set(rows.map((row) => row.account_number))
}

/** Finds the thresholds that a member chose for an account; `undefined` when none were chosen. */
export async function findThresholds(
  executor: Executor,
  { memberNumber, accountNumber }: { readonly memberNumber: string; readonly accountNumber: string },
): Promise<PrepaidThresholds | undefined> {
  const row = await executor
    .selectFrom('portal.prepaid_warning')
    .select(['days_left', sql<readonly number[]>`array_to_json(amounts)`.as('amounts')])
    .where('account_number', '=', accountNumber)
    .where('member_number', '=', memberNumber)
    .executeTakeFirst()
  return row && { daysLeft: row.days_left, amounts: row.amounts.map(cents) }
}

/** Upserts the thresholds of an account, replacing those of a former holder. The next run of the job evaluates the account. */
export async function saveThresholds(
  tx: Tx,
  own: { readonly memberNumber: string; readonly accountNumber: string; readonly now: Date },
  { daysLeft, amounts }: PrepaidThresholds,
): Promise<void> {
  const values = {
    member_number: own.memberNumber,
    days_left: daysLeft,
    amounts: [...new Set(amounts)],
    changed_at: own.now,
  }
  await tx
    .insertInto('portal.prepaid_warning')
    .values({ account_number: own.accountNumber, ...values })
    .onConflict((conflict) => conflict.column('account_number').doUpdateSet(values))
    .execute()
  await tx
    .updateTable('portal.notified_prepaid')
    .set({ evaluated_on: null })
    .where('account_number', '=', own.accountNumber)
    .execute()
}
