import type { Endpoint } from '@coopline/contract/endpoint'
import { type MemberUpdate, myProfile } from '@coopline/contract/my-profile/my-profile.contract'
import { findLoginOfMember } from '../features/sign-in/public.ts'
import type { Key, Keys } from './door.ts'
import { asMember, keepSession } from './sign-in-keys.ts'
import type { TestPortal } from './test-portal.ts'

/** A member update of Ada that changes nothing. */
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

/** Calls of My Profile that are answered: Ada has a security question and removes what is stored to be paid with. */
export async function myProfileKeys(portal: TestPortal): Promise<readonly (readonly [Endpoint, Keys])[]> {
  portal.set({ StoredPaymentDataEnabled: true, usernameChecksPerHour: 1_000 })
  const login = await findLoginOfMember(portal.db, '10001')
  if (login === undefined) throw new Error('Ada has no login')
  const { loginId } = login
  await portal.db
    .updateTable('portal.login')
    .set({ secret_question: 'first-pet', secret_answer_hash: 'kept' })
    .where('login_id', '=', loginId)
    .execute()
  const sessionOf = keepSession(portal, loginId)
  const own = async (): Promise<Key> => asMember(await sessionOf())
  return [
    [myProfile.details, own],
    [myProfile.autopayments, own],
    [myProfile.update, async () => ({ ...(await own()), body: adasUpdate({ removeStoredBankData: true }) })],
    [
      myProfile.usernameAvailability,
      async () => {
        const key = await own()
        return { ...key, params: { ...key.params, username: 'ada.lindqvist2' } }
      },
    ],
  ]
}
