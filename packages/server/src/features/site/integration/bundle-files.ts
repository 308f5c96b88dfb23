import { accountDetailFiles } from './account-detail-files.ts'
import { billFiles } from './bill-files.ts'
import {
  dollars,
  emailAddress,
  eventNumber,
  isoDate,
  oneOf,
  phoneNumber,
  signedDollars,
  stateCode,
  textOf,
  yesNoFlag,
  zipCode,
} from './bundle-columns.ts'
import { accountProfiles } from './account-profile-file.ts'
import { capitalCreditFiles } from './capital-credit-files.ts'
import {
  accountColumn,
  type BundleFile,
  column,
  heldSince,
  mayBeAbsent,
  mayBeEmpty,
  memberColumn,
  ofAccount,
  ofMember,
  paymentsThroughEvent,
} from './bundle-file.ts'
import { drafts } from './draft-file.ts'
import { preferenceFiles } from './preference-files.ts'
import { securityFiles } from './security-files.ts'
import { serviceFiles } from './service-files.ts'

const members: BundleFile = {
  file: 'members.csv',
  table: 'cis.member',
  key: ['member_number'],
  parents: [],
  columns: [
    { ...memberColumn, meaning: "The member's number in the cooperative's system" },
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
  gone: 'removed',
  parents: [ofMember],
  columns: [
    memberColumn,
    column('digits', phoneNumber, '7155550100', 'Telephone number in any common format; its ten digits are stored'),
    column('kind', oneOf('cell', 'home', 'work', 'other'), 'cell', 'Text messages go to cell phones only'),
  ],
}

const emails: BundleFile = {
  file: 'emails.csv',
  table: 'cis.email',
  key: ['member_number', 'address'],
  gone: 'removed',
  parents: [ofMember],
  columns: [memberColumn, column('address', emailAddress, 'ada@example.org', 'Email address on file')],
}

const accounts: BundleFile = {
  file: 'accounts.csv',
  table: 'cis.account',
  key: ['account_number'],
  gone: 'inactive',
  parents: [ofMember],
  columns: [
    { ...accountColumn, meaning: 'The account, as printed on the bill; leading zeros count' },
    memberColumn,
    column('is_primary', yesNoFlag, 'Y', "The member's primary account"),
    column('holder_name', textOf(120), 'Ada Lindqvist', 'Name on the account'),
    column('account_type', textOf(40), 'Electric', 'Electric, Water, or another service by its name'),
    column('account_status', textOf(40), 'Active', 'Active, Inactive, …'),
    column('derived_status', textOf(40), 'Current', 'Current, Past Due, Pending Disconnect, Disconnected, …'),
    column('service_street', textOf(120), '412 Cedar Street', 'Where the service is'),
    column('service_city', textOf(60), 'Eau Claire', 'Town of the service address'),
    column('service_state', stateCode, 'WI', 'State of the service address'),
    column('service_zip', zipCode, '54701', 'ZIP code of the service address'),
    mayBeEmpty(column('location_id', textOf(40), 'L-100100101', 'The service location; may be empty'), ''),
    column('is_prepaid', yesNoFlag, 'N', 'The account is paid in advance'),
    mayBeEmpty(
      column('prepaid_label', textOf(60), 'Prepaid', 'What the cooperative calls its prepaid plan; may be empty'),
      '',
    ),
    column('billing_type', textOf(40), 'Standard', 'Standard, Budget, Average, …'),
    column('card_eligible', yesNoFlag, 'Y', 'Cards are accepted for the account'),
    column('echeck_eligible', yesNoFlag, 'Y', 'Electronic checks are accepted for the account'),
    column('no_more_checks', yesNoFlag, 'N', 'No more checks are taken from the member'),
    mayBeAbsent(
      column(
        heldSince,
        isoDate,
        '2026-05-01',
        'The day from which the member holds the account, when another member held it before: neither the member nor their apps see what is dated earlier. Empty: the day that is known, or that of the import for another member than before',
      ),
      null,
    ),
  ],
}

const balances: BundleFile = {
  file: 'balances.csv',
  table: 'cis.balance',
  key: ['account_number'],
  parents: [ofAccount],
  columns: [
    accountColumn,
    column(
      'balance',
      signedDollars,
      '142.37',
      'What is owed, negative for a credit; for a prepaid account what is left, negative when more was used than paid',
    ),
    column('past_due', dollars, '0.00', 'Part of the balance that is overdue'),
    mayBeEmpty(column('due_date', isoDate, '2027-03-15', 'When the balance is due; empty when nothing is'), null),
    column(
      'cutoff_amount',
      dollars,
      '0.00',
      'What must be paid to avoid disconnection; above zero puts the account in cutoff',
    ),
    mayBeEmpty(column('cutoff_date', isoDate, '2027-03-20', 'When service is, or was, cut off; may be empty'), null),
    column('reconnect_fee', dollars, '0.00', 'Fee for reconnection'),
    column('additional_deposit', dollars, '0.00', 'Deposit asked for before reconnection'),
    column('disconnect_fee', dollars, '0.00', 'Fee for disconnection'),
    column('over_pay_amount', dollars, '500.00', 'The most that may be paid when overpayment is not allowed'),
    mayBeAbsent(
      column(
        'prepaid_minimum',
        dollars,
        '20.00',
        'Accepted and not used: the least payment of a prepaid account is the setting `prepaidMinimumPaymentAmount`',
      ),
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
      column(
        'show_liability_confirmation',
        yesNoFlag,
        'N',
        'Whether the liability confirmation is shown; empty means N',
      ),
      'f',
    ),
    mayBeAbsent(
      column(
        paymentsThroughEvent,
        eventNumber,
        '4711',
        'Last portal event that this balance already includes (see below); empty: none, where no earlier balance of the account named one',
      ),
      null,
    ),
  ],
}

const payments: BundleFile = {
  file: 'payments.csv',
  table: 'cis.payment',
  key: ['account_number', 'reference'],
  gone: 'removed',
  parents: [ofAccount],
  columns: [
    accountColumn,
    column('reference', textOf(60), 'P-20270301-17', "The payment's own number within the account"),
    column('paid_on', isoDate, '2027-03-01', 'Day of the payment'),
    column('amount', signedDollars, '142.37', 'Amount paid; negative for a reversal'),
    column('method', textOf(40), 'Check', 'Check, Card, Cash, …'),
  ],
}

/** The files of a bundle, in the order in which they are read: a row may name rows of earlier files. */
export const bundleFiles: readonly BundleFile[] = [
  members,
  phones,
  emails,
  accounts,
  accountProfiles,
  balances,
  ...accountDetailFiles,
  drafts,
  ...preferenceFiles,
  ...billFiles,
  ...securityFiles,
  ...serviceFiles,
  payments,
  ...capitalCreditFiles,
]
