import type { Generated, GeneratedAlways } from 'kysely'

interface OutageHistory {
  account_number: string
  interrupted_at: Date
  restored_at: Date | null
  description: Generated<string>
}

interface OutageReport {
  id: GeneratedAlways<number>
  account_number: string
  member_number: string
  created_at: Date
}

declare module '../../platform/db/schema.ts' {
  interface Schema {
    'cis.outage_history': OutageHistory
    'portal.outage_report': OutageReport
  }
}
