interface TaskLinkRow {
  id_hash: Uint8Array
  task: string
  member_number: string
  account_number: string
  expires_at: Date
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'portal.task_link': TaskLinkRow
  }
}
