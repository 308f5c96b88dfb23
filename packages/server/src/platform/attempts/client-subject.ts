import { currentKeyFor, hmac, type Keys } from '../keys.ts'

/** A client address, or network, as the subject of a limit: a keyed hash, so that counters hold no addresses. */
export const clientSubject = (keys: Keys, address: string): string =>
  Buffer.from(clientHash(keys, address)).toString('base64url')

/** Returns the keyed hash of a client address or network as bytes. */
export function clientHash(keys: Keys, address: string): Uint8Array {
  const key = currentKeyFor(keys, 'client-address')
  return hmac(key, address)
}
