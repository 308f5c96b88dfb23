import { normalizeEmail } from '@coopline/rules/identity/email-address/check-email'
import { parseUsPhone } from '@coopline/rules/kernel/phone'
import { usernameKey } from '../../identity/sign-in/public.ts'

/** The possible meanings of a search text. Each value is searched for; `null` is not. */
export interface MemberSearch {
  /** An account or member number, as typed. */
  readonly number: string | null
  /** The phone number, ten digits. */
  readonly phone: string | null
  /** The email address in lower case. */
  readonly email: string | null
  readonly usernameKey: string | null
  /** A PostgreSQL `tsquery`: every word must occur in a name or an address. */
  readonly words: string | null
}

/** The longest search text. */
export const longestSearch = 100
/** A single letter is compared as a whole word, and one word must be longer: others would fit too many members. */
const [shortestStart, shortestLongWord] = [2, 3] as const
const mostWords = 6

/** Reads one search field: an account or member number, phone number, email address, username, name or street address. */
export function readSearch(text: string): MemberSearch {
  const typed = text.trim().slice(0, longestSearch)
  const isEmail = typed.includes('@')
  const phone = parseUsPhone(typed)
  const isNumber = /^[0-9-]+$/u.test(typed)
  return {
    number: typed === '' || /\s/u.test(typed) || isEmail ? null : typed,
    phone,
    email: isEmail ? normalizeEmail(typed) : null,
    usernameKey: typed === '' ? null : usernameKey(typed),
    words: isEmail || phone !== null || isNumber ? null : wordsOf(typed),
  }
}

/** @returns `null` without a word of at least three characters. */
function wordsOf(typed: string): string | null {
  const words = typed.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (!words.some((word) => word.length >= shortestLongWord)) return null
  return words
    .slice(0, mostWords)
    .map((word) => (word.length >= shortestStart ? `${word}:*` : word))
    .join(' & ')
}
