interface StaffLogin {
  staff_id: string
  username: string
  username_key: string
  name: string
  role: 'support' | 'billing' | 'content' | 'admin'
  password_hash: string | null
  app_secret: Uint8Array | null
  app_last_step: number | null
  set_up_hash: Uint8Array | null
  set_up_until: Date | null
  pending_app_secret: Uint8Array | null
  created_at: Date
  last_sign_in_at: Date | null
  unlocked_at: Date | null
  disabled_at: Date | null
}

interface StaffSession {
  session_id: string
  staff_id: string
  token_hash: Uint8Array
  cookie_hash: Uint8Array
  signed_in_at: Date
  last_seen_at: Date
  ends_at: Date
  ended_at: Date | null
  client_address: string
}

interface StaffIdentity {
  issuer: string
  subject: string
  staff_id: string
  created_at: Date
  lost_at: Date | null
}

interface StaffProof {
  session_id: string
  issuer: string
  subject: string
  provider_session: string | null
  refresh_token: Uint8Array | null
  checked_at: Date
  asking_until: Date | null
  ends_at: Date
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'portal.staff_login': StaffLogin
    'portal.staff_session': StaffSession
    'portal.staff_identity': StaffIdentity
    'portal.staff_proof': StaffProof
  }
}
