import {
  countAlarmsByKind,
  countDifferences,
  countLateNews,
  countUnanswered,
  countWaitingPayments,
  examineComparisons,
} from './alarms/alarms.ts'
import { erasedMember } from './payment.ts'
import { mostCounted } from '../../../platform/health/slice-health.ts'
import type { FeatureData } from '../../../platform/feature-data.ts'
import { books, erased, kept } from '../../../platform/personal-data.ts'

/** The fewest unanswered payments that raise the alarm. Fewer may be payers who left the provider's page. */
const fewestUnanswered = 3

/**
 * States for the tables of the slice how long rows stay, what an export and an erasure of a member do with them, which secrets they
 * hold, and the alarms and metrics about them.
 */
export const paymentsData: FeatureData = {
  retention: [
    {
      table: 'pay.method_request',
      column: 'expires_at',
      days: 7,
      // The provider may report the method some days late.
      leastDays: 1,
      what: 'Requests to store a payment method, from when they expired',
    },
    {
      table: 'pay.provider_notice',
      column: 'done_at',
      days: 7,
      // Providers repeat their news for three days.
      leastDays: 4,
      what: 'News that gave a reason to ask a provider, from when it was asked',
    },
    {
      table: 'pay.compared_day',
      column: 'compared_at',
      days: 400,
      leastDays: 30,
      what: 'Days of the provider that were compared with the ledger',
    },
    {
      table: 'pay.guest_payment',
      column: 'requested_at',
      days: 800,
      // A bank may return a debit for months, and the guest gets a notice of it.
      leastDays: 400,
      what: 'Who paid an account that another member shares, and where the receipt was sent; the payment stays',
    },
  ],
  secrets: [
    {
      name: 'tokens of stored payment methods',
      table: 'pay.stored_method',
      id: ['method_id'],
      column: 'token',
      stored: { as: 'sealed', purpose: 'method-token', ownerOf: ([id]) => String(id) },
    },
  ],
  personalData: [
    {
      ...kept('pay.payment', 'member', ['trans_no'], `Payments; ${books}`, [
        'hand_off',
        'idempotency_scope',
        'idempotency_key',
        'request_hash',
        'accepted',
        'postback_message',
      ]),
      // The card of a guest who paid on the member’s account is none of the member’s data (decision 0189).
      omitIf: { column: 'origin', is: 'guest', omit: ['card_type', 'last_four', 'confirmation_number'] },
    },
    kept('pay.payment_item', 'payment', ['trans_no', 'account_number'], `Accounts of payments; ${books}`),
    {
      ...erased(
        'pay.guest_payment',
        'login',
        ['login_id', 'trans_no'],
        'Payments that the login made on accounts of others; the payment stays, without the login and its address',
      ),
      marks: { set: { login_id: null, email: null } },
    },
    kept('pay.move', 'payment', ['trans_no', 'id'], `States of payments; ${books}`),
    kept('pay.booking', 'payment', ['trans_no', 'id'], `Bookings; ${books}`),
    kept('pay.refund', 'payment', ['trans_no', 'refund_id'], `Refunds that staff asked for; ${books}`),
    kept('pay.ledger_entry', 'booking', ['booking_id', 'line'], `The ledger; ${books}`),
    kept('pay.posting', 'payment', ['trans_no', 'event_id'], `The provider’s reports of payments; ${books}`, 'all'),
    kept('pay.alarm', 'payment', ['trans_no', 'id'], `Differences in payments; ${books}`, 'all'),
    kept(
      'pay.unacknowledged_credit',
      'account',
      ['account_number', 'trans_no', 'event_id'],
      'Payments that the cooperative’s balances do not include yet',
    ),
    // Before the stored methods: from then on, what the provider reports late is removed at once.
    {
      ...erased(
        'pay.method_request',
        'member',
        ['reference'],
        'Requests to store a payment method; the provider is told to forget what it stores later; end by retention',
        'all',
      ),
      marks: { set: { member_number: erasedMember } },
    },
    {
      ...erased(
        'pay.stored_method',
        'stored-method',
        ['method_id'],
        'Cards and bank accounts; the provider is asked to delete them',
        ['token', 'fingerprint'],
      ),
      marks: { set: { is_default: false }, at: 'removed_at' },
    },
  ],
  examine: examineComparisons,
  health: {
    alarms: [
      {
        name: 'no-postback',
        severity: 'page',
        count: countUnanswered,
        most: fewestUnanswered - 1,
        isForBusinessHours: true,
      },
      { name: 'reconciliation-difference', severity: 'ticket', count: countDifferences },
      { name: 'news-waiting', severity: 'ticket', count: countLateNews },
    ],
    gauges: [
      {
        name: 'coopline_payment_alarms',
        help: `Unsettled alarms about payments, by kind (${mostCounted} stands for that many or more; docs/OPERATIONS.md)`,
        label: 'kind',
        read: countAlarmsByKind,
      },
    ],
    countWaiting: countWaitingPayments,
  },
  notPersonalData: {
    'pay.provider_notice':
      'Numbers of payments and requests about which a provider sent news; deleted 7 days after it was asked',
    'pay.compared_day': 'Days of the provider that were compared with the ledger',
    'pay.reported_payment': 'The provider’s report during a reconciliation; deleted at its end',
  },
}
