import type { FeatureData } from '../../../platform/feature-data.ts'
import { erased } from '../../../platform/personal-data.ts'

/** States for the tables of the slice how long rows stay and what an export and an erasure of a member do with them. */
export const sharedAccessData: FeatureData = {
  retention: [
    {
      table: 'portal.shared_activity',
      column: 'hour',
      days: 400,
      leastDays: 30,
      what: 'What people with access opened, by hour',
    },
    {
      table: 'portal.shared_access',
      column: 'ends_at',
      days: 400,
      leastDays: 30,
      what: 'Ended access to members’ accounts, and invitations that no one accepted',
    },
  ],
  personalData: [
    erased(
      'portal.shared_activity',
      'shared-access',
      ['access_id', 'hour', 'account_number', 'what'],
      'What people with access opened',
    ),
    erased(
      'portal.shared_account',
      'shared-access',
      ['access_id', 'account_number'],
      'Accounts that people with access see',
    ),
    erased('portal.shared_guest', 'login', ['login_id', 'access_id'], 'Accounts of others that the login sees'),
    erased(
      'portal.shared_access',
      'member',
      ['invited_at', 'access_id'],
      'People with access to the member’s accounts, and invitations',
      ['token_hash'],
    ),
  ],
}
