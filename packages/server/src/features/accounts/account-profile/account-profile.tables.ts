import type { Generated } from 'kysely'
import type { Json } from '../../../platform/db/json-column.ts'

interface AccountProfile {
  account_number: string
  first_name: string
  middle_name: Generated<string>
  last_name: string
  spouse_name: Generated<string>
  street_number: Generated<string>
  street_name: Generated<string>
  street_type: Generated<string>
  unit: Generated<string>
  city: Generated<string>
  state: Generated<string>
  zip: Generated<string>
  is_verified: Generated<boolean>
  phone_1_id: string | null
  phone_1_kind: string | null
  phone_1_digits: string | null
  phone_1_extension: Generated<string>
  phone_2_id: string | null
  phone_2_kind: string | null
  phone_2_digits: string | null
  phone_2_extension: Generated<string>
  phone_3_id: string | null
  phone_3_kind: string | null
  phone_3_digits: string | null
  phone_3_extension: Generated<string>
}

interface ProfileChange {
  account_number: string
  member_number: string | null
  block: 'name' | 'address' | 'phones'
  value: Json
  event_id: number
  is_pending_review: boolean
  changed_at: Date
}

/** Account holders and members' changes to their profiles. */
declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'cis.account_profile': AccountProfile
    'portal.profile_change': ProfileChange
  }
}
