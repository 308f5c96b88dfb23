/** When a draft is taken (DR-64). `CYCLE` comes from the cooperative's system only: it is shown and never offered. */
export const draftTypes = ['WHEN_BILLED', 'END_OF_MONTH', 'DAY_OF_MONTH', 'DAYS_AFTER_BILLING', 'CYCLE'] as const

export type DraftType = (typeof draftTypes)[number]

/** The types that members choose from, the default first (DR-65). */
export const offeredDraftTypes = ['WHEN_BILLED', 'END_OF_MONTH', 'DAY_OF_MONTH', 'DAYS_AFTER_BILLING'] as const

export type OfferedDraftType = (typeof offeredDraftTypes)[number]

/** The kind of method that a draft charges: a card or a bank account (DR-18). */
export type DraftOption = 'CREDIT' | 'BANK'

export const bankAccountKinds = ['Checking', 'Savings'] as const

/** True for the types that need a number: a day of the month, or days after billing. */
export const needsDraftDay = (type: string): boolean => type === 'DAY_OF_MONTH' || type === 'DAYS_AFTER_BILLING'

/** The kinds of draft that the cooperative allows, and the one that is selected first. */
export interface DraftOffer {
  readonly allowCreditDraft: boolean
  readonly allowBankDraft: boolean
  readonly defaultDraftType: DraftOption
}

/** The options that are allowed, the card first. */
export const allowedDraftOptions = ({
  allowCreditDraft,
  allowBankDraft,
}: Omit<DraftOffer, 'defaultDraftType'>): readonly DraftOption[] => [
  ...(allowCreditDraft ? (['CREDIT'] as const) : []),
  ...(allowBankDraft ? (['BANK'] as const) : []),
]

/** The option that is chosen at first (DR-18, DR-19); `null` when drafts are not offered. */
export function defaultDraftOption(offer: DraftOffer): DraftOption | null {
  const allowed = allowedDraftOptions(offer)
  return allowed.find((option) => option === offer.defaultDraftType) ?? allowed[0] ?? null
}
