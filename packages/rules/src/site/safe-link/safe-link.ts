// The one URL parser that browsers and the server share, declared here because the rules are compiled without the
// types of either.
declare const URL: new (
  text: string,
  base?: string,
) => {
  readonly protocol: string
  readonly origin: string
  readonly hostname: string
  readonly username: string
  readonly password: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
}

/** Longer addresses are cut or refused on the way by common servers and browsers. */
const maxLinkLength = 2048

/** Stands for our own origin where only the shape of a path matters. */
const someOrigin = 'https://portal.invalid'

/**
 * Decides whether an address from settings or content may become a link: an absolute http or https address, a mailto
 * or tel address, or a path on our own origin ('/…' with one slash, './…', '../…').
 *
 * Refused are all other schemes, what browsers read differently than people do (backslashes, control characters,
 * blanks around, '//host', a name before '@'), and addresses longer than 2,048 characters.
 */
export function isSafeLink(text: string): boolean {
  if (!isPlainText(text)) return false
  const start = text.slice(0, 8).toLowerCase()
  if (start.startsWith('https://') || start.startsWith('http://')) return isWebAddress(text)
  if (start.startsWith('mailto:') || start.startsWith('tel:')) return parse(text) !== null && !text.endsWith(':')
  if (text.startsWith('/')) return safeReturnPath(text, someOrigin) !== null
  return (text.startsWith('./') || text.startsWith('../')) && safeReturnPath(`/${text}`, someOrigin) !== null
}

/** Whether an address is a safe link to an https page. */
export const isSecureLink = (text: string): boolean => text.startsWith('https://') && isSafeLink(text)

/**
 * The path, query and fragment to go to for a `returnUrl`, or `null` when it may not be followed.
 *
 * Only a path of our own origin is followed. The path is looked at again after the parser has normalized it, because
 * '/a/../..//evil' becomes '//evil', which a router or a Location header takes for another host. Whether the portal
 * has such a page is for the caller to decide.
 *
 * @param origin our own origin, such as 'https://portal.example.coop'.
 */
export function safeReturnPath(text: string, origin: string): string | null {
  if (!isPlainText(text) || !text.startsWith('/') || text.startsWith('//')) return null
  const url = parse(text, origin)
  const own = parse(origin)
  if (!url || !own || url.origin !== own.origin || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

function isPlainText(text: string): boolean {
  if (text === '' || text.length > maxLinkLength || text.includes('\\') || text.trim() !== text) return false
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return false
  }
  return true
}

function isWebAddress(text: string): boolean {
  const url = parse(text)
  return url !== null && url.hostname !== '' && url.username === '' && url.password === ''
}

function parse(text: string, base?: string): InstanceType<typeof URL> | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
