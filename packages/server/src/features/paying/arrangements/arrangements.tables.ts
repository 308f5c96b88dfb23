import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { GeneratedAlways } from 'kysely'
import type { Json } from '../../../platform/db/json-column.ts'

interface MadeArrangement {
  id: GeneratedAlways<number>
  account_number: string
  member_number: string
  kind: 'extension' | 'installments'
  part_count: number
  made_on: CalendarDate
  balance: Cents
  payments: Json
  event_id: number
  created_at: Date
}

/** A read-only view. Its columns are null when the account has no arrangement. */
interface CurrentArrangement {
  account_number: string
  balance: Cents | null
  next_amount: Cents | null
  next_due: CalendarDate | null
  notation: string | null
  is_made_here: boolean
  /** Every payment of an arrangement made here; null otherwise. */
  payments: Json | null
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'portal.arrangement': MadeArrangement
    'portal.current_arrangement': CurrentArrangement
  }
}
