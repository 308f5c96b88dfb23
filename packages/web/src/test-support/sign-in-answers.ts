import type { ListedAccount } from '@coopline/contract/accounts/accounts/accounts.contract'
import type { SessionFacts } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { theirAccount } from './their-account.ts'

export const loginLine = 'POST /v3/login'
export const codeLine = 'POST /v3/login/mfa'
export const exchangeLine = 'POST /v3/external-redirect'
export const accountsLine = 'GET /v3/members/M1001/accounts'
export const sessionLine = 'GET /v3/session'
export const renewLine = 'POST /v3/session/renew'
export const endLine = 'POST /v3/session/end'
export const passkeyOptionsLine = 'POST /v3/login/passkey/options'
export const passkeyLine = 'POST /v3/login/passkey'

/** The stored user of the member's sign-in. */
export const storedMember = { accessToken: 'access-1', memberNumber: 'M1001', memberMfaEnabled: false }

export const theirAccounts = (...results: readonly ListedAccount[]) => ({
  results: results.length === 0 ? [theirAccount.toListed()] : results,
  totalRecords: Math.max(results.length, 1),
})

/** Fifteen minutes of quiet allowed, warned a minute ahead. */
export const aSession = (changes: Partial<SessionFacts> = {}): SessionFacts => ({
  memberNumber: 'M1001',
  userName: 'ada.lindqvist',
  memberMfaEnabled: false,
  signedInAt: '2027-03-01T14:00:00Z',
  idleSecondsLeft: 900,
  secondsLeft: 43_200,
  warningSeconds: 60,
  ...changes,
})
