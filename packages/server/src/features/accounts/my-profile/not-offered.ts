import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import type { PaperlessOffer } from '@coopline/rules/accounts/my-profile/check-profile'
import type { AccountChoices, RoundUp } from './member-details.store.ts'
import type { ProfileDiff } from './profile-diff.ts'

/** Returns the parts of the Paperless Options tab, marketing options included, that the cooperative offers (MP-03, MP-47). */
export const paperlessOfferOf = (settings: Settings): PaperlessOffer => {
  const { PaperlessMemberEnabled: member, PaperlessAccountEnabled: account, marketingSignup } = settings
  return { member, account, marketing: marketingSignup && (member || account) }
}

/** Lists the fields of an update that choose options that the cooperative does not offer. */
export function notOffered(
  settings: Settings,
  diff: ProfileDiff,
  accounts: readonly AccountChoices[],
): readonly string[] {
  const paperless = paperlessOfferOf(settings)
  const { member } = diff
  const fields: readonly (readonly [string, boolean, boolean])[] = [
    ['isPaperlessBilling', paperless.member, member.paperlessBilling !== undefined],
    ['isPaperlessOther', paperless.member, member.paperlessOther !== undefined],
    ['annualMarketingElectricKit', paperless.marketing, member.electronicKit !== undefined],
    ['isMarketEmail', paperless.marketing, member.marketingEmails !== undefined],
    ['removeStoredBankData', settings.StoredPaymentDataEnabled, member.storesCheck !== undefined],
    ['removeStoredCreditData', settings.StoredPaymentDataEnabled, member.storesCredit !== undefined],
    ['paperlessAccounts', paperless.account, diff.accounts.some((one) => one.paperless !== undefined)],
    ['roundupAccounts', settings.RoundUp, diff.accounts.some((one) => one.roundUp !== undefined)],
    ['roundupAccounts', settings.RoundUpEnabled, diff.accounts.some((one) => changes(one, accounts).enrollment)],
    ['roundupAccounts', settings.RoundUpPlusEnabled, diff.accounts.some((one) => changes(one, accounts).plus)],
  ]
  return [...new Set(fields.filter(([, isOffered, isChanged]) => isChanged && !isOffered).map(([field]) => field))]
}

function changes({ accountNumber, roundUp }: ProfileDiff['accounts'][number], accounts: readonly AccountChoices[]) {
  const before = accounts.find((one) => one.accountNumber === accountNumber)?.roundUp
  return roundUp === undefined || before === undefined
    ? { enrollment: false, plus: false }
    : roundUpDiff(roundUp, before)
}

/** Returns the changed fields: the enrollment for basic mode, amount and end for RoundUp Plus (OR-22 to OR-24). */
export const roundUpDiff = (
  after: RoundUp,
  before: RoundUp,
): { readonly enrollment: boolean; readonly plus: boolean } => ({
  enrollment: after.isEnrolled !== before.isEnrolled,
  plus: after.amount !== before.amount || after.expiration !== before.expiration,
})
