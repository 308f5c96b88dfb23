import { feeText } from '@coopline/rules/paying/convenience-fee/convenience-fee.messages'
import { draftTypeName } from '@coopline/rules/paying/drafts/drafts.messages'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { DraftAccount } from './draft-reads.ts'

type Draft = NonNullable<DraftAccount['draft']>

/** Describes the source and the date of a draft in the member's language (DR-15). */
export function useDraftWords() {
  const { kinds, when, accounts } = useText('drafts')
  const { language } = useLanguage()
  return {
    from: ({ draftAccountType, draftAccountNumberMasked, financialInstitutionName }: Draft): string =>
      [kinds[draftAccountType], draftAccountNumberMasked, financialInstitutionName]
        .filter((part) => part !== '')
        .join(' '),
    /** The fee of each payment; empty without one. */
    fee: ({ convenienceFee }: Draft): string => (convenienceFee === null ? '' : feeText(convenienceFee)),
    when: ({ draftType, draftDay }: Draft): string => {
      if (draftType === null) return accounts.unknown
      const name = draftTypeName(draftType, language)
      return draftDay === null ? name : when.day(name, draftDay)
    },
  }
}
