import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Generated } from 'kysely'

interface MemberDetail {
  member_number: string
  paperless_billing: Generated<boolean>
  paperless_other: Generated<boolean>
  electronic_kit: Generated<boolean>
  marketing_emails: Generated<boolean>
  payment_emails: Generated<boolean>
  service_order_emails: Generated<boolean>
  phone_unlisted: Generated<boolean>
  stores_check: Generated<boolean>
  stores_credit: Generated<boolean>
  changes_through_event: number | null
}

interface FiledAccountPreference {
  account_number: string
  email_bill_notice: Generated<boolean>
  paperless_billing: Generated<boolean>
  paperless_other: Generated<boolean>
  roundup: Generated<boolean>
  roundup_amount: Cents | null
  roundup_expiration: CalendarDate | null
  changes_through_event: number | null
}

interface Preference {
  member_number: string
  paperless_billing: boolean | null
  paperless_other: boolean | null
  electronic_kit: boolean | null
  marketing_emails: boolean | null
  payment_emails: boolean | null
  service_order_emails: boolean | null
  phone_unlisted: boolean | null
  stores_check: boolean | null
  stores_credit: boolean | null
  event_id: number
  changed_at: Date
}

interface ChosenAccountPreference {
  account_number: string
  member_number: string
  email_bill_notice: boolean | null
  paperless_billing: boolean | null
  paperless_other: boolean | null
  roundup: boolean | null
  roundup_amount: Cents | null
  roundup_expiration: CalendarDate | null
  event_id: number
  changed_at: Date
}

/** Member preferences: values from the cooperative's system and members' changes. */
declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'cis.member_detail': MemberDetail
    'cis.account_preference': FiledAccountPreference
    'portal.preference': Preference
    'portal.account_preference': ChosenAccountPreference
  }
}
