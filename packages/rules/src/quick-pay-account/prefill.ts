import { onlyDigits } from '../kernel/digits.ts'
import { maxAccountNumberDigits, phoneDigitsLength } from './check-verify-account.ts'

/** What the query value `accountno` puts into step 1: its digits, the first 12 of them (REQ-D-203). */
export const prefillAccountNumber = (query: string | null): string =>
  onlyDigits(query ?? '').slice(0, maxAccountNumberDigits)

/** What the query value `phone` puts into step 1: its digits, the first 4 of them (REQ-D-203). */
export const prefillPhoneDigits = (query: string | null): string => onlyDigits(query ?? '').slice(0, phoneDigitsLength)
