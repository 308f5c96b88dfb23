import type { FeatureData } from './feature-data.ts'

/** States for the tables of the platform how long rows stay and which secrets they hold. */
export const platformData: FeatureData = {
  retention: [
    {
      table: 'outbox.message',
      column: 'created_at',
      days: 90,
      // The provider reports a payment again for some days, and its receipt must be known then.
      leastDays: 14,
      what: 'Mails and texts, sent or not, from when they were written',
    },
    {
      table: 'outbox.event',
      column: 'acknowledged_at',
      days: 400,
      leastDays: 30,
      what: 'Events for the cooperative’s systems, from when they were acknowledged; unacknowledged ones stay',
    },
    {
      table: 'portal.audit',
      column: 'at',
      days: 1095,
      // The trigger on `portal.audit` refuses fewer.
      leastDays: 366,
      what: 'The audit; the database itself refuses to delete entries of the last 365 days',
    },
    {
      table: 'portal.backup_taken',
      column: 'taken_at',
      days: 400,
      leastDays: 30,
      what: 'When backups were taken',
    },
    {
      table: 'portal.refused_import',
      column: 'seen_at',
      days: 400,
      leastDays: 30,
      what: 'Names of refused files in the watch folders',
    },
    {
      table: 'portal.recorded_import',
      column: 'started_at',
      days: 90,
      leastDays: 7,
      what: 'Imports with their reports, as the staff console shows them',
    },
    {
      table: 'portal.attempt_counter',
      column: 'expires_at',
      days: 0,
      leastDays: 0,
      what: 'Counters of attempts, once their window is over',
    },
  ],
  secrets: [
    {
      name: 'sealed messages waiting to be sent',
      table: 'outbox.message',
      id: ['id', 'dedupe_key'],
      column: 'body_text',
      where: [
        { column: 'sent_at', is: 'null' },
        { column: 'body_text', beginsWith: 'sealed:' },
      ],
      stored: { as: 'message' },
    },
  ],
}
