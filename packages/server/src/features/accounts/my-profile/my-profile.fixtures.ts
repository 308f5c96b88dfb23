import { type MemberUpdate, myProfile } from '@coopline/contract/accounts/my-profile/my-profile.contract'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

/** Builds a member update of Ada. Without `changes` it changes nothing. */
export const adasUpdate = (changes: Partial<MemberUpdate> = {}): MemberUpdate => ({
  memberNumber: '10001',
  loginId: 'ada.lindqvist',
  userName: 'ada.lindqvist@example.org',
  currentPassword: '',
  password: '',
  securityQuestionId: 'first-pet',
  securityQuestionAnswer: '',
  removeStoredCreditData: false,
  removeStoredBankData: false,
  receiveServiceOrderEmail: false,
  receivePaymentEmail: false,
  canMaskPhone: false,
  isPaperlessBilling: false,
  isPaperlessOther: false,
  annualMarketingElectricKit: false,
  isMarketEmail: false,
  paperlessConfirmText: false,
  paperlessAccounts: [{ accountNumber: '100100101', isEmail: false, isPaperless: false, isPaperlessOther: false }],
  roundupAccounts: [{ accountNumber: '100100101', isRoundup: false, amount: null, expiration: null }],
  ...changes,
})

/** The calls of My Profile that succeed. Ada has a security question, and removes her stored payment data. */
export const fixtures: SliceFixtures = async ({ portal, loginId, own }) => {
  portal.set({ StoredPaymentDataEnabled: true, usernameChecksPerHour: 1_000 })
  await portal.db
    .updateTable('portal.login')
    .set({ secret_question: 'first-pet', secret_answer_hash: 'kept' })
    .where('login_id', '=', loginId)
    .execute()
  return [
    [myProfile.details, own],
    [myProfile.autopayments, own],
    [myProfile.update, async () => ({ ...(await own()), body: adasUpdate({ removeStoredBankData: true }) })],
    [
      myProfile.usernameAvailability,
      async () => {
        const call = await own()
        return { ...call, params: { ...call.params, username: 'ada.lindqvist2' } }
      },
    ],
  ]
}

const recorded = { memberNumber: given.member, eventId: 1, now: given.now }

export const storeCalls: StoreCalls = {
  'profile-changes': {
    saveMemberChoices: [{ paperlessBilling: true }, recorded],
    saveAccountChoices: [
      {
        accountNumber: given.account,
        paperless: { emailBillNotice: true, paperlessBilling: true, paperlessOther: true },
        roundUp: { isOn: true, amount: 100, expiration: null },
      },
      recorded,
    ],
    setSecretQuestion: [given.login, 'question', 'hash'],
  },
}
