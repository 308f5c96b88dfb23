import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { ColumnType, Generated } from 'kysely'
import type { Json } from '../../../platform/db/json-column.ts'
import type { FeeTerms } from '../payments/public.ts'

interface FiledDraft {
  account_number: string
  draft_type: Generated<'' | 'WHEN_BILLED' | 'END_OF_MONTH' | 'DAY_OF_MONTH' | 'DAYS_AFTER_BILLING' | 'CYCLE'>
  draft_day: number | null
  account_kind: Generated<'' | 'Checking' | 'Savings' | 'Card'>
  account_ending: Generated<string>
  institution: Generated<string>
  eligible_draft_date: CalendarDate | null
  allow_after_billed_day: number | null
  allow_before_billed_day: number | null
  changes_through_event: number | null
}

interface DraftChange {
  account_number: string
  member_number: string
  draft_type: 'WHEN_BILLED' | 'END_OF_MONTH' | 'DAY_OF_MONTH' | 'DAYS_AFTER_BILLING' | null
  draft_day: number | null
  start_date: CalendarDate | null
  account_kind: Generated<'' | 'Checking' | 'Savings' | 'Card'>
  account_ending: Generated<string>
  institution: Generated<string>
  bank_numbers: Uint8Array | null
  method_id: string | null
  event_id: number
  set_up_event: number | null
  corrected_event: number | null
  changed_at: Date
  former_until: Date | null
  authorized_text: string | null
  authorized_at: Date | null
  fee_terms: Json<FeeTerms> | null
}

interface DraftRequest {
  reference: string
  member_number: string
  draft_option: 'CREDIT' | 'BANK'
  items: ColumnType<readonly DraftRequestItem[], string, never>
  authorized_text: string | null
  fee_terms: Json<FeeTerms> | null
  requested_at: Date
  expires_at: Date
  outcome: 'set-up' | 'refused' | 'expired' | null
}

/** An account whose draft request waits for the provider. */
export interface DraftRequestItem {
  readonly accountNumber: string
  readonly type: 'WHEN_BILLED' | 'END_OF_MONTH' | 'DAY_OF_MONTH' | 'DAYS_AFTER_BILLING'
  readonly day: number | null
  readonly startDate: CalendarDate
}

interface CurrentDraft {
  account_number: string
  is_changed_here: boolean
  has_draft: boolean
  draft_type: 'WHEN_BILLED' | 'END_OF_MONTH' | 'DAY_OF_MONTH' | 'DAYS_AFTER_BILLING' | 'CYCLE' | null
  draft_day: number | null
  account_kind: '' | 'Checking' | 'Savings' | 'Card'
  account_ending: string
  institution: string
  next_date: CalendarDate | null
  eligible_draft_date: CalendarDate | null
  allow_after_billed_day: number | null
  allow_before_billed_day: number | null
  has_autopay: boolean
}

interface FinancialInstitution {
  routing_number: string
  name: string
}

/** Drafts from the cooperative's system, members' changes to them, and the bank directory. */
declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'cis.draft': FiledDraft
    'portal.draft': DraftChange
    'portal.draft_request': DraftRequest
    'portal.financial_institution': FinancialInstitution
    /** A read-only view. */
    'portal.current_draft': CurrentDraft
  }
}
