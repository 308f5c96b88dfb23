import { hmac, type SigningKey } from './signing-keys.ts'

/** The pointer that the browser carries back to the portal. The portal looks it up; it never proves a payment. */
export interface ReturnPointer {
  readonly transNo: string
  readonly status: string
  /** Epoch seconds. */
  readonly iat: number
}

/** `encodedParam`: the pointer in base64url, the key's id and the signature, joined by dots. */
function encodeReturnPointer(pointer: ReturnPointer, key: SigningKey): string {
  const { transNo, status, iat } = pointer
  const first = Buffer.from(JSON.stringify({ transNo, status, iat }), 'utf8').toString('base64url')
  return `${first}.${key.kid}.${hmac(key.secret, `return\n${first}`, 'base64url')}`
}

/** The portal's address with `encodedParam` added to its query. */
export function returnAddress(base: string, pointer: ReturnPointer, key: SigningKey): string {
  const url = new URL(base)
  url.searchParams.set('encodedParam', encodeReturnPointer(pointer, key))
  return url.href
}
