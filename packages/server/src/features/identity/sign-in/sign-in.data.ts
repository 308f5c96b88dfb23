import type { FeatureData } from '../../../platform/feature-data.ts'
import { erased } from '../../../platform/personal-data.ts'
import { countLocked } from './login-locks.store.ts'
import { endSessionsOfBackup } from './sessions.store.ts'

/**
 * States for the tables of the slice how long rows stay, what an export and an erasure of a member do with them, and
 * which secrets they hold.
 */
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
  personalData: [
    erased('portal.session', 'login', ['login_id', 'session_id'], 'Sign-ins and their devices', [
      'token_hash',
      'cookie_hash',
      'previous_token_hash',
      'previous_cookie_hash',
    ]),
    erased('portal.known_device', 'login', ['login_id', 'device_hash'], 'Browsers that the login recognizes', [
      'device_hash',
    ]),
    erased('portal.second_step', 'login', ['login_id', 'step_id'], 'Sign-ins that wait for the second step', 'all'),
    erased('portal.recovery_code', 'login', ['login_id', 'code_hash'], 'Recovery codes', 'all'),
    erased('portal.passkey', 'login', ['login_id', 'credential_id'], 'Passkeys', [
      'credential_id',
      'public_key',
      'counter',
    ]),
    erased('portal.passkey_challenge', 'login', ['login_id', 'challenge'], 'Passkey challenges', 'all'),
    erased('portal.reset_link', 'login', ['login_id', 'token_hash'], 'Reset links', 'all'),
    {
      ...erased('portal.login', 'member', ['login_id'], 'The online account', [
        'username_key',
        'password_hash',
        'secret_answer_hash',
        'app_secret',
        'app_last_step',
        'pending_app_secret',
      ]),
      isLast: true,
    },
  ],
  afterRestore: endSessionsOfBackup,
  health: { alarms: [{ name: 'lockouts', severity: 'page', count: countLocked, most: 20 }] },
  notPersonalData: {
    'portal.hand_off': 'Codes of partner sites, deleted within a day',
    'portal.registration_grant': 'Rights to register, deleted within a day',
    'portal.verification_code': 'Hashes of codes, deleted within a day',
  },
}
