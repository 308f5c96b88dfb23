import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from '../../../platform/db/json-column.ts'

interface Run {
  run_date: CalendarDate
  from_date: CalendarDate
  progress_kind: Generated<string>
  progress_key: Generated<string>
  started_at: Date
  completed_at: Date | null
}

interface BankFile {
  id: GeneratedAlways<number>
  file_date: CalendarDate
  modifier: string
  effective_date: CalendarDate
  originator: Json
  created_at: Date
  entries: number
  debits: Cents
  released_at: Date | null
  sha256: string | null
}

interface RunItem {
  id: GeneratedAlways<number>
  kind: string
  enrollment_id: string
  due_date: CalendarDate
  run_date: CalendarDate
  account_number: string
  member_number: string
  amount: Cents
  state: 'booked' | 'pending' | 'skipped' | 'failed'
  reason: Generated<string>
  trans_no: string | null
  created_at: Date
  payer_name: Generated<string>
  account_kind: Generated<string>
  bank_numbers: Uint8Array | null
  file_id: number | null
  trace_number: string | null
}

interface BankReturn {
  item_id: number
  code: string
  action: string
  draft_event: Generated<string>
  retry_on: CalendarDate | null
  original_on: CalendarDate | null
  retries: Generated<number>
  received_at: Date
}

/** Due items that runs processed, and their bank files. */
declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'pay.run': Run
    'pay.run_item': RunItem
    'pay.bank_file': BankFile
    'pay.bank_return': BankReturn
  }
}
