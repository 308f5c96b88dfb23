import type { Generated } from 'kysely'

interface MemberDocument {
  id: Generated<number>
  title: string
  title_es: Generated<string>
  file_name: Generated<string>
  url: Generated<string>
  added_at: Date
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'portal.member_document': MemberDocument
  }
}
