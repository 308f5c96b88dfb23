import type { Generated } from 'kysely'

interface Login {
  login_id: string
  username: string
  username_key: string
  member_number: string
  email: string
  password_hash: string
  password_set_at: Date
  secret_question: string | null
  secret_answer_hash: string | null
  app_secret: Uint8Array | null
  app_active_since: Date | null
  app_last_step: number | null
  pending_app_secret: Uint8Array | null
  pending_app_until: Date | null
  language: Generated<string>
  failures: Generated<number>
  locked_until: Date | null
  disabled_at: Date | null
  lock_notice_at: Date | null
  unlocked_at: Date | null
  created_at: Date
  last_sign_in_at: Date | null
}

interface LoginSession {
  session_id: string
  login_id: string
  member_number: string
  token_hash: Uint8Array
  cookie_hash: Uint8Array
  previous_token_hash: Uint8Array | null
  previous_cookie_hash: Uint8Array | null
  is_unused: Generated<boolean>
  rotated_at: Date
  proofs: string[]
  signed_in_at: Date
  proven_at: Date
  last_seen_at: Date
  ends_at: Date
  ended_at: Date | null
  end_reason: string | null
  device: string
  client_address: string
}

interface KnownDevice {
  device_hash: Uint8Array
  login_id: string
  last_used_at: Date
  expires_at: Date
  first_used_at: Generated<Date>
}

interface SecondStep {
  step_id: string
  login_id: string
  expires_at: Date
  used_at: Date | null
}

interface RecoveryCode {
  login_id: string
  code_hash: Uint8Array
  used_at: Date | null
}

interface HandOff {
  token_hash: Uint8Array
  event_id: string
  member_number: string
  expires_at: Date
  used_at: Date | null
}

interface Passkey {
  credential_id: string
  login_id: string
  public_key: Uint8Array
  counter: number
  transports: string[]
  name: string
  is_synced: boolean
  created_at: Date
  last_used_at: Date | null
  suspended_at: Date | null
}

interface PasskeyChallenge {
  challenge: string
  purpose: 'add' | 'sign-in'
  login_id: string | null
  expires_at: Date
}

interface VerificationCode {
  subject: string
  code_hash: Uint8Array
  contact_hash: Uint8Array
  key_id: string
  attempts: Generated<number>
  sent_at: Date
  expires_at: Date
  used_at: Date | null
}

interface RegistrationGrant {
  token_hash: Uint8Array
  account_number: string
  member_number: string
  contact: string
  expires_at: Date
  used_at: Date | null
}

interface ResetLink {
  token_hash: Uint8Array
  login_id: string
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

/** Logins, sessions and members' proofs of identity. */
declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'portal.login': Login
    'portal.session': LoginSession
    'portal.known_device': KnownDevice
    'portal.second_step': SecondStep
    'portal.recovery_code': RecoveryCode
    'portal.hand_off': HandOff
    'portal.passkey': Passkey
    'portal.passkey_challenge': PasskeyChallenge
    'portal.verification_code': VerificationCode
    'portal.registration_grant': RegistrationGrant
    'portal.reset_link': ResetLink
  }
}
