import { findKey, hmac, isSameSignature, type SigningKey, type SigningKeys } from './signing-keys.ts'

/** How old or how far ahead the time in a signed call may be. */
export const apiToleranceSeconds = 300

const canonicalCall = (method: string, path: string, seconds: number): string => `${method}\n${path}\n${seconds}`

/** The `authorization` header of a call to our API. `path` includes the query; `seconds` is epoch seconds. */
export const signApiCall = (key: SigningKey, method: string, path: string, seconds: number): string =>
  `Coopline-HMAC ${key.kid}:${seconds}:${hmac(key.secret, canonicalCall(method, path, seconds), 'base64url')}`

/** True when `header` was made by the portal for exactly this method and path, at most 300 s ago or ahead. */
export function isApiCallSigned(
  header: string | undefined,
  call: { readonly method: string; readonly path: string },
  keys: SigningKeys,
  nowSeconds: number,
): boolean {
  const [, kid = '', seconds = '', signature = ''] =
    /^Coopline-HMAC ([a-z0-9-]{1,20}):(\d{1,12}):([A-Za-z0-9_-]{43})$/u.exec(header ?? '') ?? []
  const key = findKey(keys, kid)
  if (key === undefined) return false
  const expected = hmac(key.secret, canonicalCall(call.method, call.path, Number(seconds)), 'base64url')
  return isSameSignature(signature, expected) && Math.abs(nowSeconds - Number(seconds)) <= apiToleranceSeconds
}
