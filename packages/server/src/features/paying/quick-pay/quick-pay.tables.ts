interface QuickPayGrant {
  token_hash: Uint8Array
  cookie_hash: Uint8Array
  member_number: string
  account_number: string
  client_hash: Uint8Array
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
}

interface QuickPayBrowser {
  browser_hash: Uint8Array
  account_number: string
  last_used_at: Date
  expires_at: Date
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'portal.quick_pay_grant': QuickPayGrant
    'portal.quick_pay_browser': QuickPayBrowser
  }
}
