import { dollars, isoDate, oneOf, textOf, type ValueKind, yesNoFlag } from './bundle-columns.ts'
import {
  accountColumn,
  type BundleColumn,
  type BundleFile,
  column,
  mayBeAbsent,
  memberColumn,
  ofAccount,
  ofMember,
  throughEvent,
} from './bundle-file.ts'

const flag = (name: string, meaning: string): BundleColumn =>
  mayBeAbsent(column(name, yesNoFlag, 'N', `${meaning}; empty means N`), 'f')

const memberDetails: BundleFile = {
  file: 'member-details.csv',
  table: 'cis.member_detail',
  key: ['member_number'],
  parents: [ofMember],
  columns: [
    memberColumn,
    flag('paperless_billing', 'The member gets no bills by mail'),
    flag('paperless_other', 'The member gets no other letters by mail'),
    flag('electronic_kit', 'The member gets the annual electric kit electronically'),
    flag('marketing_emails', 'Emails with news and offers'),
    flag('payment_emails', 'An email about each payment'),
    flag('service_order_emails', 'An email about each service order'),
    flag('phone_unlisted', 'The telephone number is not shown to others'),
    flag('stores_check', 'A bank account is saved for payments'),
    flag('stores_credit', 'A card is saved for payments'),
    throughEvent,
  ],
}

const accountPreferences: BundleFile = {
  file: 'account-preferences.csv',
  table: 'cis.account_preference',
  key: ['account_number'],
  parents: [ofAccount],
  columns: [
    accountColumn,
    flag('email_bill_notice', 'An email about each new bill'),
    flag('paperless_billing', 'No bills of the account are mailed'),
    flag('paperless_other', 'No other letters of the account are mailed'),
    flag('roundup', 'Takes part in Operation RoundUp'),
    mayBeAbsent(column('roundup_amount', dollars, '2.00', 'What RoundUp Plus adds to each bill; empty: none'), null),
    mayBeAbsent(column('roundup_expiration', isoDate, '2027-12-31', 'Day on which it ends; empty: no end'), null),
    throughEvent,
  ],
}

const months: ValueKind = {
  ...oneOf(...Array.from({ length: 12 }, (_, index) => String(index + 1))),
  type: 'smallint',
}

const levelizedAccounts: BundleFile = {
  file: 'levelized-accounts.csv',
  table: 'cis.levelized_account',
  key: ['account_number'],
  parents: [ofAccount],
  columns: [
    accountColumn,
    column('is_eligible', yesNoFlag, 'Y', 'The account can have Average Billing'),
    mayBeAbsent(
      column('not_eligible_message', textOf(300), 'Your account is past due.', 'Why it cannot; may be empty'),
      '',
    ),
    mayBeAbsent(
      column('estimated_amount', dollars, '142.00', 'Estimated monthly bill under Average Billing; empty: none'),
      null,
    ),
    column(
      'settlement_month',
      months,
      '6',
      'Settlement month of the account’s Average Billing, or of a new enrollment; 1 is January',
    ),
    throughEvent,
  ],
}

/** The files with members' choices, as the cooperative's system has them. */
export const preferenceFiles: readonly BundleFile[] = [memberDetails, accountPreferences, levelizedAccounts]
