import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Generated, GeneratedAlways } from 'kysely'
import type { AccountDetailTables } from './account-detail-tables.ts'
import type { Json } from './json-column.ts'

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
  held_since: CalendarDate | null
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
  payments_through_event: number | null
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
  priority: Generated<number>
  is_refused: Generated<boolean>
  expires_at: Date | null
}

interface RefusedImport {
  folder: Generated<string>
  seen_at: Generated<Date>
  directory: string
  file: string
  refused_at: Date
  has_report: boolean
  mailed_at: Date | null
}

interface BackupTaken {
  taken_at: Date
}

interface RecordedImport {
  id: GeneratedAlways<number>
  kind: string
  name: string
  file_count: number
  started_at: Date
  ended_at: Date | null
  outcome: 'completed' | 'with-errors' | 'failed' | null
  row_count: Generated<number>
  error_count: Generated<number>
  notice_count: Generated<number>
  report: Json
}

interface AttemptCounter {
  kind: string
  subject: string
  max_attempts: number
  window_seconds: number
  attempted_at: Date[]
  refused: Generated<number>
  expires_at: Date
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

interface AppKey {
  key_id: string
  fingerprint: Uint8Array
  first_seen_at: Date
  current_since: Date | null
}

/**
 * Every table that the portal reads or writes, by owner: see the first line of each migration. A slice adds its own tables
 * in a `*.tables.ts` of its folder, which extends this interface.
 */
export interface Schema extends AccountDetailTables {
  'portal.attempt_counter': AttemptCounter
  'portal.refused_import': RefusedImport
  'portal.backup_taken': BackupTaken
  'portal.recorded_import': RecordedImport
  'portal.audit': Audit
  'portal.app_key': AppKey
  'cis.member': Member
  'cis.phone': Phone
  'cis.email': Email
  'cis.account': Account
  'cis.balance': Balance
  'cis.bill': Bill
  'cis.payment': CooperativePayment
  'cis.holder_bill': Bill
  'cis.holder_payment': CooperativePayment
  'outbox.event': OutboxEvent
  'outbox.message': OutboxMessage
}
