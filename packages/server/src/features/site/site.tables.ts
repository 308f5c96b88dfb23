import type { Generated } from 'kysely'
import type { Json } from '../../platform/db/json-column.ts'

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

declare module '../../platform/db/schema.ts' {
  interface Schema {
    'portal.setting': Setting
    'portal.setting_version': SettingVersion
  }
}
