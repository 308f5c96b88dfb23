import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from '../../../platform/db/json-column.ts'

export type EndReason = 'member' | 'app' | 'copied-token' | 'staff'
export type AuthMethod = 'client_secret_basic' | 'client_secret_post' | 'none'

interface ConnectedApp {
  client_id: string
  name: string
  home_url: string | null
  redirect_uris: string[]
  auth_method: 'client_secret_basic' | 'client_secret_post' | 'none'
  secret_hash: Uint8Array | null
  is_self_registered: boolean
  created_at: Date
  expires_at: Date | null
  notify_uri: string | null
}

interface ConnectedNotification {
  grant_id: string
  since: CalendarDate | null
  version: Generated<number>
  attempts: Generated<number>
  next_attempt_at: Date
  given_up_at: Date | null
  notified_at: Date | null
  last_error: string | null
}

interface ConnectedNotificationLog {
  id: GeneratedAlways<number>
  grant_id: string
  day: CalendarDate
  account_number: string | null
  meter_number: string | null
}

interface ConnectedGrant {
  grant_id: string
  member_number: string
  login_id: string
  client_id: string | null
  token_hash: Uint8Array | null
  name: string
  scope: string
  history_from: CalendarDate
  created_at: Date
  ends_at: Date
  end_reason: 'member' | 'app' | 'copied-token' | 'staff' | null
  last_read_at: Date | null
  reads: Generated<number>
  bytes: Generated<number>
}

interface ConnectedMeterRow {
  grant_id: string
  account_number: string
  meter_number: string
  changed_since: CalendarDate | null
}

interface ConnectedAccess {
  grant_id: string
  hour: Date
  what: string
  reads: number
  bytes: number
}

interface OAuthRecord {
  kind: string
  id_hash: Uint8Array
  payload: Json
  grant_id: string | null
  consumed_at: Date | null
  expires_at: Date
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'portal.connected_app': ConnectedApp
    'portal.connected_grant': ConnectedGrant
    'portal.connected_meter': ConnectedMeterRow
    'portal.connected_notification': ConnectedNotification
    'portal.connected_notification_log': ConnectedNotificationLog
    'portal.connected_access': ConnectedAccess
    'portal.oauth_record': OAuthRecord
  }
}
