/** Maximum length of an app name in characters, and maximum number of redirect URIs. */
const maxAppNameLength = 60
const mostRedirects = 10
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

interface AppFacts {
  readonly name: string
  readonly homeUrl: string | null
  readonly redirectUris: readonly string[]
}

/**
 * Checks whether an app may be registered. Members see its name and home page on the consent page, and return to one of its
 * redirect URIs with a code.
 *
 * @returns the problem, worded for a developer or operator, or `null`.
 */
export function checkApp({ name, homeUrl, redirectUris }: AppFacts): string | null {
  const length = Array.from(name).length
  if (length < 2 || length > maxAppNameLength || !/^[\p{L}\p{N}][\p{L}\p{N} &'()+,.-]*$/u.test(name))
    return `client_name takes 2 to ${maxAppNameLength} letters, digits, spaces and & ' ( ) + , . -`
  if (homeUrl !== null && !isWebAddress(homeUrl)) return 'client_uri takes an https address'
  if (redirectUris.length === 0 || redirectUris.length > mostRedirects)
    return `redirect_uris takes 1 to ${mostRedirects} addresses`
  const wrong = redirectUris.find((uri) => !isRedirect(uri))
  return wrong === undefined ? null : 'redirect_uris takes https addresses, or http on 127.0.0.1, [::1] or localhost'
}

/** True for an https address without username and password. */
function isWebAddress(text: string): boolean {
  const url = text.length > 500 ? null : URL.parse(text)
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === ''
}

function isRedirect(text: string): boolean {
  const url = text.length > 500 ? null : URL.parse(text)
  if (url === null || text.includes('#') || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname))
}
