import type { FeatureData } from '../../../platform/feature-data.ts'
import { copied, erased, kept } from '../../../platform/personal-data.ts'

/** States for the tables of the slice how long rows stay and what an export and an erasure of a member do with them. */
export const outageData: FeatureData = {
  retention: [
    {
      table: 'portal.outage_report',
      column: 'created_at',
      days: 90,
      leastDays: 1,
      what: 'Times of outage reports; the event has the report itself',
    },
    {
      table: 'portal.outage_incident',
      column: 'restored_at',
      days: 30,
      leastDays: 1,
      what: 'Outage incidents, counted from restoration; the outage history stays',
    },
  ],
  personalData: [
    copied(
      'cis.outage_history',
      'account',
      ['account_number', 'interrupted_at'],
      'Past outages',
      'cis.holder_outage_history',
    ),
    kept(
      'portal.outage_incident_account',
      'account',
      ['account_number', 'incident_id'],
      'Accounts of an outage; ends by retention',
    ),
    erased('portal.outage_report', 'member', ['account_number', 'id'], 'Times of outage reports'),
  ],
  notPersonalData: {
    'portal.outage_estimate': 'Outages',
    'portal.outage_file': 'Outages',
    'portal.outage_incident': 'Outages',
    'portal.territory': 'The map of the cooperative',
  },
}
