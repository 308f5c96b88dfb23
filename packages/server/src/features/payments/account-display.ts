import { lastFour } from '@coopline/rules/kernel/digits'

/** The account that a payment was requested for, and how many others it pays: `102200101 +4`. */
export const accountDisplay = (accounts: number, accountNumber: string): string =>
  accounts === 1 ? accountNumber : `${accountNumber} +${accounts - 1}`

/** An account for a payer who may know its last four digits only: `****0101`. */
export const maskedAccount = (accountNumber: string): string => `****${lastFour(accountNumber)}`
