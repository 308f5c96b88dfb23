import type { MemberUpdate } from '@coopline/contract/accounts/my-profile/my-profile.contract'
import { withOption } from '@coopline/rules/accounts/paperless/paperless-choices'
import type { AccountChoices, MemberChoices } from './member-details.store.ts'
import type { AccountChanges } from './profile-changes.store.ts'

/** The part of an update that differs from the current values. */
export interface ProfileDiff {
  readonly member: Partial<MemberChoices>
  readonly accounts: readonly AccountChanges[]
}

/** Returns the values that differ from the saved ones. Only these are stored, reported and audited. */
export function diffProfile(
  update: MemberUpdate,
  saved: { readonly member: MemberChoices; readonly accounts: readonly AccountChoices[] },
): ProfileDiff {
  const wanted: MemberChoices = {
    paperlessBilling: update.isPaperlessBilling,
    paperlessOther: update.isPaperlessOther,
    electronicKit: update.annualMarketingElectricKit,
    marketingEmails: update.isMarketEmail,
    paymentEmails: update.receivePaymentEmail,
    serviceOrderEmails: update.receiveServiceOrderEmail,
    phoneUnlisted: update.canMaskPhone,
    storesCheck: saved.member.storesCheck && !update.removeStoredBankData,
    storesCredit: saved.member.storesCredit && !update.removeStoredCreditData,
  }
  return {
    member: Object.fromEntries(
      Object.entries(wanted).filter(([name, value]) => saved.member[name as keyof MemberChoices] !== value),
    ),
    accounts: saved.accounts.flatMap((account) => {
      const paperless = paperlessChange(update, account)
      const roundUp = roundUpChange(update, account)
      if (paperless === undefined && roundUp === undefined) return []
      return [
        {
          accountNumber: account.accountNumber,
          ...(paperless !== undefined && { paperless }),
          ...(roundUp !== undefined && { roundUp }),
        },
      ]
    }),
  }
}

function paperlessChange(update: MemberUpdate, account: AccountChoices): AccountChanges['paperless'] {
  const sent = update.paperlessAccounts.findLast(({ accountNumber }) => accountNumber === account.accountNumber)
  if (sent === undefined) return undefined
  // Paperless billing requires the email notice, so the request cannot turn it off (MP-48).
  const { isEmail, isPaperless, isPaperlessOther } = withOption(sent, 'isPaperless', sent.isPaperless)
  const isSame =
    isEmail === account.emailBillNotice &&
    isPaperless === account.paperlessBilling &&
    isPaperlessOther === account.paperlessOther
  return isSame
    ? undefined
    : { emailBillNotice: isEmail, paperlessBilling: isPaperless, paperlessOther: isPaperlessOther }
}

function roundUpChange(update: MemberUpdate, { accountNumber, roundUp }: AccountChoices): AccountChanges['roundUp'] {
  const sent = update.roundupAccounts.findLast((one) => one.accountNumber === accountNumber)
  if (sent === undefined) return undefined
  const isSame =
    sent.isRoundup === roundUp.isEnrolled && sent.amount === roundUp.amount && sent.expiration === roundUp.expiration
  return isSame ? undefined : { isEnrolled: sent.isRoundup, amount: sent.amount, expiration: sent.expiration }
}
