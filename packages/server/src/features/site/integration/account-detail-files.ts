import {
  accountNumber,
  count,
  dollars,
  energy,
  fileName,
  instant,
  isoDate,
  oneOf,
  signedDollars,
  textOf,
  type ValueKind,
  webAddress,
  yesNoFlag,
} from './bundle-columns.ts'
import {
  accountColumn,
  type BundleColumn,
  type BundleFile,
  column,
  documentColumn,
  mayBeAbsent,
  mayBeEmpty,
  ofAccount,
  throughEvent,
} from './bundle-file.ts'

const message = (name: string, example: string, meaning: string): BundleColumn =>
  mayBeAbsent(column(name, textOf(1000), example, `${meaning}; empty: none`), '')

const paysWith = (name: string, meaning: string): BundleColumn =>
  mayBeAbsent(
    column(name, oneOf('ECHECK', 'CHARGE'), 'ECHECK', `${meaning}; empty: none, or unknown, which counts as either`),
    '',
  )

const accountDetails: BundleFile = {
  file: 'account-details.csv',
  table: 'cis.account_detail',
  key: ['account_number'],
  parents: [ofAccount],
  columns: [
    accountColumn,
    message('cutoff_message', 'Please pay before the cutoff date.', 'Warning on a past-due account'),
    message('bill_message', 'Office closed on Monday.', 'Message on the latest bill'),
    message('statement_heading', 'Annual meeting on May 4.', 'Heading of the statement'),
    message('prepaid_alert', 'Your prepaid balance is low.', 'Warning on a prepaid account'),
    message('capital_credit_message', 'A refund of $12.40 was made.', 'Message to the member about capital credits'),
    mayBeAbsent(
      column('returned_items', count, '0', 'Returned checks and drafts that still count; empty means 0'),
      '0',
    ),
    mayBeAbsent(column('has_autopay', yesNoFlag, 'N', 'AutoPay is set up; empty means N'), 'f'),
    mayBeAbsent(column('draft_date', isoDate, '2027-03-15', 'Day of the next draft; empty: no draft is set up'), null),
    mayBeAbsent(
      column(
        'year_to_date_difference',
        signedDollars,
        '-34.10',
        'Budget or average billing: usage less billed amount this year; empty: no such billing',
      ),
      null,
    ),
    mayBeAbsent(column('collects_meter_readings', yesNoFlag, 'N', 'The member may send readings; empty means N'), 'f'),
    mayBeAbsent(column('shows_usage_history', yesNoFlag, 'Y', 'The member may view usage; empty means Y'), 't'),
    mayBeAbsent(column('usage_suspended', yesNoFlag, 'N', 'Usage is suspended for now; empty means N'), 'f'),
    mayBeAbsent(
      column('meter_sense_url', webAddress, 'https://meters.example.org/1', 'Address of MeterSense; empty: none'),
      '',
    ),
    documentColumn(
      'capital_credit_document',
      fileName,
      'cc-10001.pdf',
      'File of capital credits in DOCUMENTS_DIR; empty: none',
    ),
    mayBeAbsent(
      column('capital_credit_document_title', textOf(120), 'Capital credits 2026', 'Text of its link; may be empty'),
      '',
    ),
    paysWith('autopay_method', 'What AutoPay charges: a bank account or a card'),
    paysWith('draft_method', 'What the draft charges: a bank account or a card'),
  ],
  contradiction: (valueOf) =>
    valueOf('autopay_method') !== '' && valueOf('has_autopay') !== 't'
      ? { column: 'autopay_method', reason: 'needs has_autopay Y' }
      : undefined,
}

/** Interval lengths, in minutes. */
const minutes: ValueKind = { ...oneOf('5', '15', '30', '60'), type: 'smallint' }

const meters: BundleFile = {
  file: 'meters.csv',
  table: 'cis.meter',
  key: ['account_number', 'meter_number'],
  parents: [ofAccount],
  columns: [
    accountColumn,
    column('meter_number', textOf(40), 'E-4410027', 'Number on the meter'),
    mayBeAbsent(
      column('unit', oneOf('kWh', 'Gallons', 'CCF', 'Therms', 'MCF'), 'kWh', 'Unit of the readings; empty means kWh'),
      'kWh',
    ),
    mayBeAbsent(
      column('interval_minutes', minutes, '15', 'Interval length in minutes; empty means daily readings only'),
      null,
    ),
    mayBeAbsent(column('in_service_from', isoDate, '2024-05-02', 'First day of the meter; empty means unknown'), null),
    mayBeAbsent(
      column('in_service_to', isoDate, '2027-02-11', 'Last day of a replaced meter; empty means in use'),
      null,
    ),
    mayBeAbsent(
      column('is_net_metered', yesNoFlag, 'N', 'Y when the meter also measures energy sent to the grid; empty means N'),
      'f',
    ),
    mayBeAbsent(column('feeder', textOf(40), 'ALT-3', 'Feeder of the meter, as in outage files; may be empty'), ''),
  ],
  contradiction: (valueOf) => {
    const [from, to] = [valueOf('in_service_from'), valueOf('in_service_to')]
    return from !== null && to !== null && to < from
      ? { column: 'in_service_to', reason: 'is before in_service_from' }
      : undefined
  },
}

const netMetering: BundleFile = {
  file: 'net-metering.csv',
  table: 'cis.net_metering',
  key: ['account_number', 'period_end'],
  gone: 'removed',
  parents: [ofAccount],
  columns: [
    accountColumn,
    column(
      'period_end',
      isoDate,
      '2027-02-22',
      'Last day of the billing period; the bill whose statement ends on it shows the bank',
    ),
    column('added_kwh', energy, '212', 'Energy that the period put into the bank, in kWh'),
    column('used_kwh', energy, '0', 'Energy that the period took from the bank, in kWh'),
    mayBeAbsent(
      column(
        'expired_kwh',
        energy,
        '0',
        'Energy that left the bank unused, in kWh, such as at the true-up; empty means 0',
      ),
      '0',
    ),
    column('bank_kwh', energy, '624.5', 'Energy in the bank after the period, in kWh'),
    mayBeAbsent(column('bank_value', dollars, '38.72', 'Value of the bank; empty: not shown'), null),
    mayBeAbsent(column('expires_on', isoDate, '2027-04-01', 'Day on which the bank expires; empty: not shown'), null),
    mayBeAbsent(column('true_up_on', isoDate, '2027-03-31', 'Day of the next true-up; empty: not shown'), null),
  ],
}

const linkedAccounts: BundleFile = {
  file: 'linked-accounts.csv',
  table: 'cis.linked_account',
  key: ['account_number', 'linked_account_number'],
  gone: 'removed',
  parents: [ofAccount, { ...ofAccount, columns: ['linked_account_number'] }],
  columns: [
    accountColumn,
    column(
      'linked_account_number',
      accountNumber,
      '100100102',
      'An account whose bills are settled together with it; give both directions to show it with both accounts',
    ),
  ],
  contradiction: (valueOf) =>
    valueOf('account_number') === valueOf('linked_account_number')
      ? { column: 'linked_account_number', reason: 'is the account itself' }
      : undefined,
}

const arrangements: BundleFile = {
  file: 'arrangements.csv',
  table: 'cis.arrangement',
  key: ['account_number'],
  parents: [ofAccount],
  columns: [
    accountColumn,
    column('balance', dollars, '356.20', 'What is left to pay under the arrangement; 0.00 when it is complete'),
    column('next_amount', dollars, '89.05', 'Next payment'),
    column('next_due', isoDate, '2027-03-15', 'When the next payment is due'),
    mayBeAbsent(column('notation', textOf(200), 'Four payments', "The cooperative's own words; may be empty"), ''),
    throughEvent,
  ],
}

const outages: BundleFile = {
  file: 'outages.csv',
  table: 'cis.outage',
  key: ['account_number'],
  parents: [ofAccount],
  columns: [
    accountColumn,
    column('is_out', yesNoFlag, 'Y', 'The power is off; N when it is on again'),
    mayBeEmpty(
      column('restored_at', instant, '2027-03-01T18:30:00-06:00', 'When power is expected back; empty: unknown'),
      null,
    ),
  ],
}

const outageHistory: BundleFile = {
  file: 'outage-history.csv',
  table: 'cis.outage_history',
  key: ['account_number', 'interrupted_at'],
  parents: [ofAccount],
  columns: [
    accountColumn,
    column('interrupted_at', instant, '2027-03-01T14:05:00-06:00', 'When the power went off'),
    mayBeAbsent(
      column('restored_at', instant, '2027-03-01T16:20:00-06:00', 'When the power was restored; empty means still off'),
      null,
    ),
    mayBeAbsent(column('description', textOf(200), 'Tree on line', 'Cause or description; may be empty'), ''),
  ],
}

/** The cooperative's data about an account besides its balance. */
export const accountDetailFiles: readonly BundleFile[] = [
  accountDetails,
  meters,
  netMetering,
  linkedAccounts,
  arrangements,
  outages,
  outageHistory,
]
