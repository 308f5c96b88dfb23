import type { FeatureData } from './feature-data.ts'
import { copied, erased, kept } from './personal-data.ts'

/**
 * States for the tables of the platform how long rows stay, what an export and an erasure of a member do with them, and
 * which secrets they hold.
 */
export const platformData: FeatureData = {
  retention: [
    {
      table: 'outbox.message',
      column: 'created_at',
      days: 90,
      // The provider reports a payment again for some days, and its receipt must be known then.
      leastDays: 14,
      what: 'Mails and texts, sent or not, from when they were written',
    },
    {
      table: 'outbox.event',
      column: 'acknowledged_at',
      days: 400,
      leastDays: 30,
      what: 'Events for the cooperative’s systems, from when they were acknowledged; unacknowledged ones stay',
    },
    {
      table: 'portal.audit',
      column: 'at',
      days: 1095,
      // The trigger on `portal.audit` refuses fewer.
      leastDays: 366,
      what: 'The audit; the database itself refuses to delete entries of the last 365 days',
    },
    {
      table: 'portal.backup_taken',
      column: 'taken_at',
      days: 400,
      leastDays: 30,
      what: 'When backups were taken',
    },
    {
      table: 'portal.refused_import',
      column: 'seen_at',
      days: 400,
      leastDays: 30,
      what: 'Names of refused files in the watch folders',
    },
    {
      table: 'portal.recorded_import',
      column: 'started_at',
      days: 90,
      leastDays: 7,
      what: 'Imports with their reports, as the staff console shows them',
    },
    {
      table: 'portal.attempt_counter',
      column: 'expires_at',
      days: 0,
      leastDays: 0,
      what: 'Counters of attempts, once their window is over',
    },
  ],
  secrets: [
    {
      name: 'sealed messages waiting to be sent',
      table: 'outbox.message',
      id: ['id', 'dedupe_key'],
      column: 'body_text',
      where: [
        { column: 'sent_at', is: 'null' },
        { column: 'body_text', is: 'sealed' },
      ],
      stored: { as: 'message' },
    },
  ],
  personalData: [
    copied('cis.member', 'member', ['member_number'], 'Name and language'),
    copied('cis.phone', 'member', ['digits'], 'Phone numbers'),
    copied('cis.email', 'member', ['address'], 'Email addresses'),
    copied('cis.account', 'member', ['account_number'], 'Accounts'),
    copied('cis.account_detail', 'account', ['account_number'], 'Messages and details of accounts'),
    copied('cis.balance', 'account', ['account_number'], 'Balances'),
    copied('cis.bill', 'account', ['account_number', 'bill_date'], 'Bills', 'cis.holder_bill'),
    copied(
      'cis.bill_line',
      'account',
      ['account_number', 'bill_date', 'line'],
      'Lines of bills',
      'cis.holder_bill_line',
    ),
    copied(
      'cis.payment',
      'account',
      ['account_number', 'reference'],
      'Payments as the cooperative posted them',
      'cis.holder_payment',
    ),
    copied('cis.delinquent', 'account', ['account_number', 'bill_date'], 'Late bills', 'cis.holder_delinquent'),
    copied('cis.deposit', 'account', ['account_number', 'reference'], 'Deposits', 'cis.holder_deposit'),
    copied('cis.arrangement', 'account', ['account_number'], 'Arrangements'),
    copied('cis.linked_account', 'account', ['account_number', 'linked_account_number'], 'Linked accounts'),
    copied('cis.meter', 'account', ['account_number', 'meter_number'], 'Meters', 'cis.holder_meter'),
    copied('cis.outage', 'account', ['account_number'], 'Outage status'),
    kept('portal.audit', 'member', ['at', 'id'], 'The audit; ends by retention', ['request_id', 'detail']),
    // After the other rows: what was written to the member by a transaction that had locked one of them is there by now.
    erased('outbox.message', 'address', ['recipient', 'id'], 'Mails and texts to addresses that no other member has', [
      'dedupe_key',
      'body_html',
      'last_error',
      'unsubscribe_url',
    ]),
  ],
  notPersonalData: {
    'outbox.event': 'Messages to the cooperative’s systems about changes that other tables have; end by retention',
    'portal.app_key': 'Keys',
    'portal.attempt_counter': 'Counts of attempts by hashes; deleted when their window is over',
    'portal.backup_taken': 'When backups were taken',
    'portal.recorded_import': 'Reports of imports, without the values of rows',
    'portal.refused_import': 'Names of files in the watch folders',
  },
}
