import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Json } from '../../platform/db/json-column.ts'

/** What is paid on one account, with the names on the wire. */
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
}

/** Payments that members set up for a later day. */
declare module '../../platform/db/schema.ts' {
  interface Schema {
    'portal.scheduled_payment': ScheduledPaymentRow
  }
}
