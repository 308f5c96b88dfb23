import {
  accountNumber,
  decimal,
  dollars,
  emailAddress,
  eventNumber,
  isoDate,
  memberNumber,
  oneOf,
  phoneNumber,
  signedDollars,
  stateCode,
  textOf,
  type ValueKind,
  yesNo,
  zipCode,
} from './bundle-columns.ts'

/** One column of a file of the bundle. */
export interface BundleColumn {
  readonly name: string
  readonly kind: ValueKind
  /**
   * What an empty value means: `refused`, or the text that stands for it in the database, or `null` for "none".
   * A column that is not `mustExist` may be left out of the file; all its values are then empty.
   */
  readonly empty: 'refused' | { readonly means: string | null }
  readonly mustExist: boolean
  /** False for a column that steers the import and is not kept. */
  readonly stored: boolean
  readonly example: string
  readonly meaning: string
}

/** One file of the bundle and the table of the cooperative's copy that it fills. */
export interface BundleFile {
  readonly file: string
  readonly table: `cis.${'member' | 'phone' | 'email' | 'account' | 'balance' | 'bill' | 'payment'}`
  /** Columns that together name a row. */
  readonly key: readonly string[]
  /** The column that must name a row of another table. */
  readonly parent?: { readonly column: string; readonly table: 'cis.member' | 'cis.account'; readonly what: string }
  readonly columns: readonly BundleColumn[]
}

const column = (name: string, kind: ValueKind, example: string, meaning: string): BundleColumn => ({
  name,
  kind,
  example,
  meaning,
  empty: 'refused',
  mustExist: true,
  stored: true,
})

/** The column must be in the file; its values may be empty. */
const mayBeEmpty = (base: BundleColumn, means: string | null): BundleColumn => ({ ...base, empty: { means } })

/** The whole column may be left out. */
const mayBeAbsent = (base: BundleColumn, means: string | null): BundleColumn => ({
  ...base,
  empty: { means },
  mustExist: false,
})

const member = column('member_number', memberNumber, '10001', 'The member, as in members.csv')
const account = column('account_number', accountNumber, '100100101', 'The account, as in accounts.csv')
const ofMember = { column: 'member_number', table: 'cis.member', what: 'member' } as const
const ofAccount = { column: 'account_number', table: 'cis.account', what: 'account' } as const

const members: BundleFile = {
  file: 'members.csv',
  table: 'cis.member',
  key: ['member_number'],
  columns: [
    { ...member, meaning: "The member's number in the cooperative's system" },
    column('name', textOf(120), 'Ada Lindqvist', 'Name as the cooperative addresses the member'),
    mayBeAbsent(
      column('prefers_language', oneOf('en', 'es'), 'en', 'Language of mails and texts to the member; empty means en'),
      'en',
    ),
  ],
}

const phones: BundleFile = {
  file: 'phones.csv',
  table: 'cis.phone',
  key: ['member_number', 'digits'],
  parent: ofMember,
  columns: [
    member,
    column('digits', phoneNumber, '7155550100', 'Telephone number in any usual writing; its ten digits are kept'),
    column('kind', oneOf('cell', 'home', 'work', 'other'), 'cell', 'Text messages go to cell phones only'),
  ],
}

const emails: BundleFile = {
  file: 'emails.csv',
  table: 'cis.email',
  key: ['member_number', 'address'],
  parent: ofMember,
  columns: [member, column('address', emailAddress, 'ada@example.org', 'E-mail address on file')],
}

const accounts: BundleFile = {
  file: 'accounts.csv',
  table: 'cis.account',
  key: ['account_number'],
  parent: ofMember,
  columns: [
    { ...account, meaning: 'The account, as printed on the bill; leading zeros count' },
    member,
    column('is_primary', yesNo, 'Y', "The member's primary account"),
    column('holder_name', textOf(120), 'Ada Lindqvist', 'Name on the account'),
    column('account_type', textOf(40), 'Electric', 'Electric, Water, or another service by its name'),
    column('account_status', textOf(40), 'Active', 'Active, Inactive, …'),
    column('derived_status', textOf(40), 'Current', 'Current, Past Due, Pending Disconnect, Disconnected, …'),
    column('service_street', textOf(120), '412 Cedar Street', 'Where the service is'),
    column('service_city', textOf(60), 'Eau Claire', 'Town of the service address'),
    column('service_state', stateCode, 'WI', 'State of the service address'),
    column('service_zip', zipCode, '54701', 'ZIP code of the service address'),
    mayBeEmpty(column('location_id', textOf(40), 'L-100100101', 'The service location; may be empty'), ''),
    column('is_prepaid', yesNo, 'N', 'The account is paid in advance'),
    mayBeEmpty(
      column('prepaid_label', textOf(60), 'Prepaid', 'What the cooperative calls its prepaid plan; may be empty'),
      '',
    ),
    column('billing_type', textOf(40), 'Standard', 'Standard, Budget, Average, …'),
    column('card_eligible', yesNo, 'Y', 'Cards are accepted for the account'),
    column('echeck_eligible', yesNo, 'Y', 'Electronic checks are accepted for the account'),
    column('no_more_checks', yesNo, 'N', 'No more checks are taken from the member'),
  ],
}

const balances: BundleFile = {
  file: 'balances.csv',
  table: 'cis.balance',
  key: ['account_number'],
  parent: ofAccount,
  columns: [
    account,
    column('balance', signedDollars, '142.37', 'What is owed; negative for a credit'),
    column('past_due', dollars, '0.00', 'Part of the balance that is overdue'),
    mayBeEmpty(column('due_date', isoDate, '2027-03-15', 'When the balance is due; empty when nothing is'), null),
    column(
      'cutoff_amount',
      dollars,
      '0.00',
      'What must be paid against disconnection; above zero puts the account in cutoff',
    ),
    mayBeEmpty(column('cutoff_date', isoDate, '2027-03-20', 'When service is, or was, cut off; may be empty'), null),
    column('reconnect_fee', dollars, '0.00', 'Fee for reconnection'),
    column('additional_deposit', dollars, '0.00', 'Deposit asked for before reconnection'),
    column('disconnect_fee', dollars, '0.00', 'Fee of a disconnection'),
    column('over_pay_amount', dollars, '500.00', 'The most that may be paid when overpayment is not allowed'),
    mayBeAbsent(
      column('prepaid_minimum', dollars, '20.00', 'Least payment of a prepaid account; empty means 0.00'),
      '0',
    ),
    mayBeAbsent(
      column('prepaid_reconnect', dollars, '35.50', 'What a disconnected prepaid account must pay; empty means 0.00'),
      '0',
    ),
    mayBeAbsent(
      column('minimum_payment_due', dollars, '0.00', 'Least payment that the cooperative asks for; empty means 0.00'),
      '0',
    ),
    mayBeAbsent(
      column(
        'liability_confirmation_amount',
        dollars,
        '0.00',
        'Amount of the liability confirmation; empty means 0.00',
      ),
      '0',
    ),
    mayBeAbsent(
      column('show_liability_confirmation', yesNo, 'N', 'Whether the liability confirmation is shown; empty means N'),
      'f',
    ),
    {
      ...mayBeAbsent(
        column(
          'payments_through_event',
          eventNumber,
          '4711',
          'Last portal event that this balance already includes (see below); empty: none',
        ),
        null,
      ),
      stored: false,
    },
  ],
}

const bills: BundleFile = {
  file: 'bills.csv',
  table: 'cis.bill',
  key: ['account_number', 'bill_date'],
  parent: ofAccount,
  columns: [
    account,
    column('bill_date', isoDate, '2027-02-22', 'Day of the bill; one bill per account and day'),
    column('due_date', isoDate, '2027-03-15', 'When it was due'),
    column('amount', signedDollars, '142.37', 'Amount billed'),
    mayBeAbsent(column('usage_kwh', decimal, '812', 'Usage billed, in the unit of the service; may be empty'), null),
    mayBeAbsent(column('late_fee', dollars, '0.00', 'Late fee within the amount; empty means 0.00'), '0'),
  ],
}

const payments: BundleFile = {
  file: 'payments.csv',
  table: 'cis.payment',
  key: ['account_number', 'reference'],
  parent: ofAccount,
  columns: [
    account,
    column('reference', textOf(60), 'P-20270301-17', "The payment's own number within the account"),
    column('paid_on', isoDate, '2027-03-01', 'Day of the payment'),
    column('amount', signedDollars, '142.37', 'Amount paid; negative for one taken back'),
    column('method', textOf(40), 'Check', 'Check, Card, Cash, …'),
  ],
}

/** The files of a bundle, in the order in which they are read: a row may name rows of earlier files. */
export const bundleFiles: readonly BundleFile[] = [members, phones, emails, accounts, balances, bills, payments]
