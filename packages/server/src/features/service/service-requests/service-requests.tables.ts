import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Generated, GeneratedAlways } from 'kysely'

interface ServiceOrder {
  account_number: string
  so_number: string
  description: string
  requested_on: CalendarDate
  review_status: Generated<string>
  portal_number: Generated<string>
  member_number: string | null
}

interface ServiceRequest {
  id: GeneratedAlways<number>
  account_number: string
  member_number: string
  work_type: string
  requested_on: CalendarDate
  digest: Uint8Array
  created_at: Date
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'cis.service_order': ServiceOrder
    'cis.holder_service_order': ServiceOrder
    'portal.service_request': ServiceRequest
  }
}
