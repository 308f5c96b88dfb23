import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Generated } from 'kysely'

interface ImportedStatus {
  reference_number: string
  status: string
}

interface SavedApplication {
  reference_number: string
  token_hash: Uint8Array
  draft: Uint8Array | null
  account_type: Generated<string>
  created_at: Date
  submitted_on: CalendarDate | null
  expires_at: Date
}

declare module '../../platform/db/schema.ts' {
  interface Schema {
    'cis.service_application': ImportedStatus
    'portal.service_application': SavedApplication
  }
}
