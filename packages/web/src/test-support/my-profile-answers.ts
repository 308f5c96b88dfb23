import type { MemberDetails, ProfileAccount } from '@coopline/contract/accounts/my-profile/my-profile.contract'
import type { Passkey } from '@coopline/contract/identity/passkeys/passkeys.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Activity, ListedSession } from '@coopline/contract/identity/sign-in/sign-in.contract'

export const detailsLine = 'GET /v3/members/M1001/details'
export const updateLine = 'POST /v3/members/M1001/details'
export const autopaymentsLine = 'GET /v3/members/M1001/autopayments'
export const usernameLine = (username: string) => `GET /v3/members/M1001/usernames/${username}/availability`
export const statusLine = 'GET /v3/members/M1001/mfa'
export const qrCodeLine = 'POST /v3/members/M1001/mfa/qr-code'
export const activateLine = 'POST /v3/members/M1001/mfa'
export const removeAppLine = 'POST /v3/members/M1001/mfa/remove'
export const newCodesLine = 'POST /v3/members/M1001/mfa/recovery-codes'
export const passkeysLine = 'GET /v3/members/M1001/passkeys'
export const addOptionsLine = 'POST /v3/members/M1001/passkeys/options'
export const addPasskeyLine = 'POST /v3/members/M1001/passkeys'
export const onePasskey = (method: 'PUT' | 'DELETE', id: string) => `${method} /v3/members/M1001/passkeys/${id}`
export const sessionsLine = 'GET /v3/members/M1001/sessions'
export const endSessionLine = (id: string) => `DELETE /v3/members/M1001/sessions/${id}`
export const activityLine = 'GET /v3/members/M1001/activity'
export const stepUpLine = 'POST /v3/session/step-up'

export const tenCodes = [
  'abcde-11111',
  'abcde-22222',
  'abcde-33333',
  'abcde-44444',
  'abcde-55555',
  'abcde-66666',
  'abcde-77777',
  'abcde-88888',
  'abcde-99999',
  'abcde-00000',
]

export const aProfileAccount = (changes: Partial<ProfileAccount> = {}): ProfileAccount => ({
  accountNumber: '100100101',
  address: '412 Cedar Street, Eau Claire, WI 54701',
  hasEmailBillNotice: false,
  hasPaperlessBilling: false,
  hasOtherPaperlessBillinge: false,
  operationRoundup: false,
  operationRoundupAmount: null,
  operationRoundupExpiration: null,
  ...changes,
})

/** Ada's, with an electric and a water account. */
export const memberDetails = (changes: Partial<MemberDetails> = {}): MemberDetails => ({
  userName: 'ada.lindqvist@example.org',
  loginId: 'ada.lindqvist',
  secretQuestions: [
    { id: 'first-pet', description: 'What was the name of your first pet?', visible: true },
    { id: 'first-car', description: 'What was the make of your first car?', visible: true },
  ],
  secretQuestionId: 'first-pet',
  paymentTypes: [],
  paymentEmailReceived: false,
  serviceOrderEmailReceived: false,
  phoneNumberMask: false,
  hasPaperlessBilling: false,
  hasPaperlessOther: false,
  electronicKit: false,
  marketingEmail: false,
  accounts: [aProfileAccount(), aProfileAccount({ accountNumber: '100100102' })],
  today: calendarDate('2027-03-01'),
  ...changes,
})

/** The answer with the secret from which an authenticator app is set up. */
export const aSetUp = () => ({
  totpUri: 'otpauth://totp/Prairie:ada.lindqvist?secret=JBSWY3DPEHPK3PXPJBSW',
  encryptedValidator: 'validator-1',
  secretNewKey: 'JBSWY3DPEHPK3PXPJB',
  qrCode: { path: 'M0 0h7v7h-7z', size: 29 },
})

export const activated = () => ({
  verificationSatus: true,
  transactionStatus: true,
  mfaEnabled: true,
  message: 'Multi-factor authentication is now active.',
  recoveryCodes: tenCodes,
})

export const notActivated = (message: string) => ({
  verificationSatus: false,
  transactionStatus: false,
  mfaEnabled: false,
  message,
  recoveryCodes: null,
})

export const aPasskey = (changes: Partial<Passkey> = {}): Passkey => ({
  id: 'key-1',
  name: 'My phone',
  createdAt: '2027-01-05T12:00:00Z',
  lastUsedAt: null,
  isSynced: true,
  isSuspended: false,
  ...changes,
})

export const aListedSession = (changes: Partial<ListedSession> = {}): ListedSession => ({
  id: '00000000-0000-4000-8000-000000000001',
  device: 'Chrome · Linux',
  clientAddress: '203.0.113.7',
  signedInAt: '2027-03-01T14:00:00Z',
  lastSeenAt: '2027-03-01T15:00:00Z',
  isThisOne: true,
  ...changes,
})

export const anActivity = (changes: Partial<Activity> = {}): Activity => ({
  kind: 'sign-in.succeeded',
  at: '2027-03-01T14:00:00Z',
  clientAddress: '203.0.113.7',
  reason: null,
  ...changes,
})
