import {
  checkGuessable,
  type CommonPasswords,
  type GuessablePassword,
  type PasswordContext,
  prepareCommonPasswords,
} from '@coopline/rules/identity/password/guessable-password'

let loading: Promise<CommonPasswords> | undefined

/** The list takes time and memory, so it is loaded when the first password is set. */
async function loadCommonPasswords(): Promise<CommonPasswords> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return prepareCommonPasswords(dictionary['passwords-common'])
}

/**
 * Checks a new password against the fifty thousand most common ones and against what is known of the member.
 *
 * @param password one that meets the criteria of `checkPassword`, so of 50 characters at most.
 */
export async function findGuessable(password: string, context: PasswordContext): Promise<GuessablePassword | null> {
  loading ??= loadCommonPasswords()
  return checkGuessable(password, context, await loading)
}
