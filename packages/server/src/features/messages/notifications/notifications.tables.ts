import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'

interface Contact {
  contact_id: string
  member_number: string
  channel: 'email' | 'text'
  value: string
  verified_at: Date | null
  created_at: Date
}

interface NotificationChoice {
  member_number: string
  about: string
  topic: string
  by_email: boolean
  by_text: boolean
  changed_at: Date
}

interface NotificationRoute {
  member_number: string
  about: string
  email_contact_id: string | null
  text_contact_id: string | null
  changed_at: Date
}

interface OptedOutPhone {
  digits: string
  opted_out_at: Date
}

interface SentNotice {
  account_number: string
  topic: string
  dedupe_key: string
  sent_at: Date
}

interface NotifiedOutage {
  account_number: string
  is_out: boolean
  changed_at: Date
  estimate_at: Date | null
}

interface PrepaidWarning {
  account_number: string
  member_number: string
  days_left: number | null
  amounts: Cents[]
  changed_at: Date
}

interface NotifiedPrepaid {
  account_number: string
  member_number: string
  balance: Cents
  derived_status: string
  cutoff_date: CalendarDate | null
  service: 'on' | 'pending' | 'off'
  cutoff_on: CalendarDate | null
  is_days_low: boolean
  lowest_amount: Cents | null
  evaluated_on: CalendarDate | null
  revision: number
  changed_at: Date
}

interface UnsubscribeLink {
  id_hash: Uint8Array
  member_number: string
  about: string
  topic: string
  expires_at: Date
  ended_at: Date | null
}

/** Notification topics and channels by member. */
declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'portal.contact': Contact
    'portal.notification_choice': NotificationChoice
    'portal.notification_route': NotificationRoute
    'portal.opted_out_phone': OptedOutPhone
    'portal.sent_notice': SentNotice
    'portal.notified_outage': NotifiedOutage
    'portal.prepaid_warning': PrepaidWarning
    'portal.notified_prepaid': NotifiedPrepaid
    'portal.unsubscribe_link': UnsubscribeLink
  }
}
