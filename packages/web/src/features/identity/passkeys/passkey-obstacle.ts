/** The reason that no passkey can be made where the page is: the address is a number, the connection is open, or the browser is old. */
export type PasskeyObstacle = 'number' | 'notSecure' | 'browser'

/** The reason that this browser cannot use passkeys; `null` when it can. WebAuthn works on host names only, not on IP addresses. */
export function passkeyObstacle(hostname: string, isSecure: boolean, isKnown: boolean): PasskeyObstacle | null {
  if (/^(?:\d{1,3}\.){3}\d{1,3}(?![\s\S])/u.test(hostname) || hostname.startsWith('[')) return 'number'
  if (!isSecure) return 'notSecure'
  return isKnown ? null : 'browser'
}
