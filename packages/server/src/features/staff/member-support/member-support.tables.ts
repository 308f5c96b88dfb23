interface PortalView {
  view_id: string
  session_id: string
  token_hash: Uint8Array
  login_id: string
  member_number: string
  opened_at: Date
  ends_at: Date
  ended_at: Date | null
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'portal.portal_view': PortalView
  }
}
