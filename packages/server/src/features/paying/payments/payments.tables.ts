import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { PaymentState } from '@coopline/rules/paying/payment-state/payment-state'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { HandOffTerms, ProviderEvent, ProviderName } from '../../../platform/payment-gateway/payment-gateway.ts'
import type { Json } from '../../../platform/db/json-column.ts'
import type { BookingKind } from './payment.ts'

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
  hand_off: Json<HandOffTerms>
  status_checked_at: Date | null
  status_checks: Generated<number>
  idempotency_scope: string
  idempotency_key: string
  request_hash: Uint8Array
  accepted: ColumnType<ProviderEvent | null, string | undefined, string>
  /** The time when staff last asked the provider for a refund. */
  refund_asked_at: Date | null
  /** The last status that the provider reported; null before its first report. */
  provider_status: string | null
  provider_sum: Cents | null
  /** The provider that took the payment; null, in rows of former versions, is the hosted form. */
  provider: ProviderName | null
  /** The provider's name for the payment; null when it uses ours. */
  provider_reference: string | null
}

interface PaymentItem {
  trans_no: string
  account_number: string
  amount: Cents
  reconnect_meter: boolean | null
}

interface GuestPayment {
  trans_no: string
  access_id: string
  login_id: string | null
  email: string | null
  requested_at: Date
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
  source: 'postback' | 'status' | 'report' | 'bank'
  body: Json
  outcome: 'applied' | 'duplicate' | 'illegal' | 'quarantined' | 'unknown-payment' | 'double-charge'
  received_at: Date
}

interface Booking {
  id: GeneratedAlways<number>
  trans_no: string
  kind: BookingKind
  booked_at: Date
}

interface Refund {
  refund_id: string
  trans_no: string
  amount: Cents
  asked_by: string
  asked_at: Date
  state: 'asked' | 'done' | 'refused'
}

interface ProviderNotice {
  id: Generated<number>
  provider: ProviderName
  notice_id: string
  about: 'payment' | 'reference' | 'method-request'
  reference: string
  received_at: Date
  due_at: Date
  tries: Generated<number>
  done_at: Date | null
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
  /** The member who made the payment. */
  member_number: string | null
  /** The member who held the account when the payment was booked; null for bank debits. */
  holder_number: string | null
}

interface Alarm {
  id: GeneratedAlways<number>
  kind: string
  trans_no: string | null
  detail: Json
  raised_at: Date
  settled_at: Date | null
  /** Null when a decision about its payment settled it. */
  settled_by: string | null
  settle_reason: string | null
  dedupe_key: string
  /** The subject of the alarm. */
  subject: string | null
  figures: string | null
  /** The time when staff were emailed about the alarm. */
  mailed_at: Date | null
}

interface MethodRequest {
  reference: string
  member_number: string
  requested_at: Date
  expires_at: Date
  status_checked_at: Date | null
  method_id: string | null
  /** As of a payment. */
  provider: ProviderName | null
  provider_reference: string | null
}

interface StoredMethod {
  method_id: string
  member_number: string
  token: Uint8Array
  payment_type: 'cc' | 'echeck'
  card_type: string | null
  last_four: string
  expiry: string | null
  nickname: Generated<string>
  is_default: Generated<boolean>
  added_at: Date
  removed_at: Date | null
  refused_code: string | null
  fingerprint: string | null
  /** As of a payment. */
  provider: ProviderName | null
  provider_reference: string | null
}

interface MethodUse {
  method_id: string
  kind: string
  account_number: string
}

interface ReportedPayment {
  reconciliation: string
  position: GeneratedAlways<number>
  trans_no: string | null
  said: Json
  read_at: Date
}

interface ComparedDay {
  day: CalendarDate
  compared_at: Date
}

/** Payments, their ledger, and members' stored payment methods. */
declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'pay.payment': Payment
    'pay.payment_item': PaymentItem
    'pay.move': PaymentMove
    'pay.guest_payment': GuestPayment
    'pay.posting': Posting
    'pay.booking': Booking
    'pay.refund': Refund
    'pay.ledger_entry': LedgerEntry
    'pay.unacknowledged_credit': UnacknowledgedCredit
    'pay.alarm': Alarm
    'pay.reported_payment': ReportedPayment
    'pay.compared_day': ComparedDay
    'pay.method_request': MethodRequest
    'pay.stored_method': StoredMethod
    'pay.provider_notice': ProviderNotice
    /** A read-only view. */
    'pay.method_use': MethodUse
  }
}
