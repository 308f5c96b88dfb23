import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { sql } from 'kysely'
import { arrayLiteral } from '../src/platform/db/array-literal.ts'
import type { Executor, Tx } from '../src/platform/db/open-database.ts'
import { demoNetMetering, type SentPeriod } from './demo-net-metering.ts'
import type { UsageAccount } from './demo-usage.ts'

/** The progress of the demo cooperative, as the columns of portal.demo_cooperative describe it. */
export interface DemoState {
  readonly namedDay: CalendarDate
  readonly namedLoaded: boolean
  readonly ordinaryTarget: number
  readonly ordinaryLoaded: number
  readonly ordinaryDay: CalendarDate
  readonly shiftDay: CalendarDate | null
  readonly shifted: number
  /** The days for which named and ordinary members' readings were last generated; `null` before the first time. */
  readonly namedUsageDay: CalendarDate | null
  readonly ordinaryUsageDay: CalendarDate | null
  /** Number of ordinary members loaded for that day. Below zero: number of other accounts still to load before them. */
  readonly ordinaryUsageLoaded: number
}

/** @returns `undefined` when there is no demo cooperative. */
export async function findDemoState(db: Executor): Promise<DemoState | undefined> {
  const found = await sql<DemoState>`
    select named_day as "namedDay", named_loaded as "namedLoaded", ordinary_target as "ordinaryTarget", ordinary_loaded as "ordinaryLoaded",
      ordinary_day as "ordinaryDay", shift_day as "shiftDay", shifted, named_usage_day as "namedUsageDay", ordinary_usage_day as "ordinaryUsageDay",
      ordinary_usage_loaded as "ordinaryUsageLoaded"
    from portal.demo_cooperative
  `.execute(db)
  return found.rows[0]
}

/** As `findDemoState`, and keeps others from changing it until the transaction ends. */
export async function lockDemoState(tx: Tx): Promise<DemoState | undefined> {
  await sql`select from portal.demo_cooperative for update`.execute(tx)
  return findDemoState(tx)
}

/** Inserts the progress of a new demo cooperative; an existing one stays unchanged. */
export async function beginDemo(db: Executor, today: CalendarDate, ordinaryTarget: number): Promise<void> {
  await sql`
    insert into portal.demo_cooperative (named_day, ordinary_target, ordinary_day)
    values (${today}::text::date, ${ordinaryTarget}, ${today}::text::date)
    on conflict do nothing
  `.execute(db)
}

/** Sets what is given and leaves the rest. */
export async function setDemoState(db: Executor, state: Partial<DemoState>): Promise<void> {
  const columns = {
    named_day: state.namedDay,
    named_loaded: state.namedLoaded,
    ordinary_target: state.ordinaryTarget,
    ordinary_loaded: state.ordinaryLoaded,
    ordinary_day: state.ordinaryDay,
    shift_day: state.shiftDay,
    shifted: state.shifted,
    named_usage_day: state.namedUsageDay,
    ordinary_usage_day: state.ordinaryUsageDay,
    ordinary_usage_loaded: state.ordinaryUsageLoaded,
  }
  const set = Object.entries(columns).flatMap(([name, value]) =>
    value === undefined ? [] : [sql`${sql.ref(name)} = ${value}`],
  )
  await sql`update portal.demo_cooperative set ${sql.join(set)}`.execute(db)
}

// More days than lie between any two bills of an account.
const outOfTheWay = 100_000

/**
 * Selects the rows of these accounts. The bounds let the index find them. Without the bounds and without statistics,
 * which the embedded database does not gather, every row of the table would be compared with every number.
 */
function rowsOf(accountNumbers: readonly string[]) {
  const sorted = accountNumbers.toSorted()
  return sql`account_number between ${sorted[0] ?? ''} and ${sorted.at(-1) ?? ''}
    and account_number in (select unnest(${`{${sorted.join(',')}}`}::text::text[]))`
}

/**
 * Shifts the dates of some accounts' bills, payments, deposits, service orders, past outages and late bills by a number of days.
 */
export async function moveHistory(tx: Tx, accountNumbers: readonly string[], days: number): Promise<void> {
  const ours = rowsOf(accountNumbers)
  await sql`update cis.payment set paid_on = paid_on + ${days}::int where ${ours}`.execute(tx)
  await sql`
    update cis.outage_history set interrupted_at = interrupted_at + make_interval(hours => 24 * ${days}::int),
      restored_at = restored_at + make_interval(hours => 24 * ${days}::int)
    where ${ours}
  `.execute(tx)
  await sql`update cis.service_order set requested_on = requested_on + ${days}::int where ${ours}`.execute(tx)
  await sql`
    update cis.deposit set received_on = received_on + ${days}::int, refunded_on = refunded_on + ${days}::int
    where ${ours}
  `.execute(tx)
  await sql`
    update cis.meter set in_service_from = in_service_from + ${days}::int, in_service_to = in_service_to + ${days}::int
    where ${ours} and (in_service_from is not null or in_service_to is not null)
  `.execute(tx)
  // Shifted out of the way first, as bills are.
  await sql`update cis.delinquent set bill_date = bill_date + ${outOfTheWay}::int where ${ours}`.execute(tx)
  await sql`
    update cis.delinquent set bill_date = bill_date - ${outOfTheWay - days}::int, cutoff_date = cutoff_date + ${days}::int,
      processed_on = processed_on + ${days}::int
    where ${ours}
  `.execute(tx)
  // The day of a bill is part of its key, and PostgreSQL checks the key row by row. Moved in one step, a bill could
  // collide with its neighbor. The foreign key of lines is checked at the end of a statement, so one statement moves
  // both.
  await sql`
    with lines as (update cis.bill_line set bill_date = bill_date + ${outOfTheWay}::int where ${ours})
    update cis.bill set bill_date = bill_date + ${outOfTheWay}::int where ${ours}
  `.execute(tx)
  await sql`
    with lines as (update cis.bill_line set bill_date = bill_date - ${outOfTheWay - days}::int where ${ours})
    update cis.bill set bill_date = bill_date - ${outOfTheWay - days}::int, due_date = due_date + ${days}::int,
      statement_start = statement_start + ${days}::int, statement_end = statement_end + ${days}::int
    where ${ours}
  `.execute(tx)
}

/** Moves the dates of the balances of some accounts by a number of days. */
export async function moveBalances(tx: Tx, accountNumbers: readonly string[], days: number): Promise<void> {
  await sql`
    update cis.balance set due_date = due_date + ${days}::int, cutoff_date = cutoff_date + ${days}::int
    where ${rowsOf(accountNumbers)}
  `.execute(tx)
}

export interface BalanceDates {
  readonly accountNumber: string
  readonly dueDate: CalendarDate | null
  readonly cutoffDate: CalendarDate | null
}

export async function setBalanceDates(tx: Tx, dates: readonly BalanceDates[]): Promise<void> {
  await sql`
    update cis.balance balance set due_date = given."dueDate", cutoff_date = given."cutoffDate"
    from json_to_recordset(${JSON.stringify(dates)}::text::json)
      as given ("accountNumber" text, "dueDate" date, "cutoffDate" date)
    where balance.account_number = given."accountNumber"
  `.execute(tx)
}

export interface DetailDates {
  readonly accountNumber: string
  readonly draftDate: CalendarDate | null
  readonly arrangementDue: CalendarDate | null
  readonly restoredAt: string | null
}

/** Sets the dates of drafts, arrangements and outages of accounts that have them; a date that is not given stays. */
export async function setDetailDates(tx: Tx, dates: readonly DetailDates[]): Promise<void> {
  const given = sql`json_to_recordset(${JSON.stringify(dates)}::text::json)
    as given ("accountNumber" text, "draftDate" date, "arrangementDue" date, "restoredAt" timestamptz, "roundUpEnds" date)`
  await sql`
    update cis.account_detail detail set draft_date = given."draftDate" from ${given}
    where detail.account_number = given."accountNumber" and given."draftDate" is not null
  `.execute(tx)
  await sql`
    update cis.arrangement arrangement set next_due = given."arrangementDue" from ${given}
    where arrangement.account_number = given."accountNumber" and given."arrangementDue" is not null
  `.execute(tx)
  await sql`
    update cis.outage outage set restored_at = given."restoredAt" from ${given}
    where outage.account_number = given."accountNumber" and given."restoredAt" is not null
  `.execute(tx)
  await sql`
    update cis.account_preference preference set roundup_expiration = given."roundUpEnds" from ${given}
    where preference.account_number = given."accountNumber" and given."roundUpEnds" is not null
  `.execute(tx)
}

/** Lists accounts with meters and the usage on their bills, in thousandths, oldest bill first. */
export async function listUsageAccounts(
  db: Executor,
  accountNumbers: readonly string[],
): Promise<readonly (UsageAccount & { readonly zip: string })[]> {
  if (accountNumbers.length === 0) return []
  const found = await sql<UsageAccount & { readonly zip: string }>`
    select account_number as "accountNumber", account_type as type, is_prepaid as "isPrepaid", service_zip as zip,
      derived_status in ('Disconnected', 'Final Billed') as "isOff",
      (select json_agg(json_build_object('meterNumber', meter_number, 'unit', unit, 'intervalMinutes', interval_minutes,
          'inServiceFrom', in_service_from, 'inServiceTo', in_service_to, 'isNetMetered', is_net_metered) order by meter_number)
        from cis.meter where meter.account_number = account.account_number) as meters,
      coalesce((select json_agg(json_build_object('from', statement_start, 'to', statement_end, 'amount', amount,
          'used', coalesce(usage_kwh, (select quantity from cis.bill_line as line
            where line.account_number = bill.account_number and line.bill_date = bill.bill_date and unit = 'gal' limit 1)) * 1000) order by bill_date)
        from cis.bill where bill.account_number = account.account_number and statement_start is not null
          and statement_end is not null), '[]') as bills
    from cis.account
    where ${rowsOf(accountNumbers)} and exists (select from cis.meter where meter.account_number = account.account_number)
    order by account_number
  `.execute(db)
  return found.rows
}

/** Deletes the readings of some accounts before regenerating them. */
export async function removeReadings(tx: Tx, accountNumbers: readonly string[]): Promise<void> {
  await sql`delete from meter.daily_reading where ${rowsOf(accountNumbers)}`.execute(tx)
  await sql`delete from meter.interval_day where ${rowsOf(accountNumbers)}`.execute(tx)
}

/** Replaces the net-metering ledgers of the net-metered accounts among some accounts. Their readings must be there. */
export async function replaceNetMetering(tx: Tx, accountNumbers: readonly string[]): Promise<void> {
  await sql`delete from cis.net_metering where ${rowsOf(accountNumbers)}`.execute(tx)
  const { rows: sent } = await sql<SentPeriod & { readonly accountNumber: string }>`
    select bill.account_number as "accountNumber", bill.statement_end as "to", sum(reading.received)::float8 as sent
    from cis.bill
    join meter.daily_reading as reading on reading.account_number = bill.account_number
      and reading.day between bill.statement_start and bill.statement_end and reading.received is not null
    where bill.account_number = any (${arrayLiteral(accountNumbers)}::text::text[])
    group by bill.account_number, bill.statement_end order by bill.account_number, bill.statement_end`.execute(tx)
  for (const [accountNumber, periods] of Map.groupBy(sent, (row) => row.accountNumber))
    await tx
      .insertInto('cis.net_metering')
      .values(
        demoNetMetering(periods).map((period) => ({
          account_number: accountNumber,
          period_end: period.periodEnd,
          added_kwh: String(period.addedKwh),
          used_kwh: String(period.usedKwh),
          expired_kwh: String(period.expiredKwh),
          bank_kwh: String(period.bankKwh),
          bank_value: period.bankValue,
          expires_on: period.expiresOn,
          true_up_on: period.trueUpOn,
        })),
      )
      .execute()
}
