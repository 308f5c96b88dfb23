import { maxUsernameLength } from '../sign-in/check-sign-in.ts'

/** A username has 6 to 60 characters (RG-45). */
const minUsernameLength = 6

export type UsernameProblem = 'username-missing' | 'username-not-valid'

const specials = '._@- '

const isLetterOrDigit = (character: string | undefined): boolean =>
  character !== undefined && /^[A-Za-z0-9]/u.test(character)

/**
 * Checks a username for signing in: letters, digits and `. _ @ -` and space, a letter or digit at
 * both ends, no special character twice in a row (space counts as one, REQ-D-080).
 *
 * @returns `null` when acceptable.
 */
export function checkUsername(username: string): UsernameProblem | null {
  if (username.trim() === '') return 'username-missing'
  return isUsername(username) ? null : 'username-not-valid'
}

function isUsername(text: string): boolean {
  if (text.length < minUsernameLength || text.length > maxUsernameLength) return false
  if (!isLetterOrDigit(text[0]) || !isLetterOrDigit(text.at(-1))) return false
  return Array.from(text).every((character, at) =>
    specials.includes(character) ? text[at - 1] !== character : isLetterOrDigit(character),
  )
}
