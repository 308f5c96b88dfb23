/** An email address that is typed has at most 60 characters (RG-53). */
export const maxEmailLength = 60

export type EmailProblem = 'email-missing' | 'email-not-valid'

export interface EmailRule {
  /** The cooperative's STRICT_EMAIL_ENDING: then the ending has 2 to 4 letters (RG-52, REQ-D-009). */
  readonly strictEmailEnding: boolean
}

/** Returns the form in which addresses are stored and compared: trimmed and in lower case (REQ-D-082). */
export const normalizeEmail = (text: string): string => text.trim().toLowerCase()

/** An address that the cooperative's system may give: longer, and with more characters, than a form takes (REQ-D-268). */
export const maxEmailOnFileLength = 254
export const emailOnFileForm = /^[^\s@"<>,;]{1,64}@(?:[^\s@"<>,;.]{1,63}\.){1,8}[^\s@"<>,;.]{2,63}$/u

/** True for an address that may be on file, such as o'kane@example.org. */
export const isEmailOnFile = (text: string): boolean =>
  text.length <= maxEmailOnFileLength && emailOnFileForm.test(text)

/**
 * Decides on an address in the form of `normalizeEmail` (RG-52, RG-53); `null` when acceptable.
 *
 * @param onFile the addresses of the member that are known already and need not meet the rules of the form (REQ-D-268).
 */
export function checkEmail(
  email: string,
  { strictEmailEnding }: EmailRule,
  onFile: readonly string[] = [],
): EmailProblem | null {
  if (email.trim() === '') return 'email-missing'
  if (onFile.some((known) => normalizeEmail(known) === email)) return null
  if (email.length > maxEmailLength) return 'email-not-valid'
  const [local, domain, ...more] = email.split('@')
  if (local === undefined || domain === undefined || more.length > 0) return 'email-not-valid'
  const dot = domain.lastIndexOf('.')
  const [host, ending] = [domain.slice(0, Math.max(dot, 0)), domain.slice(dot + 1)]
  const isValid =
    /^[a-z0-9._%+-]+(?![\s\S])/u.test(local) &&
    host.split('.').every(isLabel) &&
    /^[a-z]{2,}(?![\s\S])/u.test(ending) &&
    (!strictEmailEnding || ending.length <= 4)
  return isValid ? null : 'email-not-valid'
}

/** Whether a text is a label of a host name (RFC 1123), in lower case. */
const isLabel = (text: string): boolean =>
  /^[a-z0-9-]+(?![\s\S])/u.test(text) && !text.startsWith('-') && !text.endsWith('-')
