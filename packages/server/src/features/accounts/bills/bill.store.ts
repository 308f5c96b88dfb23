import type { BillDetail } from '@coopline/contract/accounts/bills/bills.contract'
import { type CalendarDate, isBefore } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents, maxCents, minCents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'
import { owedOn, unacknowledgedCredit } from '../accounts/public.ts'

/** A bill with its lines, and the name of the cooperative's file, which is empty when the portal draws the bill. */
export interface Bill {
  readonly detail: BillDetail
  readonly document: string
}

interface LineRow {
  readonly description: string
  readonly quantity: number | null
  readonly unit: string
  readonly amount: number
}

const billRows = (executor: Executor) =>
  executor
    .selectFrom('cis.holder_bill as bill')
    .innerJoin('cis.account as account', 'account.account_number', 'bill.account_number')
    .leftJoin('cis.balance as balance', 'balance.account_number', 'bill.account_number')
    .leftJoin('cis.holder_net_metering as bank', (join) =>
      join.onRef('bank.account_number', '=', 'bill.account_number').onRef('bank.period_end', '=', 'bill.statement_end'),
    )
    .select([
      'account.account_number',
      'account.holder_name',
      'account.service_street',
      'account.service_city',
      'account.service_state',
      'account.service_zip',
      'account.is_prepaid',
      'bill.bill_date',
      'bill.due_date',
      'bill.statement_start',
      'bill.statement_end',
      'bill.usage_kwh',
      'bill.previous_balance',
      'bill.payments_received',
      'bill.amount',
      'bill.ending_balance',
      'bill.document',
      'balance.balance',
      'balance.past_due',
      'balance.due_date as past_due_date',
      'balance.cutoff_date',
      'bank.bank_kwh',
      'bank.bank_value',
      'bank.expires_on',
      'bank.true_up_on',
    ])
    .select(unacknowledgedCredit('account').as('credit'))
    .select(
      sql<boolean>`exists (
        select from cis.holder_bill as newer
        where newer.account_number = bill.account_number and newer.bill_date > bill.bill_date)`.as('is_replaced'),
    )
    .select(
      sql<readonly LineRow[]>`(
        select coalesce(json_agg(json_build_object(
          'description', line.description, 'quantity', line.quantity, 'unit', line.unit, 'amount', line.amount)
          order by line.line), '[]')
        from cis.holder_bill_line as line
        where line.account_number = bill.account_number and line.bill_date = bill.bill_date)`.as('lines'),
    )

type BillRow = Awaited<ReturnType<ReturnType<typeof billRows>['executeTakeFirstOrThrow']>>

/**
 * Finds a bill that may be shown, of a current account of the member; `undefined` for every other bill. It is one statement.
 *
 * @param today the day in the cooperative's time zone.
 */
export async function findBill(
  executor: Executor,
  memberNumber: string,
  { accountNumber, billDate }: { readonly accountNumber: string; readonly billDate: CalendarDate },
  today: CalendarDate,
): Promise<Bill | undefined> {
  const row = await billRows(executor)
    .where('bill.account_number', '=', accountNumber)
    .where('bill.bill_date', '=', billDate)
    .where('bill.can_be_viewed', '=', true)
    .where('account.member_number', '=', memberNumber)
    .executeTakeFirst()
  return row && { detail: detailOf(row, today), document: row.document }
}

const detailOf = (row: BillRow, today: CalendarDate): BillDetail => ({
  accountNumber: row.account_number,
  accountHolderName: row.holder_name,
  serviceAddress: `${row.service_street}, ${row.service_city}, ${row.service_state} ${row.service_zip}`,
  billDate: row.bill_date,
  dueDate: row.due_date,
  statementStartDate: row.statement_start,
  statementEndDate: row.statement_end,
  usageKwh: row.usage_kwh === null ? null : Number(row.usage_kwh),
  previousBalance: row.previous_balance,
  paymentsReceived: row.payments_received,
  lines: row.lines.map((line) => ({ ...line, amount: cents(line.amount) })),
  amount: row.amount,
  endingBalance: row.ending_balance ?? row.amount,
  amountDueNow: amountDueNow(row),
  pastDueNow: pastDueNow(row, today),
  energyBank: bankOf(row),
})

function amountDueNow(row: BillRow): Cents | null {
  if (row.is_replaced) return null
  const billed = maxCents(row.ending_balance ?? row.amount, zeroCents)
  if (row.balance === null) return billed
  const owed = subtractCents(owedOn({ isPrepaid: row.is_prepaid, balance: row.balance }), cents(row.credit))
  return minCents(billed, maxCents(owed, zeroCents))
}

/** Returns the past-due amount. After its due date the whole bill is past due; before, the amount is that of the cooperative's copy. */
function pastDueNow(row: BillRow, today: CalendarDate): BillDetail['pastDueNow'] {
  const due = amountDueNow(row)
  if (due === null || due <= zeroCents || row.is_prepaid) return null
  const { cutoff_date: cutoff, past_due_date: since } = row
  const cutoffDate = cutoff !== null && !isBefore(cutoff, today) ? cutoff : null
  if (isBefore(row.due_date, today)) return { amount: due, dueDate: row.due_date, cutoffDate }
  const amount = minCents(due, subtractCents(row.past_due ?? zeroCents, cents(row.credit)))
  if (amount <= zeroCents) return null
  return { amount, dueDate: since !== null && isBefore(since, today) ? since : null, cutoffDate }
}

const bankOf = ({ bank_kwh, bank_value, expires_on, true_up_on }: BillRow): BillDetail['energyBank'] =>
  bank_kwh === null
    ? null
    : { bankKwh: Number(bank_kwh), bankValue: bank_value, expiresOn: expires_on, trueUpOn: true_up_on }
