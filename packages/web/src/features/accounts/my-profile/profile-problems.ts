import type { MemberDetails } from '@coopline/contract/accounts/my-profile/my-profile.contract'
import { checkProfile, type ProfileProblem } from '@coopline/rules/accounts/my-profile/check-profile'
import type { PaymentSetup } from '@coopline/rules/accounts/my-profile/stored-payments'
import type { ProfileOffer } from './profile-offer.ts'
import { formOf, savedOf, type TypedProfile } from './typed-profile.ts'

type Problem = ProfileProblem | { readonly code: 'username-taken'; readonly field: 'loginId' }

interface Circumstances {
  readonly offer: ProfileOffer
  readonly paymentSetups: readonly PaymentSetup[]
  readonly strictEmailEnding: boolean
  /** Somebody else has the user name that is typed. */
  readonly isTaken: boolean
}

/** Everything that is wrong with what is typed, in the order of the tabs. */
export function problemsOf(
  typed: TypedProfile,
  details: MemberDetails,
  { offer, paymentSetups, strictEmailEnding, isTaken }: Circumstances,
): readonly Problem[] {
  const rule = { strictEmailEnding, paperless: offer.paperless, today: details.today }
  const found = checkProfile(formOf(typed), savedOf(details, paymentSetups), rule)
  const isTakenByOther = isTaken && typed.loginId !== details.loginId
  const problems: readonly Problem[] = isTakenByOther ? [...found, { code: 'username-taken', field: 'loginId' }] : found
  const order = fieldsOf(typed)
  return [...problems].sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
}

const ownFields = [
  'userName',
  'emailCode',
  'loginId',
  'password',
  'cnfpassword',
  'currentPassword',
  'securityQuestionId',
  'securityQuestionAnswer',
  'removeStoredCreditData',
  'removeStoredBankData',
  'paperlessConfirmText',
] as const satisfies readonly (ProfileProblem['field'] | 'emailCode')[]

/** The fields of the tabs that something can be wrong with, from top to bottom. */
export const fieldsOf = ({ roundupAccounts }: TypedProfile): readonly string[] => [
  ...ownFields,
  ...roundupAccounts.flatMap((_, index) => [`roundupAccounts.${index}.amount`, `roundupAccounts.${index}.expiration`]),
]
