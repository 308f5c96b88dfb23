import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice how long rows stay and which secrets they hold. */
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
  secrets: [
    {
      name: 'passwords',
      table: 'portal.login',
      id: ['login_id'],
      column: 'password_hash',
      stored: { as: 'password' },
    },
    {
      name: 'secret answers',
      table: 'portal.login',
      id: ['login_id'],
      column: 'secret_answer_hash',
      where: [{ column: 'secret_answer_hash', is: 'set' }],
      stored: { as: 'password' },
    },
    {
      name: 'authenticator apps',
      table: 'portal.login',
      id: ['login_id'],
      column: 'app_secret',
      where: [{ column: 'app_secret', is: 'set' }],
      stored: { as: 'sealed', purpose: 'app-secret', ownerOf: ([id]) => String(id) },
    },
    {
      name: 'authenticator apps being set up',
      table: 'portal.login',
      id: ['login_id'],
      column: 'pending_app_secret',
      where: [{ column: 'pending_app_secret', is: 'set' }],
      stored: { as: 'sealed', purpose: 'app-secret', ownerOf: ([id]) => String(id) },
    },
    {
      name: 'recovery codes',
      table: 'portal.recovery_code',
      id: ['login_id', 'code_hash'],
      column: 'code_hash',
      where: [{ column: 'used_at', is: 'null' }],
      stored: { as: 'recovery-code' },
    },
  ],
}
