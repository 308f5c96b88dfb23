/** Longest name of a passkey, in characters as members count them. */
export const maxPasskeyNameLength = 60
/** As many passkeys as one login may have. */
export const maxPasskeys = 10

export type PasskeyNameProblem = 'passkey-name-missing' | 'passkey-name-too-long' | 'passkey-name-not-valid'

/** Decides on the name that a member gives a passkey: 1 to 60 characters on one line. */
export function checkPasskeyName(name: string): PasskeyNameProblem | null {
  const trimmed = name.trim()
  if (trimmed === '') return 'passkey-name-missing'
  if (Array.from(trimmed).length > maxPasskeyNameLength) return 'passkey-name-too-long'
  return /[\p{Cc}\u2028\u2029]/u.test(trimmed) ? 'passkey-name-not-valid' : null
}
