import type { FeatureData } from '../../../platform/feature-data.ts'

/** Says how long rows of the slice stay. */
export const signInData: FeatureData = {
  retention: [
    {
      table: 'portal.session',
      column: 'ends_at',
      days: 90,
      leastDays: 1,
      what: 'Sign-ins and their devices, from when they ended',
    },
    {
      table: 'portal.verification_code',
      column: 'expires_at',
      days: 1,
      leastDays: 1,
      what: 'Verification codes, from when they expired',
    },
    {
      table: 'portal.registration_grant',
      column: 'expires_at',
      days: 1,
      leastDays: 1,
      what: 'Registration grants, from when they expired',
    },
    {
      table: 'portal.reset_link',
      column: 'expires_at',
      days: 1,
      leastDays: 1,
      what: 'Reset links, from when they expired',
    },
    {
      table: 'portal.second_step',
      column: 'expires_at',
      days: 1,
      leastDays: 1,
      what: 'Sign-ins that wait for the second step, from when they expired',
    },
    {
      table: 'portal.hand_off',
      column: 'expires_at',
      days: 1,
      leastDays: 1,
      what: 'Hand-offs from partner sites, from when they expired',
    },
    {
      table: 'portal.known_device',
      column: 'expires_at',
      days: 0,
      leastDays: 0,
      what: 'Browsers that logins recognize, once they expired: 90 days after the last sign-in',
    },
    {
      table: 'portal.passkey_challenge',
      column: 'expires_at',
      days: 0,
      leastDays: 0,
      what: 'Passkey challenges, once they expired',
    },
  ],
}
