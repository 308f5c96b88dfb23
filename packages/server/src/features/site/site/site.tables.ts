import type { Generated } from 'kysely'
import type { Json } from '../../../platform/db/json-column.ts'

interface Setting {
  key: string
  value: Json
  updated_at: Date
  updated_by: string
}

interface SettingVersion {
  singleton: Generated<boolean>
  version: number
}

interface SettingChangeRow {
  change_id: Generated<number>
  key: string
  before: Json<readonly unknown[]>
  after: Json<readonly unknown[]>
  changed_at: Date
  changed_by: string
  reason: string
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'portal.setting': Setting
    'portal.setting_change': SettingChangeRow
    'portal.setting_version': SettingVersion
  }
}
