import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { FeeOption } from '@coopline/rules/convenience-fee/convenience-fee'
import type { Cents } from '@coopline/rules/kernel/money'
import type { CardType } from '@coopline/rules/payment-method/card-types'
import type { PaymentState } from '@coopline/rules/payment-state/payment-state'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AccountDetailTables } from './account-detail-tables.ts'
import type { CalendarTables } from './calendar-tables.ts'
import type { IdentityTables } from './identity-tables.ts'
import type { NotificationTables } from './notification-tables.ts'
import type { PreferenceTables } from './preference-tables.ts'
import type { ProfileTables } from './profile-tables.ts'

/** JSON column: read as a value, written as JSON text (arrays would otherwise become SQL arrays). */
type Json<T = unknown> = ColumnType<T, string, string>

interface Setting {
  key: string
  value: Json
  updated_at: Date
  updated_by: string
}

interface SettingVersion {
  one: Generated<boolean>
  version: number
}

interface Member {
  member_number: string
  name: string
  prefers_language: Generated<string>
}

interface Phone {
  member_number: string
  digits: string
  kind: string
}

interface Email {
  member_number: string
  address: string
}

interface Account {
  account_number: string
  member_number: string
  is_primary: boolean
  holder_name: string
  account_type: string
  account_status: string
  derived_status: string
  service_street: string
  service_city: string
  service_state: string
  service_zip: string
  location_id: string
  is_prepaid: boolean
  prepaid_label: string
  billing_type: string
  card_eligible: boolean
  echeck_eligible: boolean
  no_more_checks: boolean
}

interface Balance {
  account_number: string
  balance: Cents
  past_due: Cents
  due_date: CalendarDate | null
  cutoff_amount: Cents
  cutoff_date: CalendarDate | null
  reconnect_fee: Cents
  additional_deposit: Cents
  disconnect_fee: Cents
  over_pay_amount: Cents
  prepaid_minimum: Cents
  prepaid_reconnect: Cents
  minimum_payment_due: Cents
  liability_confirmation_amount: Cents
  show_liability_confirmation: boolean
}

interface Bill {
  account_number: string
  bill_date: CalendarDate
  due_date: CalendarDate
  amount: Cents
  usage_kwh: string | null
  late_fee: Generated<Cents>
  statement_start: CalendarDate | null
  statement_end: CalendarDate | null
  bill_type: Generated<string>
  previous_balance: Cents | null
  payments_received: Cents | null
  ending_balance: Cents | null
  document: Generated<string>
  can_be_viewed: Generated<boolean>
  prepaid_daily_total: Cents | null
  prepaid_usage_dollars: Cents | null
  prepaid_charges: Cents | null
  prepaid_taxes: Cents | null
}

interface CooperativePayment {
  account_number: string
  reference: string
  paid_on: CalendarDate
  amount: Cents
  method: string
}

interface OutboxEvent {
  id: GeneratedAlways<number>
  account_number: string | null
  kind: string
  body: Json
  created_at: Date
  acknowledged_at: Date | null
}

interface OutboxMessage {
  id: GeneratedAlways<number>
  dedupe_key: string
  channel: 'email' | 'text'
  recipient: string
  subject: string
  body_text: string
  body_html: string | null
  language: string
  created_at: Date
  attempts: Generated<number>
  send_after: Generated<Date>
  sent_at: Date | null
  last_error: string | null
  unsubscribe_url: string | null
}

interface TryCounter {
  kind: string
  subject: string
  most: number
  window_seconds: number
  tried_at: Date[]
  refused: Generated<number>
  forget_at: Date
}

interface Audit {
  id: GeneratedAlways<number>
  at: Date
  kind: string
  member_number: string | null
  account_number: string | null
  client_address: string | null
  request_id: string | null
  detail: Json
}

interface QuickPayPass {
  token_hash: Uint8Array
  cookie_hash: Uint8Array
  member_number: string
  account_number: string
  client_hash: Uint8Array
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
}

/** What a payment was handed over with, beyond its own columns. */
export interface StoredHandOff {
  /** The method chosen at first, which may not be the one paid with. */
  readonly paymentType: 'cc' | 'echeck'
  readonly enableCard: boolean
  readonly enableEcheck: boolean
  readonly acceptedCardTypes: readonly CardType[]
  readonly cardFee: FeeOption
  readonly echeckFee: FeeOption
  readonly maxCardAmount: Cents | null
  readonly coopNumber: string
  readonly utilityName: string
  readonly applicationId: string
  readonly quickPay: boolean
  readonly returnUrl: string
  readonly cancelUrl: string
}

interface Payment {
  trans_no: string
  member_number: string
  account_number: string
  origin: string
  payment_type: 'cc' | 'echeck'
  state: PaymentState
  amount: Cents
  currency: Generated<string>
  language: string
  reconnect_meter: boolean
  requested_at: Date
  expires_at: Date
  settled_at: Date | null
  convenience_fee: Cents | null
  card_type: string | null
  last_four: string | null
  confirmation_number: string | null
  postback_message: string | null
  hand_off: Json<StoredHandOff>
  asked_at: Date | null
  asks: Generated<number>
  request_scope: string
  request_key: string
  request_hash: Uint8Array
}

interface PaymentItem {
  trans_no: string
  account_number: string
  amount: Cents
}

interface PaymentMove {
  id: GeneratedAlways<number>
  trans_no: string
  from_state: PaymentState
  to_state: PaymentState
  event: string
  corrected: boolean
  source: string
  at: Date
}

interface Posting {
  event_id: string
  trans_no: string
  type: string
  source: 'postback' | 'status' | 'report'
  body: Json
  outcome: 'applied' | 'duplicate' | 'illegal' | 'quarantined' | 'unknown-payment'
  received_at: Date
}

interface Booking {
  id: GeneratedAlways<number>
  trans_no: string
  kind: 'payment' | 'refund'
  booked_at: Date
}

interface LedgerEntry {
  booking_id: number
  line: number
  ledger_account: string
  amount: Cents
}

interface UnacknowledgedCredit {
  trans_no: string
  account_number: string
  amount: Cents
  event_id: number
}

interface Alarm {
  id: GeneratedAlways<number>
  kind: string
  trans_no: string | null
  detail: Json
  raised_at: Date
  settled_at: Date | null
  dedupe_key: string
}

/** Every table that the portal reads or writes, by owner: see the first line of each migration. */
export interface Schema
  extends IdentityTables,
    AccountDetailTables,
    NotificationTables,
    CalendarTables,
    ProfileTables,
    PreferenceTables {
  'portal.setting': Setting
  'portal.setting_version': SettingVersion
  'portal.try_counter': TryCounter
  'portal.audit': Audit
  'portal.quick_pay_pass': QuickPayPass
  'cis.member': Member
  'cis.phone': Phone
  'cis.email': Email
  'cis.account': Account
  'cis.balance': Balance
  'cis.bill': Bill
  'cis.payment': CooperativePayment
  'outbox.event': OutboxEvent
  'outbox.message': OutboxMessage
  'pay.payment': Payment
  'pay.payment_item': PaymentItem
  'pay.move': PaymentMove
  'pay.posting': Posting
  'pay.booking': Booking
  'pay.ledger_entry': LedgerEntry
  'pay.unacknowledged_credit': UnacknowledgedCredit
  'pay.alarm': Alarm
}
