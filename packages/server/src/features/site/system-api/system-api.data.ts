import type { FeatureData } from '../../../platform/feature-data.ts'
import { endKeysOfBackup } from './api-keys.store.ts'

/** States for the tables of the slice how long rows stay. */
export const systemApiData: FeatureData = {
  afterRestore: endKeysOfBackup,
  retention: [
    {
      table: 'portal.api_key',
      column: 'ends_at',
      days: 400,
      leastDays: 30,
      what: 'Ended keys of the system API',
    },
    {
      table: 'portal.api_key_secret',
      column: 'ends_at',
      days: 30,
      leastDays: 0,
      what: 'Ended secrets of keys of the system API',
    },
    {
      table: 'portal.push',
      column: 'received_at',
      days: 30,
      leastDays: 7,
      what: 'What systems pushed with the reports, and the answers under an Idempotency-Key',
    },
  ],
  notPersonalData: {
    'portal.push': 'Reports of imports, without values of rows',
    'portal.push_part': 'Rows that a system pushed, until they are imported within minutes',
    'portal.api_key': 'The cooperative’s own systems',
    'portal.api_key_secret': 'The cooperative’s own systems',
  },
}
