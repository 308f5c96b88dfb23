/** What unclaimed credits are searched by; null where nothing was entered (DU-22). */
export interface CreditSearch {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly companyName: string | null
}

/** The most characters of a name that is searched. */
export const maxSearchLength = 125

/** Trims what was typed; blank is nothing (UC-30). */
export function readCreditSearch(typed: { readonly [Name in keyof CreditSearch]: string | null }): CreditSearch {
  const read = (text: string | null): string | null => text?.trim() || null
  return {
    firstName: read(typed.firstName),
    lastName: read(typed.lastName),
    companyName: read(typed.companyName),
  }
}

/** Whether there is something to search by (UC-27). */
export const canSearchCredits = (search: CreditSearch): boolean =>
  search.firstName !== null || search.lastName !== null || search.companyName !== null

/** What was searched, for "matching '…'" (REQ-D-257): the company, the names, or all of them. */
export const searchedNames = ({ firstName, lastName, companyName }: CreditSearch): string =>
  [companyName, firstName, lastName].filter((name) => name !== null).join(' ')
