import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Generated } from 'kysely'

interface CalendarAddress {
  member_number: string
  token_hash: Uint8Array
  language: 'en' | 'es'
  created_at: Date
}

interface CalendarEntry {
  member_number: string
  account_number: string
  kind: 'bill' | 'arrangement' | 'draft' | 'autopay' | 'scheduled'
  item: string
  uid: Generated<string>
  due_on: CalendarDate
  amount: Cents
  is_past_due: boolean
  sequence: Generated<number>
  modified_at: Date
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'portal.calendar_address': CalendarAddress
    'portal.calendar_entry': CalendarEntry
  }
}
