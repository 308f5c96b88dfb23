import { parseUrl } from '../call/parse-url.ts'

/**
 * Whether the payment form may be posted to `actionUrl`: an https address, or http where the portal itself is served
 * over http, as on a developer's machine. Payment data never leaves a secure page for an insecure one.
 */
export function isSecureTarget(actionUrl: string, ownProtocol: string): boolean {
  const protocol = parseUrl(actionUrl)?.protocol
  return protocol === 'https:' || (protocol === 'http:' && ownProtocol === 'http:')
}
