import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice how long rows stay. */
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
}
