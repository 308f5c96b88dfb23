import type { Schema } from '../db/schema.ts'

/** Rows of a table that are deleted some days after a moment of theirs. */
interface RetentionRule {
  readonly table: keyof Schema
  /** The column with that moment, which has an index. Rows without one stay. */
  readonly column: string
  /** The table is partitioned by month and drops whole months. */
  readonly isByMonth?: true
  readonly days: number
  /** The fewest days that the environment may set. */
  readonly leastDays: number
  /** For `docs/OPERATIONS.md`: which rows, from when on. */
  readonly what: string
}

/** Every table that would otherwise grow without limit. */
export const retentionRules: readonly RetentionRule[] = [
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
    table: 'portal.arrangement',
    column: 'created_at',
    days: 1900,
    // An arrangement runs for a year at most, and the longest wait for the next one is five years.
    leastDays: 400,
    what: 'Arrangements that members made; the event tells the cooperative',
  },
  {
    table: 'portal.returned_letter',
    column: 'returned_at',
    days: 400,
    leastDays: 30,
    what: 'Returned capital credit letters; the cooperative has the event',
  },
  {
    table: 'portal.claim_digits',
    column: 'created_at',
    days: 90,
    leastDays: 1,
    what: 'SSN digits of capital credit claims; staff read them in the console',
  },
  {
    table: 'portal.service_request',
    column: 'created_at',
    days: 400,
    leastDays: 30,
    what: 'Members’ service requests; the cooperative’s own orders stay',
  },
  {
    table: 'portal.meter_reading',
    column: 'created_at',
    // The newest reading is compared with the next one for 400 days.
    days: 400,
    leastDays: 30,
    what: 'Readings that members sent; the event tells the cooperative',
  },
  {
    table: 'portal.meter_reading_photo',
    column: 'created_at',
    days: 90,
    leastDays: 1,
    what: 'Photos of readings; staff save those that the office keeps',
  },
  {
    table: 'portal.service_application',
    column: 'expires_at',
    days: 0,
    leastDays: 0,
    what: 'Applications for service with an expired link: 7 days after a draft was saved, 400 after submission',
  },
  {
    table: 'portal.service_application_document',
    column: 'submitted_at',
    days: 90,
    leastDays: 1,
    what: 'Documents of submitted applications; staff save those that the office keeps. Documents of a draft are deleted with it',
  },
  {
    table: 'portal.outage_report',
    column: 'created_at',
    days: 90,
    leastDays: 1,
    what: 'Times of outage reports; the event has the report itself',
  },
  {
    table: 'meter.daily_reading',
    column: 'day',
    isByMonth: true,
    days: 1200,
    // The database enforces this minimum, because usage is compared with the year before.
    leastDays: 400,
    what: 'Daily readings, deleted by whole months',
  },
  {
    table: 'meter.interval_day',
    column: 'day',
    isByMonth: true,
    days: 1200,
    leastDays: 400,
    what: 'Interval readings, deleted by whole months',
  },
  {
    table: 'meter.weather_day',
    column: 'day',
    days: 1200,
    leastDays: 400,
    what: 'Daily temperatures',
  },
  {
    table: 'portal.outage_incident',
    column: 'restored_at',
    days: 30,
    leastDays: 1,
    what: 'Outage incidents, counted from restoration; the outage history stays',
  },
  {
    table: 'portal.session',
    column: 'ends_at',
    days: 90,
    leastDays: 1,
    what: 'Sign-ins and their devices, from when they ended',
  },
  {
    table: 'portal.quick_pay_grant',
    column: 'created_at',
    days: 30,
    leastDays: 1,
    what: 'Quick Pay grants; they identify a returning payer',
  },
  {
    table: 'portal.sent_notice',
    column: 'sent_at',
    days: 400,
    leastDays: 60,
    what: 'Which bills and due dates an account was notified about',
  },
  {
    table: 'portal.scheduled_payment',
    column: 'ended_at',
    days: 400,
    leastDays: 60,
    what: 'Scheduled payments, from when they were charged or deleted; others stay',
  },
  {
    table: 'portal.calendar_entry',
    column: 'due_on',
    days: 400,
    leastDays: 60,
    what: 'Due dates in members’ calendars, from the due date on',
  },
  ...(
    [
      ['portal.verification_code', 'Verification codes, from when they expired'],
      ['portal.registration_grant', 'Registration grants, from when they expired'],
      ['portal.reset_link', 'Reset links, from when they expired'],
      ['portal.second_step', 'Sign-ins that wait for the second step, from when they expired'],
      ['portal.hand_off', 'Hand-offs from partner sites, from when they expired'],
    ] as const
  ).map(([table, what]) => ({ table, column: 'expires_at', days: 1, leastDays: 1, what })),
  {
    table: 'pay.method_request',
    column: 'expires_at',
    days: 7,
    // The provider may report the method some days late.
    leastDays: 1,
    what: 'Requests to store a payment method, from when they expired',
  },
  {
    table: 'portal.autopay_charge',
    column: 'charge_on',
    days: 400,
    leastDays: 60,
    what: 'Announced AutoPay charges, counted from their charge date',
  },
  {
    table: 'portal.draft_request',
    column: 'expires_at',
    days: 7,
    leastDays: 1,
    what: 'Drafts that waited for the payment provider, from when they expired',
  },
  {
    table: 'portal.task_link',
    column: 'expires_at',
    days: 2,
    // A payer may return from the payment page after the link expired.
    leastDays: 2,
    what: 'Links in messages that open one task without a sign-in, from when they expired: 72 hours after the message',
  },
  {
    table: 'portal.unsubscribe_link',
    column: 'expires_at',
    days: 0,
    leastDays: 0,
    what: 'Unsubscribe links, once they expired: 400 days after their mail',
  },
  {
    table: 'portal.known_device',
    column: 'expires_at',
    days: 0,
    leastDays: 0,
    what: 'Browsers that logins recognize, once they expired: 90 days after the last sign-in',
  },
  {
    table: 'portal.quick_pay_browser',
    column: 'expires_at',
    days: 0,
    leastDays: 0,
    what: 'Browsers that Quick Pay recognizes, once they expired: 365 days after the last verification',
  },
  {
    table: 'portal.staff_session',
    column: 'ends_at',
    // An address from which staff signed in is known for 30 days.
    days: 90,
    leastDays: 31,
    what: 'Staff sessions, from their latest possible end',
  },
  {
    table: 'portal.portal_view',
    column: 'ends_at',
    days: 90,
    leastDays: 1,
    what: 'Views of the portal by staff, from their latest possible end; the audit keeps them longer',
  },
  {
    table: 'portal.passkey_challenge',
    column: 'expires_at',
    days: 0,
    leastDays: 0,
    what: 'Passkey challenges, once they expired',
  },
  {
    table: 'portal.oauth_record',
    column: 'expires_at',
    days: 1,
    leastDays: 0,
    what: 'Expired codes, tokens and requests of connected apps',
  },
  {
    table: 'portal.connected_access',
    column: 'hour',
    days: 400,
    leastDays: 30,
    what: 'Reads by connected apps, by hour',
  },
  {
    table: 'portal.connected_grant',
    column: 'ends_at',
    days: 400,
    leastDays: 30,
    what: 'Ended connections and access tokens',
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
  {
    table: 'portal.shared_activity',
    column: 'hour',
    days: 400,
    leastDays: 30,
    what: 'What people with access opened, by hour',
  },
  {
    table: 'portal.shared_access',
    column: 'ends_at',
    days: 400,
    leastDays: 30,
    what: 'Ended access to members’ accounts, and invitations that nobody accepted',
  },
  {
    table: 'portal.setting_change',
    column: 'changed_at',
    days: 1095,
    leastDays: 30,
    what: 'Changes of settings with their whole values, which staff can restore',
  },
  {
    table: 'portal.planned_setting_change',
    column: 'ended_at',
    days: 400,
    leastDays: 30,
    what: 'Scheduled changes of settings, from when they took effect or were canceled',
  },
  {
    table: 'portal.connected_app',
    column: 'expires_at',
    days: 0,
    leastDays: 0,
    what: 'Self-registered apps, a year after registration; apps that the cooperative added stay',
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
]

/**
 * Reads `table:days` pairs, separated by commas, that replace the days of rules.
 *
 * @returns the days by table, or what is wrong.
 */
export function parseRetentionDays(text: string): Readonly<Record<string, number>> | string {
  const days: Record<string, number> = {}
  for (const pair of text.split(',').filter((part) => part !== '')) {
    const [table = '', count = ''] = pair.split(':')
    const rule = retentionRules.find((one) => one.table === table)
    if (rule === undefined) return `${table} has no retention; see docs/OPERATIONS.md for the tables that have`
    if (!/^\d{1,5}$/u.test(count) || Number(count) < rule.leastDays)
      return `${table} takes a whole number of days, ${rule.leastDays} at least, as in ${table}:${rule.days}`
    days[table] = Number(count)
  }
  return days
}
