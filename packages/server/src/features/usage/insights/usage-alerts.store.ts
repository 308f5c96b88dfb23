import type { UsageAlerts } from '@coopline/rules/usage/insights/usage-alerts'
import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import { listNewestDays } from '../usage/public.ts'
// Registers the slice's table types.
import './insights.tables.ts'

export interface SavedAlerts extends UsageAlerts {
  readonly snoozedUntil: CalendarDate | null
}

/** Finds a member's alert settings for an account; `undefined` when none are saved. */
export async function findUsageAlerts(
  executor: Executor,
  { memberNumber, accountNumber }: { readonly memberNumber: string; readonly accountNumber: string },
): Promise<SavedAlerts | undefined> {
  const row = await executor
    .selectFrom('portal.usage_alert')
    .select(['daily_kwh', 'projected_bill', 'continuous_water', 'base_load_doubled', 'snoozed_until'])
    .where('account_number', '=', accountNumber)
    .where('member_number', '=', memberNumber)
    .executeTakeFirst()
  return (
    row && {
      dailyKwh: row.daily_kwh,
      projectedBillCents: row.projected_bill,
      continuousWater: row.continuous_water,
      baseLoadDoubled: row.base_load_doubled,
      snoozedUntil: row.snoozed_until,
    }
  )
}

/** Upserts the alert settings of an account, replacing those of a former owner. */
export async function saveUsageAlerts(
  tx: Tx,
  { memberNumber, accountNumber, now }: { memberNumber: string; accountNumber: string; now: Date },
  alerts: SavedAlerts,
): Promise<void> {
  const values = {
    member_number: memberNumber,
    daily_kwh: alerts.dailyKwh,
    projected_bill: alerts.projectedBillCents === null ? null : cents(alerts.projectedBillCents),
    continuous_water: alerts.continuousWater,
    base_load_doubled: alerts.baseLoadDoubled,
    snoozed_until: alerts.snoozedUntil,
    changed_at: now,
  }
  await tx
    .insertInto('portal.usage_alert')
    .values({ account_number: accountNumber, evaluated_through: null, ...values })
    .onConflict((conflict) => conflict.column('account_number').doUpdateSet(values))
    .execute()
}

/** An account with readings newer than its last evaluation. */
export interface AlertedAccount extends SavedAlerts {
  readonly accountNumber: string
  readonly memberNumber: string
  readonly accountType: string
  readonly evaluatedThrough: CalendarDate | null
  /** The last day with readings. */
  readonly through: CalendarDate
}

/** Accounts per statement. */
const windowSize = 500
/** Maximum age of a reading that can trigger an alert, in days. */
const newestDays = 14

/**
 * Scans a bounded number of accounts with alerts, ordered by number.
 *
 * @returns active accounts with readings since their last evaluation, and the account number to continue from, or `null` after
 * the last one.
 */
export async function scanForNewReadings(
  executor: Executor,
  today: CalendarDate,
  after: string,
): Promise<{ readonly accounts: readonly AlertedAccount[]; readonly next: string | null }> {
  const { rows } = await sql<{
    readonly looked_at: number
    readonly last: string | null
    readonly accounts: readonly (Omit<AlertedAccount, 'projectedBillCents' | 'through'> & {
      readonly projectedBillCents: number | null
    })[]
  }>`
    with looked as materialized (
      select * from portal.usage_alert where account_number > ${after} order by account_number limit ${windowSize}),
    active as materialized (
      select looked.*, account.account_type
      from looked
      join cis.account as account on account.account_number = looked.account_number
        and account.member_number = looked.member_number and account.account_status = 'Active'
      left join cis.account_detail as detail on detail.account_number = looked.account_number
      where detail.usage_suspended is not true)
    select (select count(*)::integer from looked) as looked_at, (select max(account_number) from looked) as last,
      (select coalesce(json_agg(json_build_object(
          'accountNumber', account_number, 'memberNumber', member_number, 'accountType', account_type,
          'dailyKwh', daily_kwh, 'projectedBillCents', projected_bill, 'continuousWater', continuous_water,
          'baseLoadDoubled', base_load_doubled, 'snoozedUntil', snoozed_until, 'evaluatedThrough', evaluated_through)
          order by account_number), '[]')
       from active) as accounts`.execute(executor)
  const { looked_at: lookedAt = 0, last = null, accounts = [] } = rows[0] ?? {}
  const newest = await listNewestDays(
    executor,
    accounts.map(({ accountNumber }) => accountNumber),
    { from: addDays(today, -newestDays), to: today },
  )
  return {
    accounts: accounts.flatMap((account) => {
      const through = newest.get(account.accountNumber)
      const isNew = through !== undefined && (account.evaluatedThrough === null || through > account.evaluatedThrough)
      return isNew ? [{ ...account, through }] : []
    }),
    next: lookedAt < windowSize ? null : last,
  }
}

/** Records the day through which each account has been evaluated. */
export async function noteEvaluated(
  tx: Tx,
  accounts: readonly Pick<AlertedAccount, 'accountNumber' | 'through'>[],
): Promise<void> {
  await sql`
    update portal.usage_alert as alert set evaluated_through = done.through
    from unnest(${accounts.map(({ accountNumber }) => accountNumber)}::text[], ${accounts.map(({ through }) => through)}::date[])
      as done (account_number, through)
    where alert.account_number = done.account_number`.execute(tx)
}
