/** Longest username and password of the sign-in form (LG-17, LG-19). */
export const maxUsernameLength = 60
export const maxPasswordLength = 50
/** A code of the authenticator app (MF-03). */
export const appCodeLength = 6

export interface SignInForm {
  readonly username: string
  readonly password: string
}

export type SignInProblem =
  | { readonly code: 'username-missing'; readonly field: 'username' }
  | { readonly code: 'password-missing'; readonly field: 'password' }

/** Every problem of the sign-in form (LG-16 to LG-20). Text that is too long counts as wrong. */
export function checkSignIn({ username, password }: SignInForm): readonly SignInProblem[] {
  const problems: SignInProblem[] = []
  if (username.trim() === '') problems.push({ code: 'username-missing', field: 'username' })
  if (password === '') problems.push({ code: 'password-missing', field: 'password' })
  return problems
}

/** Six ASCII digits. */
export const isAppCode = (text: string): boolean => /^[0-9]{6}(?![\s\S])/u.test(text)
