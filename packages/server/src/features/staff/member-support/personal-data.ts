import type { Schema } from '../../../platform/db/schema.ts'

/** How the rows of a member are found in a table. */
export type PersonalKey =
  | 'member'
  /** By the numbers of the member's accounts. */
  | 'account'
  /** As `account`, but only what this member did, not a former holder. */
  | 'own-account'
  | 'login'
  /** By the numbers of the member's payments. */
  | 'payment'
  /** By the bookings of the member's payments. */
  | 'booking'
  /** By the member's connections of apps. */
  | 'connection'
  /** By the people whom the member lets see accounts. */
  | 'shared-access'
  /** Mails and texts to addresses that no other member has. */
  | 'address'
  /** Cards and bank accounts that were not removed. */
  | 'stored-method'

/** What an export and an erasure of a member do with a table's rows. */
export interface PersonalDataRule {
  readonly table: keyof Schema
  readonly by: PersonalKey
  /** Columns that together are unique among a member's rows, in the order in which they are read. */
  readonly order: readonly string[]
  /** Columns that are never exported: secrets, hashes and what only the portal needs. `all` leaves the table out. */
  readonly omit: readonly string[] | 'all'
  /** Whether erasing deletes the rows. */
  readonly isErased: boolean
  /** For `docs/OPERATIONS.md`: what the rows are, and why they stay if they do. */
  readonly what: string
}

const copy = 'the cooperative’s copy, which an import would bring back'
const books = 'the books'
const choice = 'a choice that must be honored until the cooperative’s copy has it'

type Columns = readonly string[]

const kept = (table: keyof Schema, by: PersonalKey, order: Columns, what: string, omit: Columns | 'all' = []) =>
  ({ table, by, order, what, omit, isErased: false }) satisfies PersonalDataRule
const erased = (table: keyof Schema, by: PersonalKey, order: Columns, what: string, omit: Columns | 'all' = []) =>
  ({ table, by, order, what, omit, isErased: true }) satisfies PersonalDataRule

const copied = (table: keyof Schema, by: PersonalKey, order: Columns, what: string) =>
  kept(table, by, order, `${what}; ${copy}`)

/** Every table with rows about a member that can be found by the member, in the order in which they can be deleted. */
export const personalData: readonly PersonalDataRule[] = [
  copied('cis.member', 'member', ['member_number'], 'Name and language'),
  copied('cis.phone', 'member', ['digits'], 'Phone numbers'),
  copied('cis.email', 'member', ['address'], 'Email addresses'),
  copied('cis.member_detail', 'member', ['member_number'], 'Preferences'),
  copied('cis.capital_credit', 'member', ['entry_id'], 'Capital credits by year'),
  copied('cis.capital_credit_letter', 'member', ['letter_id'], 'Capital credit letters'),
  copied('cis.account', 'member', ['account_number'], 'Accounts'),
  copied('cis.account_profile', 'account', ['account_number'], 'Holder, mailing address and phones'),
  copied('cis.account_detail', 'account', ['account_number'], 'Messages and details of accounts'),
  copied('cis.account_preference', 'account', ['account_number'], 'Preferences of accounts'),
  copied('cis.balance', 'account', ['account_number'], 'Balances'),
  copied('cis.bill', 'account', ['account_number', 'bill_date'], 'Bills'),
  copied('cis.bill_line', 'account', ['account_number', 'bill_date', 'line'], 'Lines of bills'),
  copied('cis.payment', 'account', ['account_number', 'reference'], 'Payments as the cooperative posted them'),
  copied('cis.delinquent', 'account', ['account_number', 'bill_date'], 'Late bills'),
  copied('cis.deposit', 'account', ['account_number', 'reference'], 'Deposits'),
  copied('cis.arrangement', 'account', ['account_number'], 'Arrangements'),
  copied('cis.draft', 'account', ['account_number'], 'Drafts'),
  copied('cis.levelized_account', 'account', ['account_number'], 'Average Billing'),
  copied('cis.linked_account', 'account', ['account_number', 'linked_account_number'], 'Linked accounts'),
  copied('cis.meter', 'account', ['account_number', 'meter_number'], 'Meters'),
  copied('cis.net_metering', 'account', ['account_number', 'period_end'], 'Net-metering ledger'),
  copied('cis.outage', 'account', ['account_number'], 'Outage status'),
  copied('cis.outage_history', 'account', ['account_number', 'interrupted_at'], 'Past outages'),
  copied('cis.service_order', 'account', ['account_number', 'so_number'], 'Service orders'),
  copied('meter.daily_reading', 'account', ['account_number', 'meter_number', 'day'], 'Daily readings'),
  copied('meter.interval_day', 'account', ['account_number', 'meter_number', 'day'], 'Interval readings'),
  kept('pay.payment', 'member', ['trans_no'], `Payments; ${books}`, [
    'hand_off',
    'idempotency_scope',
    'idempotency_key',
    'request_hash',
    'accepted',
    'postback_message',
  ]),
  kept('pay.payment_item', 'payment', ['trans_no', 'account_number'], `Accounts of payments; ${books}`),
  erased(
    'pay.guest_payment',
    'login',
    ['login_id', 'trans_no'],
    'Payments that the login made on accounts of others; the payment stays, without the login and its address',
  ),
  kept('pay.move', 'payment', ['trans_no', 'id'], `States of payments; ${books}`),
  kept('pay.booking', 'payment', ['trans_no', 'id'], `Bookings; ${books}`),
  kept('pay.ledger_entry', 'booking', ['booking_id', 'line'], `The ledger; ${books}`),
  kept('pay.posting', 'payment', ['trans_no', 'event_id'], `The provider’s reports of payments; ${books}`, 'all'),
  kept('pay.alarm', 'payment', ['trans_no', 'id'], `Differences in payments; ${books}`, 'all'),
  kept('pay.run_item', 'payment', ['trans_no', 'id'], `Payments that a run made; ${books}`, ['bank_numbers']),
  kept(
    'pay.unacknowledged_credit',
    'account',
    ['account_number', 'trans_no', 'event_id'],
    'Payments that the cooperative’s balances do not include yet',
  ),
  // Before the stored methods: from then on, what the provider reports late is removed at once.
  erased(
    'pay.method_request',
    'member',
    ['reference'],
    'Requests to store a payment method; the provider is told to forget what it stores later; end by retention',
    'all',
  ),
  erased(
    'pay.stored_method',
    'stored-method',
    ['method_id'],
    'Cards and bank accounts; the provider is asked to delete them',
    ['token', 'fingerprint'],
  ),
  kept('portal.scheduled_payment', 'member', ['trans_no'], `Scheduled payments; ${books}`),
  kept('portal.autopay', 'own-account', ['account_number'], `AutoPay; ${choice}`),
  kept('portal.autopay_charge', 'own-account', ['account_number', 'due_date'], 'AutoPay charges; ends by retention', [
    'link_hash',
  ]),
  kept('portal.draft', 'own-account', ['account_number'], `Changed drafts; ${choice}`, ['bank_numbers']),
  kept(
    'portal.arrangement',
    'own-account',
    ['account_number', 'id'],
    'Arrangements made here; an agreement about a debt',
  ),
  kept('portal.billing_choice', 'own-account', ['account_number'], `Average Billing; ${choice}`),
  kept('portal.preference', 'member', ['member_number'], `Preferences; ${choice}`),
  kept('portal.account_preference', 'own-account', ['account_number'], `Preferences of accounts; ${choice}`),
  kept('portal.notification_choice', 'member', ['about', 'topic'], `Choices of notifications; ${choice}`),
  kept(
    'portal.returned_letter',
    'member',
    ['letter_id'],
    'Returned capital credit letters; a claim; ends by retention',
  ),
  kept(
    'portal.sent_notice',
    'account',
    ['account_number', 'topic', 'dedupe_key'],
    'Which notices were sent; ends by retention',
  ),
  kept(
    'portal.notified_prepaid',
    'own-account',
    ['account_number'],
    'What a prepaid account’s member was warned about',
  ),
  kept('portal.notified_outage', 'account', ['account_number'], 'Whether an outage was announced'),
  kept(
    'portal.outage_incident_account',
    'account',
    ['account_number', 'incident_id'],
    'Accounts of an outage; ends by retention',
  ),
  kept('portal.audit', 'member', ['at', 'id'], 'The audit; ends by retention', ['request_id', 'detail']),
  erased('portal.profile_change', 'member', ['account_number', 'block'], 'Changes of name, address and phones'),
  erased('portal.service_request', 'member', ['account_number', 'id'], 'Service requests', ['digest']),
  erased(
    'portal.meter_reading_photo',
    'member',
    ['account_number', 'reading_id'],
    'Photos of readings; an export names them and leaves out the pictures',
    ['sealed_key', 'content'],
  ),
  erased(
    'portal.meter_reading',
    'member',
    ['account_number', 'meter_number', 'read_on', 'reading'],
    'Readings that the member sent',
  ),
  erased('portal.outage_report', 'member', ['account_number', 'id'], 'Times of outage reports'),
  erased('portal.prepaid_warning', 'member', ['account_number'], 'When to be warned about prepaid money'),
  erased('portal.usage_alert', 'member', ['account_number'], 'Usage alerts'),
  // Before the entries: a read of the calendar locks the address before it stores them.
  erased('portal.calendar_address', 'member', ['member_number'], 'The calendar address', ['token_hash']),
  erased('portal.calendar_entry', 'member', ['account_number', 'kind', 'item'], 'Due dates in the member’s calendar'),
  erased(
    'portal.quick_pay_browser',
    'account',
    ['account_number', 'browser_hash'],
    'Browsers that Quick Pay recognizes',
    'all',
  ),
  erased('portal.quick_pay_grant', 'member', ['account_number', 'token_hash'], 'Quick Pay grants', [
    'token_hash',
    'cookie_hash',
    'client_hash',
  ]),
  erased('portal.task_link', 'member', ['id_hash'], 'Links in messages that open one task without a sign-in', [
    'id_hash',
  ]),
  erased('portal.notification_route', 'member', ['about'], 'Where notices go'),
  erased('portal.contact', 'member', ['contact_id'], 'Contacts'),
  erased('portal.oauth_record', 'connection', ['kind', 'id_hash'], 'Tokens of connected apps', 'all'),
  erased('portal.connected_access', 'connection', ['grant_id', 'hour', 'what'], 'Reads by connected apps'),
  erased('portal.connected_notification', 'connection', ['grant_id'], 'Notifications to connected apps'),
  erased(
    'portal.connected_meter',
    'connection',
    ['grant_id', 'account_number', 'meter_number'],
    'Meters of connected apps',
  ),
  erased('portal.connected_grant', 'member', ['created_at', 'grant_id'], 'Connected apps and access tokens', [
    'token_hash',
  ]),
  erased(
    'portal.shared_activity',
    'shared-access',
    ['access_id', 'hour', 'account_number', 'what'],
    'What people with access opened',
  ),
  erased(
    'portal.shared_account',
    'shared-access',
    ['access_id', 'account_number'],
    'Accounts that people with access see',
  ),
  erased('portal.shared_guest', 'login', ['login_id', 'access_id'], 'Accounts of others that the login sees'),
  erased(
    'portal.shared_access',
    'member',
    ['invited_at', 'access_id'],
    'People with access to the member’s accounts, and invitations',
    ['token_hash'],
  ),
  erased('portal.session', 'login', ['login_id', 'session_id'], 'Sign-ins and their devices', [
    'token_hash',
    'cookie_hash',
    'previous_token_hash',
    'previous_cookie_hash',
  ]),
  erased(
    'portal.portal_view',
    'login',
    ['login_id', 'view_id'],
    'Views of the portal by staff; the audit has them too',
    ['token_hash', 'session_id'],
  ),
  erased('portal.known_device', 'login', ['login_id', 'device_hash'], 'Browsers that the login recognizes', [
    'device_hash',
  ]),
  erased('portal.second_step', 'login', ['login_id', 'step_id'], 'Sign-ins that wait for the second step', 'all'),
  erased('portal.recovery_code', 'login', ['login_id', 'code_hash'], 'Recovery codes', 'all'),
  erased('portal.passkey', 'login', ['login_id', 'credential_id'], 'Passkeys', [
    'credential_id',
    'public_key',
    'counter',
  ]),
  erased('portal.passkey_challenge', 'login', ['login_id', 'challenge'], 'Passkey challenges', 'all'),
  erased('portal.reset_link', 'login', ['login_id', 'token_hash'], 'Reset links', 'all'),
  // After the other rows: what was written to the member by a transaction that had locked one of them is there by now.
  erased('outbox.message', 'address', ['recipient', 'id'], 'Mails and texts to addresses that no other member has', [
    'dedupe_key',
    'body_html',
    'last_error',
    'unsubscribe_url',
  ]),
  erased('portal.login', 'member', ['login_id'], 'The online account', [
    'username_key',
    'password_hash',
    'secret_answer_hash',
    'app_secret',
    'app_last_step',
    'pending_app_secret',
  ]),
]

/** Tables that are left out, and why. @internal */
export const notPersonalData: Readonly<Partial<Record<keyof Schema | 'portal.demo_cooperative', string>>> = {
  'cis.service_application': 'Applicants are not members, and their rows name none',
  'cis.unclaimed_credit': 'Former members, shown by the public search',
  'meter.weather_day': 'Weather',
  'meter.weather_zip': 'Weather',
  'outbox.event': 'Messages to the cooperative’s systems about changes that other tables have; end by retention',
  'pay.bank_file': 'Files for the bank',
  'pay.bank_return': 'The bank’s reports about a debit; the payment’s moves have the same facts',
  'pay.compared_day': 'Days of the provider that were compared with the ledger',
  'pay.reported_payment': 'The provider’s report during a reconciliation; deleted at its end',
  'pay.run': 'Runs',
  'portal.app_key': 'Keys',
  'portal.attempt_counter': 'Counts of attempts by hashes; deleted when their window is over',
  'portal.backup_taken': 'When backups were taken',
  'portal.claim_digits': 'Digits that visitors sent with a claim, which names nobody; deleted after 90 days',
  'portal.connected_app': 'Apps',
  'portal.connected_notification_log':
    'Days with new readings by connection; moved to `portal.connected_notification` within minutes',
  'portal.demo_cooperative': 'The demo',
  'portal.draft_request': 'Drafts that wait for the provider; deleted after 7 days',
  'portal.financial_institution': 'Banks',
  'portal.hand_off': 'Codes of partner sites, deleted within a day',
  'portal.member_document': 'The cooperative’s documents',
  'portal.opted_out_phone': 'Phone numbers that refused texts; the law requires keeping them',
  'portal.outage_estimate': 'Outages',
  'portal.outage_file': 'Outages',
  'portal.outage_incident': 'Outages',
  'portal.recorded_import': 'Reports of imports, without the values of rows',
  'portal.refused_import': 'Names of files in the watch folders',
  'portal.registration_grant': 'Rights to register, deleted within a day',
  'portal.service_application': 'Applicants are not members, and their rows name none',
  'portal.service_application_document': 'Applicants are not members, and their rows name none',
  'portal.planned_setting_change': 'Settings',
  'portal.setting': 'Settings',
  'portal.setting_change': 'Settings',
  'portal.staff_login': 'The cooperative’s staff',
  'portal.staff_session': 'The cooperative’s staff',
  'portal.setting_version': 'Settings',
  'portal.territory': 'The map of the cooperative',
  'portal.unsubscribe_link': 'Links in sent mails, which must keep working; deleted when they expire',
  'portal.verification_code': 'Hashes of codes, deleted within a day',
}
