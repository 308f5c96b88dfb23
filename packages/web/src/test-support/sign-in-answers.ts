import type { ListedAccount } from '@coopline/contract/accounts/accounts.contract'
import type { LoginResponse, SessionFacts } from '@coopline/contract/sign-in/sign-in.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'

export const loginLine = 'POST /v3/login'
export const codeLine = 'POST /v3/login/mfa'
export const exchangeLine = 'POST /v3/external-redirect'
export const accountsLine = 'GET /v3/members/M1001/accounts'
export const sessionLine = 'GET /v3/session'
export const renewLine = 'POST /v3/session/renew'
export const endLine = 'POST /v3/session/end'
export const passkeyOptionsLine = 'POST /v3/login/passkey/options'
export const passkeyLine = 'POST /v3/login/passkey'

/** Member M1001, signed in without a second step. */
export const aLogin = (changes: Partial<LoginResponse> = {}): LoginResponse => ({
  accessToken: 'access-1',
  memberNumber: 'M1001',
  expireInMinutes: 15,
  memberMfaEnabled: false,
  mfaAuthenticateModel: null,
  loginInfo: null,
  ...changes,
})

/** The password was right; the code is wanted. */
export const codeWanted = (): LoginResponse =>
  aLogin({
    accessToken: null,
    memberNumber: null,
    expireInMinutes: null,
    memberMfaEnabled: true,
    mfaAuthenticateModel: { encryptedMember: 'em-1', encryptedUserName: 'eu-1' },
  })

/** What is kept of `aLogin()`. */
export const storedMember = { accessToken: 'access-1', memberNumber: 'M1001', memberMfaEnabled: false }

export const aListedAccount = (changes: Partial<ListedAccount> = {}): ListedAccount => ({
  accountNumber: '000100200300',
  accountHolderName: 'Ada Lindqvist',
  accountType: 'Residential',
  serviceAddress: '1400 Prairie View Rd, Cloverdale, WI 54001',
  accountStatus: 'Active',
  derivedStatus: 'Active',
  isPrimaryAccount: true,
  isPrepaidAccount: 'N',
  prepaidLabel: '',
  accountBalance: cents(15_234),
  pastDueAmount: cents(0),
  dueDate: calendarDate('2027-03-18'),
  ...changes,
})

export const theirAccounts = (...results: readonly ListedAccount[]) => ({
  results: results.length === 0 ? [aListedAccount()] : results,
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
