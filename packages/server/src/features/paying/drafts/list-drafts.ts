import type { DraftAccount as DisplayedAccount } from '@coopline/contract/paying/drafts/drafts.contract'
import { yesNo } from '@coopline/rules/kernel/flag'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { feeOptionOf, type FeeTerms, feeTermsOf } from '../payments/public.ts'
import { type CurrentDraft, type DraftAccount, listDraftAccounts } from './drafts.store.ts'

/** Lists the member's accounts with their drafts, with the names of the wire format (DE-21). */
export async function listDrafts(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  { caller }: MemberRequest,
): Promise<{ readonly results: DisplayedAccount[] }> {
  return {
    results: (await listDraftAccounts(db, caller.memberNumber)).map((one) =>
      shown(one, feeTermsOf(settings.current())),
    ),
  }
}

const shown = (account: DraftAccount, feesOfNow: FeeTerms): DisplayedAccount => {
  const { street, city, state, zip } = account.serviceAddress
  return {
    accountNumber: account.accountNumber,
    serviceAddress: `${street}, ${city}, ${state} ${zip}`,
    accountType: account.accountType,
    pastDueAmount: account.pastDue,
    autopayExists: yesNo(account.hasAutopay),
    ccEligible: yesNo(account.cardEligible),
    noMoreChecks: yesNo(account.noMoreChecks),
    eligibleDraftDate: account.eligibleDraftDate,
    allowBeforeBilledDay: account.allowBeforeBilledDay,
    allowAfterBilledDay: account.allowAfterBilledDay,
    draft: account.draft === null ? null : displayedDraft(account.draft, feesOfNow),
  }
}

const displayedDraft = (
  { type, day, accountKind, accountEnding, institution, hosted }: CurrentDraft,
  feesOfNow: FeeTerms,
): DisplayedAccount['draft'] => ({
  draftAccountType: accountKind,
  draftAccountNumberMasked: maskedNumber(accountEnding),
  financialInstitutionName: institution,
  draftType: type,
  draftDay: day,
  // If the current fee is lower, it is charged instead.
  convenienceFee: hosted && feeOptionOf(hosted.feeTerms ?? feesOfNow, hosted.paymentType),
})

/** Masks a bank account or a card with stars before its last digits; empty when they are unknown. */
export const maskedNumber = (ending: string): string => (ending === '' ? '' : `****${ending}`)
