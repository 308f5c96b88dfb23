import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { GeneratedAlways } from 'kysely'

interface MeterReading {
  id: GeneratedAlways<number>
  account_number: string
  member_number: string
  meter_number: string
  read_on: CalendarDate
  reading: number
  created_at: Date
}

interface MeterReadingPhoto {
  reading_id: number
  account_number: string
  member_number: string
  media_type: string
  sealed_key: Uint8Array
  content: Uint8Array
  created_at: Date
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'portal.meter_reading': MeterReading
    'portal.meter_reading_photo': MeterReadingPhoto
  }
}
