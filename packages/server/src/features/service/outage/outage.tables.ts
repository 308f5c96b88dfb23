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

interface OutageIncident {
  incident_id: string
  is_active: boolean
  started_at: Date
  restored_at: Date | null
  cause: string
  crew: string
  estimate_at: Date | null
  customers: number
  longitude: number | null
  latitude: number | null
  area: Generated<string>
  seen_at: Date | null
}

interface OutageEstimate {
  incident_id: string
  stated_at: Date
  estimate_at: Date | null
}

interface OutageIncidentAccount {
  incident_id: string
  account_number: string
  is_affected: boolean
}

interface OutageFile {
  only_row: Generated<boolean>
  generated_at: Date
}

interface Territory {
  only_row: Generated<boolean>
  body: string
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'cis.outage_history': OutageHistory
    'cis.holder_outage_history': OutageHistory
    'portal.outage_incident': OutageIncident
    'portal.outage_estimate': OutageEstimate
    'portal.outage_incident_account': OutageIncidentAccount
    'portal.outage_file': OutageFile
    'portal.territory': Territory
    'portal.outage_report': OutageReport
  }
}
