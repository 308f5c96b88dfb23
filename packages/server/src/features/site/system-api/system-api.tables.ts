import type { Generated } from 'kysely'
import type { Json } from '../../../platform/db/json-column.ts'

interface ApiKey {
  key_id: string
  name: string
  scopes: string[]
  addresses: string[]
  created_at: Date
  created_by: string
  ends_at: Date | null
  last_used_at: Date | null
  last_used_from: string | null
}

interface ApiKeySecret {
  secret_hash: Uint8Array
  key_id: string
  created_at: Date
  ends_at: Date | null
}

interface Push {
  push_id: Generated<number>
  key_id: string
  target: string
  media: string
  options: Json
  state: 'receiving' | 'waiting' | 'running' | 'done' | 'failed'
  idempotency_key: string | null
  request_hash: Uint8Array | null
  received_at: Date
  ended_at: Date | null
  leased_until: Date | null
  attempts: Generated<number>
  rows_read: Generated<number>
  parts: Generated<number>
  result: Json | null
}

interface PushPart {
  push_id: number
  part: number
  bytes: Uint8Array
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'portal.api_key': ApiKey
    'portal.api_key_secret': ApiKeySecret
    'portal.push': Push
    'portal.push_part': PushPart
  }
}
