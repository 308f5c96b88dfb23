import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'

interface UsageAlert {
  account_number: string
  member_number: string
  daily_kwh: number | null
  projected_bill: Cents | null
  continuous_water: boolean
  base_load_doubled: boolean
  snoozed_until: CalendarDate | null
  evaluated_through: CalendarDate | null
  changed_at: Date
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'portal.usage_alert': UsageAlert
  }
}
