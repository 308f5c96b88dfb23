import type { FeatureData } from '../../../platform/feature-data.ts'
import { erased } from '../../../platform/personal-data.ts'

/** States for the tables of the slice how long rows stay and what an export and an erasure of a member do with them. */
export const connectedAppsData: FeatureData = {
  retention: [
    {
      table: 'portal.oauth_record',
      column: 'expires_at',
      days: 1,
      leastDays: 0,
      what: 'Expired codes, tokens and requests of connected apps',
    },
    {
      table: 'portal.connected_access',
      column: 'hour',
      days: 400,
      leastDays: 30,
      what: 'Reads by connected apps, by hour',
    },
    {
      table: 'portal.connected_grant',
      column: 'ends_at',
      days: 400,
      leastDays: 30,
      what: 'Ended connections and access tokens',
    },
    {
      table: 'portal.connected_app',
      column: 'expires_at',
      days: 0,
      leastDays: 0,
      what: 'Self-registered apps, a year after registration; apps that the cooperative added stay',
    },
  ],
  personalData: [
    erased('portal.oauth_record', 'connection', ['kind', 'id_hash'], 'Tokens of connected apps', 'all'),
    erased('portal.connected_access', 'connection', ['grant_id', 'hour', 'what'], 'Reads by connected apps'),
    erased('portal.connected_notification', 'connection', ['grant_id'], 'Notifications to connected apps'),
    erased(
      'portal.connected_meter',
      'connection',
      ['grant_id', 'account_number', 'meter_number'],
      'Meters of connected apps',
    ),
    erased('portal.connected_grant', 'member', ['created_at', 'grant_id'], 'Connected apps and access tokens', [
      'token_hash',
    ]),
  ],
  notPersonalData: {
    'portal.connected_app': 'Apps',
    'portal.connected_notification_log':
      'Days with new readings by connection; moved to `portal.connected_notification` within minutes',
  },
}
