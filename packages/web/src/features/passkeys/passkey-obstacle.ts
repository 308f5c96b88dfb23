/** Why no passkey can be made where the page is: the address is a number, the connection is open, or the browser is old. */
export type PasskeyObstacle = 'number' | 'notSecure' | 'browser'

/** What stands in the way of a passkey here; `null` when nothing does. WebAuthn knows names of sites only, not numbers. */
export function passkeyObstacle(hostname: string, isSecure: boolean, isKnown: boolean): PasskeyObstacle | null {
  if (/^(?:\d{1,3}\.){3}\d{1,3}(?![\s\S])/u.test(hostname) || hostname.startsWith('[')) return 'number'
  if (!isSecure) return 'notSecure'
  return isKnown ? null : 'browser'
}
