import type { FeatureData } from '../../../platform/feature-data.ts'
import { erased } from '../../../platform/personal-data.ts'

/** States for the tables of the slice how long rows stay and what an export and an erasure of a member do with them. */
export const taskLinksData: FeatureData = {
  retention: [
    {
      table: 'portal.task_link',
      column: 'expires_at',
      days: 2,
      // A payer may return from the payment page after the link expired.
      leastDays: 2,
      what: 'Links in messages that open one task without a sign-in, from when they expired: 72 hours after the message',
    },
  ],
  personalData: [
    erased('portal.task_link', 'member', ['id_hash'], 'Links in messages that open one task without a sign-in', [
      'id_hash',
    ]),
  ],
}
