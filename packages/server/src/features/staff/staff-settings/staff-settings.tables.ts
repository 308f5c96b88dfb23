import type { Generated } from 'kysely'
import type { Json } from '../../../platform/db/json-column.ts'
import type { PlannedValue } from './planned-changes.store.ts'

interface PlannedSettingChange {
  planned_id: Generated<number>
  starts_at: Date
  ends_at: Date | null
  wanted: Json<readonly PlannedValue[]>
  is_end: boolean
  planned_at: Date
  planned_by: string
  reason: string
  refusal: string | null
  ended_at: Date | null
  canceled_by: string | null
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'portal.planned_setting_change': PlannedSettingChange
  }
}
