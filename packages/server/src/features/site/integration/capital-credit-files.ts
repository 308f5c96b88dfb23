import {
  dollarsAboveZero,
  fileName,
  fullYear,
  isoDate,
  memberNumber,
  oneOf,
  stateCode,
  textOf,
  zipCode,
} from './bundle-columns.ts'
import {
  type BundleColumn,
  type BundleFile,
  column,
  documentColumn,
  mayBeAbsent,
  memberColumn,
  ofMember,
} from './bundle-file.ts'

/** Former members may be absent from members.csv. */
const formerMember = column(
  'member_number',
  memberNumber,
  '90817',
  'Member number; the member may be absent from members.csv',
)

const entries: BundleFile = {
  file: 'capital-credits.csv',
  table: 'cis.capital_credit',
  key: ['member_number', 'entry_id'],
  gone: 'removed',
  parents: [ofMember],
  columns: [
    memberColumn,
    column('entry_id', textOf(40), 'A-2025', "The entry's own number within the member"),
    column('kind', oneOf('allocation', 'retirement'), 'allocation', 'Credited for a year, or paid out of it'),
    column('year', fullYear, '2025', 'Year of the margins; members see their credits by it'),
    column('posted_on', isoDate, '2026-05-01', 'Day of the notice or the payment'),
    column('amount', dollarsAboveZero, '82.40', 'Amount allocated or paid out'),
    documentColumn('document', fileName, 'cc-10001-2025.pdf', 'File of the notice in DOCUMENTS_DIR; empty: none'),
  ],
}

const letters: BundleFile = {
  file: 'capital-credit-letters.csv',
  table: 'cis.capital_credit_letter',
  key: ['member_number', 'letter_id'],
  gone: 'removed',
  parents: [],
  columns: [
    formerMember,
    column('letter_id', textOf(12), '20270114', 'Number on the letter; members enter it with their member number'),
  ],
}

const optional = (name: string, length: number, example: string, meaning: string): BundleColumn =>
  mayBeAbsent(column(name, textOf(length), example, `${meaning}; may be empty`), '')

const unclaimedCredits: BundleFile = {
  file: 'unclaimed-capital-credits.csv',
  table: 'cis.unclaimed_credit',
  key: ['credit_number'],
  gone: 'removed',
  parents: [],
  columns: [
    column('credit_number', textOf(40), 'U-1', 'Number by which the office finds the credit; never shown'),
    { ...formerMember, meaning: `${formerMember.meaning}; never shown` },
    optional('first_name', 60, 'Willa', 'First name of a person; searchable by the public'),
    optional('last_name', 60, 'Brandt', 'Last name of a person; searchable by the public'),
    optional('company_name', 125, 'Mill Pond Dairy', 'Name of a company; searchable by the public'),
    optional('address', 120, '12 Old Mill Road', 'Last known address; shown to the public'),
    optional('city', 60, 'Menomonie', 'City of that address'),
    mayBeAbsent(column('state', stateCode, 'WI', 'State of that address; may be empty'), ''),
    mayBeAbsent(column('zip', zipCode, '54751', 'ZIP code of that address; may be empty'), ''),
  ],
  contradiction: (valueOf) =>
    valueOf('last_name') === '' && valueOf('company_name') === '' && valueOf('first_name') === ''
      ? { column: 'last_name', reason: 'is empty, and so are first_name and company_name' }
      : undefined,
}

/** Files with members' capital credits by year, and with those that the public can search or return letters for. */
export const capitalCreditFiles: readonly BundleFile[] = [entries, letters, unclaimedCredits]
