import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Json } from '../../../platform/db/json-column.ts'
import type { FeeTerms } from '../payments/public.ts'

/** The payment on one account, with its wire names. */
export interface ScheduledItem {
  readonly accountNumber: string
  readonly accountType: string
  readonly amount: Cents
}

interface ScheduledPaymentRow {
  trans_no: string
  member_number: string
  method_id: string
  payment_date: CalendarDate
  items: Json<readonly ScheduledItem[]>
  amount: Cents
  language: string
  created_at: Date
  ended_at: Date | null
  arrangement_event: number | null
  fee_terms: Json<FeeTerms> | null
}

/** Payments that members scheduled for a later day. */
declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'portal.scheduled_payment': ScheduledPaymentRow
  }
}
