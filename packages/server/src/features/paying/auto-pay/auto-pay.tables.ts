import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Generated } from 'kysely'
import type { Json } from '../../../platform/db/json-column.ts'
import type { FeeTerms } from '../payments/public.ts'

interface Autopay {
  account_number: string
  member_number: string
  method_id: string | null
  state: 'active' | 'paused' | 'canceled'
  days_before: number
  max_amount: Cents | null
  event_id: number
  changed_at: Date
}

interface AutopayCharge {
  account_number: string
  due_date: CalendarDate
  member_number: string
  method_id: string
  charge_on: CalendarDate
  amount: Cents
  state: 'waiting' | 'above-limit' | 'stopped' | 'done'
  link_hash: Uint8Array
  announced_at: Date
  outcome: Generated<string>
  trans_no: string | null
  enrollment_id: string | null
  fee_terms: Json<FeeTerms> | null
  waiting_notified_at: Date | null
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'portal.autopay': Autopay
    'portal.autopay_charge': AutopayCharge
  }
}
