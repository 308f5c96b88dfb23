const oneYearSeconds = 31_536_000

/** Cookies that let the server render the page's frame before any script runs. They hold no personal data. */
export type PortalCookie = 'coopline_language' | 'coopline_theme' | 'coopline_announcement'

/** Keeps a choice for a year where the server can see it; an empty value forgets it. */
export function writePortalCookie(name: PortalCookie, value: string): void {
  const age = value === '' ? 0 : oneYearSeconds
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // Cookie Store would be asynchronous, and Firefox and Safari got it only recently.
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
}
