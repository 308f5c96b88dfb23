import {
  decimal,
  dollars,
  fileName,
  isoDate,
  lineNumber,
  signedDollars,
  textOf,
  type ValueKind,
  yesNoFlag,
} from './bundle-columns.ts'
import {
  accountColumn,
  type BundleColumn,
  type BundleFile,
  column,
  documentColumn,
  mayBeAbsent,
  ofAccount,
} from './bundle-file.ts'

const optional = (name: string, kind: ValueKind, example: string, meaning: string): BundleColumn =>
  mayBeAbsent(column(name, kind, example, `${meaning}; may be empty`), null)

const bills: BundleFile = {
  file: 'bills.csv',
  table: 'cis.bill',
  key: ['account_number', 'bill_date'],
  gone: 'removed',
  parents: [ofAccount],
  columns: [
    accountColumn,
    column('bill_date', isoDate, '2027-02-22', 'Day of the bill; one bill per account and day'),
    column('due_date', isoDate, '2027-03-15', 'When it was due'),
    column('amount', signedDollars, '142.37', 'Amount billed'),
    mayBeAbsent(column('usage_kwh', decimal, '812', 'Usage billed, in the unit of the service; may be empty'), null),
    mayBeAbsent(column('late_fee', dollars, '0.00', 'Late fee within the amount; empty means 0.00'), '0'),
    optional('statement_start', isoDate, '2027-01-21', 'First day of the billed period'),
    optional('statement_end', isoDate, '2027-02-20', 'Last day of the billed period'),
    mayBeAbsent(
      column('bill_type', textOf(40), 'Standard', 'Standard, Prepaid, Final, …; empty means Standard'),
      'Standard',
    ),
    optional('previous_balance', signedDollars, '120.00', 'What was owed at the previous bill; negative for a credit'),
    optional('payments_received', signedDollars, '120.00', 'What was paid since then'),
    optional(
      'ending_balance',
      signedDollars,
      '142.37',
      'What was owed with this bill; negative for a credit, as a prepaid account has it',
    ),
    documentColumn(
      'document',
      fileName,
      '100100101-20270222.pdf',
      'File of the bill in DOCUMENTS_DIR; empty: the portal generates it',
    ),
    mayBeAbsent(column('can_be_viewed', yesNoFlag, 'Y', 'Members can view the bill; empty means Y'), 't'),
    optional('prepaid_daily_total', signedDollars, '94.20', 'Prepaid: total of the days of the period'),
    optional('prepaid_usage_dollars', signedDollars, '61.25', 'Prepaid: usage within it'),
    optional('prepaid_charges', signedDollars, '28.00', 'Prepaid: other charges within it'),
    optional('prepaid_taxes', signedDollars, '4.95', 'Prepaid: taxes within it'),
  ],
  contradiction: (valueOf) => {
    const start = valueOf('statement_start')
    const end = valueOf('statement_end')
    return start !== null && end !== null && end < start
      ? { column: 'statement_end', reason: 'is before statement_start' }
      : undefined
  },
}

const billLines: BundleFile = {
  file: 'bill-lines.csv',
  table: 'cis.bill_line',
  key: ['account_number', 'bill_date', 'line'],
  gone: 'removed',
  parents: [
    { columns: ['account_number', 'bill_date'], table: 'cis.bill', key: ['account_number', 'bill_date'], what: 'bill' },
  ],
  columns: [
    accountColumn,
    column('bill_date', isoDate, '2027-02-22', 'Day of the bill, as in bills.csv'),
    column('line', lineNumber, '2', 'Place of the line on the bill'),
    column('description', textOf(200), 'Energy charge', 'What the line is for'),
    optional('quantity', decimal, '812', 'How much of it'),
    mayBeAbsent(column('unit', textOf(20), 'kWh', 'Unit of the quantity; may be empty'), ''),
    column('amount', signedDollars, '103.53', 'Amount of the line; the lines of a bill add up to its amount'),
  ],
}

/** Bills, and the lines that explain them. */
export const billFiles: readonly BundleFile[] = [bills, billLines]
