import { onlyDigits } from '../../kernel/digits.ts'
import { maxAccountNumberDigits, phoneDigitsLength } from './check-verify-account.ts'

/** Text of a field that a link fills in. */
export interface Prefill {
  readonly text: string
  /** True when the link held more than the field shows: the member is asked to check it. */
  readonly isShortened: boolean
}

/** The text that the query value `accountno` puts into step 1: its digits, the first 12 of them (REQ-D-203). */
export const prefillAccountNumber = (query: string | null): Prefill => firstDigits(query, maxAccountNumberDigits)

/** The text that the query value `phone` puts into step 1: its digits, the first 4 of them (REQ-D-203). */
export const prefillPhoneDigits = (query: string | null): Prefill => firstDigits(query, phoneDigitsLength)

function firstDigits(query: string | null, most: number): Prefill {
  const given = (query ?? '').trim()
  const text = onlyDigits(given).slice(0, most)
  return { text, isShortened: given.replaceAll(/[\s-]/gu, '') !== text }
}
