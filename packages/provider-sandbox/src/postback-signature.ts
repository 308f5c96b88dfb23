import { hmac, type SigningKeys } from './signing-keys.ts'

/**
 * Headers of a postback in the Standard Webhooks form. Every key signs, so that a portal that has not yet
 * learned the first one can still check.
 *
 * @param rawBody the bytes of the body as they are sent.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signPostback(
  keys: SigningKeys,
  message: { readonly eventId: string; readonly seconds: number; readonly rawBody: string },
): Record<string, string> {
  const { eventId, seconds, rawBody } = message
  const signatures = keys.map((key) => `v1,${hmac(key.secret, `${eventId}.${seconds}.${rawBody}`, 'base64')}`)
  return {
    'content-type': 'application/json',
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
    'webhook-key-id': keys[0].kid,
  }
}
