import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Generated } from 'kysely'

interface AccountDetail {
  account_number: string
  cutoff_message: Generated<string>
  bill_message: Generated<string>
  statement_heading: Generated<string>
  prepaid_alert: Generated<string>
  capital_credit_message: Generated<string>
  returned_items: Generated<number>
  has_autopay: Generated<boolean>
  draft_date: CalendarDate | null
  year_to_date_difference: Cents | null
  collects_meter_readings: Generated<boolean>
  shows_usage_history: Generated<boolean>
  usage_suspended: Generated<boolean>
  meter_sense_url: Generated<string>
  capital_credit_document: Generated<string>
  capital_credit_document_title: Generated<string>
  autopay_method: Generated<'' | 'ECHECK' | 'CHARGE'>
  draft_method: Generated<'' | 'ECHECK' | 'CHARGE'>
}

interface Meter {
  account_number: string
  meter_number: string
  unit: Generated<string>
  interval_minutes: number | null
  in_service_from: CalendarDate | null
  in_service_to: CalendarDate | null
  is_net_metered: Generated<boolean>
  feeder: Generated<string>
}

interface LinkedAccount {
  account_number: string
  linked_account_number: string
}

interface Arrangement {
  account_number: string
  balance: Cents
  next_amount: Cents
  next_due: CalendarDate
  notation: Generated<string>
  changes_through_event: number | null
}

interface Outage {
  account_number: string
  is_out: boolean
  restored_at: Date | null
}

interface BillLine {
  account_number: string
  bill_date: CalendarDate
  line: number
  description: string
  quantity: string | null
  unit: Generated<string>
  amount: Cents
}

interface Deposit {
  account_number: string
  reference: string
  received_on: CalendarDate
  kind: string
  amount: Cents
  interest: Generated<Cents>
  refunded_on: CalendarDate | null
  member_number: string | null
}

interface Delinquent {
  account_number: string
  bill_date: CalendarDate
  past_due: Cents
  late_fee: Generated<Cents>
  cutoff_date: CalendarDate | null
  processed_on: CalendarDate
  document: Generated<string>
  can_be_viewed: Generated<boolean>
}

/** The cooperative's data about accounts and bills besides balances. */
export interface AccountDetailTables {
  'cis.account_detail': AccountDetail
  'cis.meter': Meter
  'cis.linked_account': LinkedAccount
  'cis.arrangement': Arrangement
  'cis.outage': Outage
  'cis.bill_line': BillLine
  'cis.deposit': Deposit
  'cis.delinquent': Delinquent
  'cis.holder_meter': Meter
  'cis.holder_bill_line': BillLine
  'cis.holder_deposit': Deposit
  'cis.holder_delinquent': Delinquent
}
