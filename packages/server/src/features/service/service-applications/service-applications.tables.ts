import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Generated, GeneratedAlways } from 'kysely'

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

interface ApplicationDocument {
  reference_number: string
  document_id: string
  place: GeneratedAlways<number>
  sealed_name: Uint8Array
  media_type: string
  byte_count: number
  sealed_key: Uint8Array
  content: Uint8Array
  created_at: Date
  submitted_at: Date | null
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'cis.service_application': ImportedStatus
    'portal.service_application': SavedApplication
    'portal.service_application_document': ApplicationDocument
  }
}
