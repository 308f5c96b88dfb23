import { dollars, isoDate, textOf, yesNoFlag } from './bundle-columns.ts'
import {
  accountColumn,
  type BundleFile,
  column,
  documentColumn,
  mayBeAbsent,
  ofAccount,
  ownerColumn,
} from './bundle-file.ts'

const deposits: BundleFile = {
  file: 'deposits.csv',
  table: 'cis.deposit',
  key: ['account_number', 'reference'],
  gone: 'removed',
  parents: [ofAccount],
  columns: [
    accountColumn,
    column('reference', textOf(60), 'D-100100101-1', "The deposit's own number within the account"),
    column('received_on', isoDate, '2024-05-02', 'Day on which it was received'),
    column('kind', textOf(60), 'Security deposit', "What it is for, in the cooperative's own words"),
    column('amount', dollars, '150.00', 'Amount received'),
    mayBeAbsent(column('interest', dollars, '4.12', 'What it has earned so far; empty means 0.00'), '0'),
    mayBeAbsent(column('refunded_on', isoDate, '2026-05-02', 'Day on which it was returned; empty: still held'), null),
    ownerColumn,
  ],
}

const delinquents: BundleFile = {
  file: 'delinquents.csv',
  table: 'cis.delinquent',
  key: ['account_number', 'bill_date'],
  gone: 'removed',
  parents: [ofAccount],
  columns: [
    accountColumn,
    column('bill_date', isoDate, '2027-02-22', 'Day of the bill that was not paid on time'),
    column('past_due', dollars, '157.90', 'What was overdue'),
    mayBeAbsent(column('late_fee', dollars, '2.37', 'Late fee charged; empty means 0.00'), '0'),
    mayBeAbsent(column('cutoff_date', isoDate, '2027-03-20', 'When service was to be cut off; may be empty'), null),
    column('processed_on', isoDate, '2027-03-16', 'Day on which the notice was made'),
    documentColumn(
      'document',
      textOf(500),
      'notice-100100101-20270316.pdf',
      'File of the notice in DOCUMENTS_DIR, or an address that consists of the setting delinquentViewUrl and that name; empty: the bill of that day is shown',
    ),
    mayBeAbsent(column('can_be_viewed', yesNoFlag, 'Y', 'Members can view the document; empty means Y'), 't'),
  ],
}

/** Deposits, and bills that were not paid in time. */
export const securityFiles: readonly BundleFile[] = [deposits, delinquents]
