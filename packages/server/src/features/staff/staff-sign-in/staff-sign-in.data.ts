import type { FeatureData } from '../../../platform/feature-data.ts'
import { endStaffSessionsOfBackup } from './staff-sessions.store.ts'

/**
 * States for the tables of the slice how long rows stay, what an export and an erasure of a member do with them, and
 * which secrets they hold.
 */
export const staffSignInData: FeatureData = {
  afterRestore: endStaffSessionsOfBackup,
  retention: [
    {
      table: 'portal.staff_session',
      column: 'ends_at',
      // An address from which staff signed in is known for 30 days.
      days: 90,
      leastDays: 31,
      what: 'Staff sessions, from their latest possible end',
    },
    {
      table: 'portal.staff_proof',
      column: 'ends_at',
      days: 1,
      leastDays: 1,
      what: 'Proofs of the identity provider, from the latest possible end of their session; most go when it ends',
    },
  ],
  secrets: [
    {
      name: 'passwords of staff',
      table: 'portal.staff_login',
      id: ['staff_id'],
      column: 'password_hash',
      where: [{ column: 'password_hash', is: 'set' }],
      stored: { as: 'password' },
    },
    {
      name: 'authenticator apps of staff',
      table: 'portal.staff_login',
      id: ['staff_id'],
      column: 'app_secret',
      where: [{ column: 'app_secret', is: 'set' }],
      stored: { as: 'sealed', purpose: 'app-secret', ownerOf: ([id]) => String(id) },
    },
    {
      name: 'authenticator apps of staff being set up',
      table: 'portal.staff_login',
      id: ['staff_id'],
      column: 'pending_app_secret',
      where: [{ column: 'pending_app_secret', is: 'set' }],
      stored: { as: 'sealed', purpose: 'app-secret', ownerOf: ([id]) => String(id) },
    },
    {
      name: 'refresh tokens of the identity provider',
      table: 'portal.staff_proof',
      id: ['session_id'],
      column: 'refresh_token',
      where: [{ column: 'refresh_token', is: 'set' }],
      stored: { as: 'sealed', purpose: 'staff-renewal', ownerOf: ([id]) => String(id) },
    },
  ],
  notPersonalData: {
    'portal.staff_identity': 'The cooperative’s staff',
    'portal.staff_login': 'The cooperative’s staff',
    'portal.staff_proof': 'The cooperative’s staff',
    'portal.staff_session': 'The cooperative’s staff',
  },
}
