import type { FeatureData } from '../../../platform/feature-data.ts'
import { choice, erased, kept } from '../../../platform/personal-data.ts'

/** States for the tables of the slice how long rows stay and what an export and an erasure of a member do with them. */
export const notificationsData: FeatureData = {
  retention: [
    {
      table: 'portal.sent_notice',
      column: 'sent_at',
      days: 400,
      leastDays: 60,
      what: 'Which bills and due dates an account was notified about',
    },
    {
      table: 'portal.unsubscribe_link',
      column: 'expires_at',
      days: 0,
      leastDays: 0,
      what: 'Unsubscribe links, once they expired: 400 days after their mail',
    },
  ],
  personalData: [
    kept('portal.notification_choice', 'member', ['about', 'topic'], `Choices of notifications; ${choice}`),
    kept(
      'portal.sent_notice',
      'account',
      ['account_number', 'topic', 'dedupe_key'],
      'Which notices were sent; ends by retention',
    ),
    kept(
      'portal.notified_prepaid',
      'own-account',
      ['account_number'],
      'What a prepaid account’s member was warned about',
    ),
    kept('portal.notified_outage', 'account', ['account_number'], 'Whether an outage was announced'),
    erased('portal.prepaid_warning', 'member', ['account_number'], 'When to be warned about prepaid money'),
    erased('portal.notification_route', 'member', ['about'], 'Where notices go'),
    erased('portal.contact', 'member', ['contact_id'], 'Contacts'),
  ],
  notPersonalData: {
    'portal.opted_out_phone': 'Phone numbers that refused texts; the law requires keeping them',
    'portal.unsubscribe_link': 'Links in sent mails, which must keep working; deleted when they expire',
  },
}
