import { type BillDetail, type BillRow, bills } from '@coopline/contract/accounts/bills/bills.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { type AccountBuilder, anAccount } from './account.ts'

/** A bill in the columns of the cooperative's copy. */
const ordinaryBill = {
  bill_date: calendarDate('2026-11-13'),
  due_date: calendarDate('2026-12-04'),
  amount: cents(14_237),
  usage_kwh: '896.6' as string | null,
  statement_start: calendarDate('2026-10-12'),
  statement_end: calendarDate('2026-11-11'),
  previous_balance: cents(13_102),
  payments_received: cents(13_102),
  ending_balance: cents(14_237),
}

type BillColumns = Readonly<typeof ordinaryBill>

const numberOf = (text: string | null) => (text === null ? null : Number(text))
const billRow = bills.list.answer.shape.results.element

/** A bill of an account, for `seedBill` and for the answers of the API. Throws when an answer does not match the contract. */
export class BillBuilder {
  readonly account: AccountBuilder
  readonly columns: BillColumns

  constructor(account: AccountBuilder, columns: BillColumns) {
    this.account = account
    this.columns = columns
  }

  /** The lines of the bill, which sum to $142.37. */
  get lines() {
    return [
      { line: 1, description: 'Service charge', quantity: null, unit: '', amount: cents(2_800) },
      { line: 2, description: 'Energy', quantity: this.columns.usage_kwh, unit: 'kWh', amount: cents(11_437) },
    ] as const
  }

  /** An entry of the list of bills. */
  toRow(changes: Partial<BillRow> = {}): BillRow {
    return billRow.parse({
      billDate: this.columns.bill_date,
      endingBalance: this.columns.ending_balance,
      dueDate: this.columns.due_date,
      statementStartDate: this.columns.statement_start,
      billType: 'Standard',
      billViewUrl: `handle-${this.columns.bill_date}`,
      amount: this.columns.amount,
      usageKwh: numberOf(this.columns.usage_kwh),
      prepaidDailyTotal: null,
      prepaidUsageDollars: null,
      prepaidCharges: null,
      prepaidTaxes: null,
      ...changes,
    } satisfies BillRow)
  }

  /** The bill as a page. */
  toDetail(changes: Partial<BillDetail> = {}): BillDetail {
    const { accountNumber, accountHolderName, serviceAddress } = this.account.toListed()
    return bills.view.answer.parse({
      accountNumber,
      accountHolderName,
      serviceAddress,
      billDate: this.columns.bill_date,
      dueDate: this.columns.due_date,
      statementStartDate: this.columns.statement_start,
      statementEndDate: this.columns.statement_end,
      usageKwh: numberOf(this.columns.usage_kwh),
      previousBalance: this.columns.previous_balance,
      paymentsReceived: this.columns.payments_received,
      lines: this.lines.map(({ description, quantity, unit, amount }) => ({
        description,
        quantity: numberOf(quantity),
        unit,
        amount,
      })),
      amount: this.columns.amount,
      endingBalance: this.columns.ending_balance,
      amountDueNow: this.columns.ending_balance,
      pastDueNow: null,
      energyBank: null,
      ...changes,
    } satisfies BillDetail)
  }
}

/** A bill of $142.37, due on 12/04/2026, unless the test says otherwise. */
export const aBill = (changes: Partial<BillColumns> = {}, account = anAccount()): BillBuilder =>
  new BillBuilder(account, { ...ordinaryBill, ...changes })
