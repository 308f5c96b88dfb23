/** Search terms for unclaimed credits; `null` for a field left blank (DU-22). */
export interface CreditSearch {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly companyName: string | null
}

/** Maximum length of a searched name, in characters. */
export const maxSearchLength = 125

/** Trims each field and turns blanks into `null` (UC-30). */
export function readCreditSearch(typed: { readonly [Name in keyof CreditSearch]: string | null }): CreditSearch {
  const read = (text: string | null): string | null => text?.trim() || null
  return {
    firstName: read(typed.firstName),
    lastName: read(typed.lastName),
    companyName: read(typed.companyName),
  }
}

/** True when at least one field has a search term (UC-27). */
export const canSearchCredits = (search: CreditSearch): boolean =>
  search.firstName !== null || search.lastName !== null || search.companyName !== null

/** The searched names for "matching '…'" (REQ-D-257): the company, the person's names, or all of them. */
export const searchedNames = ({ firstName, lastName, companyName }: CreditSearch): string =>
  [companyName, firstName, lastName].filter((name) => name !== null).join(' ')
