import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import type { ChargeLine, ExplainedBill } from '@coopline/rules/usage/insights/bill-charges'
import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'

/** An account and the bills around a given one. */
export interface BillHistory {
  readonly accountType: string
  readonly serviceZip: string
  /** Newest first. Only bills the member may see have lines. */
  readonly bills: readonly ExplainedBill[]
}

interface BillRow {
  readonly bill_date: CalendarDate
  readonly statement_start: CalendarDate | null
  readonly statement_end: CalendarDate | null
  readonly amount: number
  readonly usage_kwh: number | null
  readonly late_fee: number
  readonly prepaid_usage_dollars: number | null
  readonly prepaid_charges: number | null
  readonly prepaid_taxes: number | null
  readonly lines: readonly (Omit<ChargeLine, 'amount'> & { readonly amount: number })[]
}

/** Days to load before the requested bill, to fit usage to weather, and after it. */
const [daysBefore, daysAfter] = [3 * 366, 2 * 366]
const mostBills = 100

/** Loads a member's bills around a day, in one statement; `undefined` for another member's account. */
export async function findBillHistory(
  executor: Executor,
  { memberNumber, accountNumber }: { readonly memberNumber: string; readonly accountNumber: string },
  around: CalendarDate,
): Promise<BillHistory | undefined> {
  const { rows } = await sql<{
    readonly account_type: string
    readonly service_zip: string
    readonly bills: readonly BillRow[]
  }>`
    select account_type, service_zip, (
      select coalesce(json_agg(near order by bill_date desc), '[]') from (
        select bill_date, statement_start, statement_end, amount, usage_kwh, late_fee,
          prepaid_usage_dollars, prepaid_charges, prepaid_taxes, (
            select coalesce(json_agg(json_build_object('description', line.description, 'quantity', line.quantity,
              'unit', line.unit, 'amount', line.amount) order by line.line), '[]')
            from cis.holder_bill_line as line
            where bill.can_be_viewed and line.account_number = bill.account_number and line.bill_date = bill.bill_date
          ) as lines
        from cis.holder_bill as bill
        where bill.account_number = account.account_number
          and bill_date between ${addDays(around, -daysBefore)} and ${addDays(around, daysAfter)}
        order by bill_date desc limit ${mostBills}) as near) as bills
    from cis.account as account
    where account_number = ${accountNumber} and member_number = ${memberNumber}`.execute(executor)
  const [row] = rows
  return row && { accountType: row.account_type, serviceZip: row.service_zip, bills: row.bills.map(toBill) }
}

const toBill = (row: BillRow): ExplainedBill => ({
  billDate: row.bill_date,
  start: row.statement_start,
  end: row.statement_end,
  amount: cents(row.amount),
  usageKwh: row.usage_kwh,
  lateFee: cents(row.late_fee),
  lines: row.lines.map((line) => ({ ...line, amount: cents(line.amount) })),
  prepaid: prepaidOf(row),
})

function prepaidOf({ prepaid_usage_dollars: usage, prepaid_charges: charges, prepaid_taxes: taxes }: BillRow) {
  const known = (amount: number | null): Cents => cents(amount ?? 0)
  return usage === null ? null : { usage: known(usage), charges: known(charges), taxes: known(taxes) }
}
