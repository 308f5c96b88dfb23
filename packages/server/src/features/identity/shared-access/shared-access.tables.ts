export type EndReason = 'member' | 'guest' | 'password-reset' | 'staff'

interface SharedAccess {
  access_id: string
  member_number: string
  name: string
  email: string
  rights: 'view' | 'view-and-pay'
  token_hash: Uint8Array | null
  invited_at: Date
  invitation_ends_at: Date
  ends_at: Date
  end_reason: 'member' | 'guest' | 'password-reset' | 'staff' | null
}

interface SharedAccount {
  access_id: string
  account_number: string
}

interface SharedGuest {
  access_id: string
  login_id: string
  accepted_at: Date
}

interface SharedActivity {
  access_id: string
  account_number: string
  hour: Date
  what: string
  calls: number
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'portal.shared_access': SharedAccess
    'portal.shared_account': SharedAccount
    'portal.shared_guest': SharedGuest
    'portal.shared_activity': SharedActivity
  }
}
