import { createHash } from 'node:crypto'
import { findKey, hmac, isSameSignature, type SigningKey, type SigningKeys } from './signing-keys.ts'

/** The most seconds that the time in a signed call may differ from now, in either direction. */
const apiToleranceSeconds = 300

interface ApiCall {
  readonly method: string
  /** Includes the query. */
  readonly path: string
  /** Calls that charge or forget sign what they send. */
  readonly body?: string
}

function canonicalCall({ method, path, body }: ApiCall, seconds: number): string {
  const digest = body === undefined ? '' : `\n${createHash('sha256').update(body).digest('base64url')}`
  return `${method}\n${path}\n${seconds}${digest}`
}

/** The `authorization` header of a call to our API. `path` includes the query; `seconds` is epoch seconds. @internal */
export const signApiCall = (key: SigningKey, method: string, path: string, seconds: number, body?: string): string => {
  const text = canonicalCall({ method, path, ...(body !== undefined && { body }) }, seconds)
  return `Coopline-HMAC ${key.kid}:${seconds}:${hmac(key.secret, text, 'base64url')}`
}

/** True when `header` was made by the portal for exactly this call, at most 300 s ago or ahead. */
export function isApiCallSigned(
  header: string | undefined,
  call: ApiCall,
  keys: SigningKeys,
  nowSeconds: number,
): boolean {
  const [, kid = '', seconds = '', signature = ''] =
    /^Coopline-HMAC ([a-z0-9-]{1,20}):(\d{1,12}):([A-Za-z0-9_-]{43})$/u.exec(header ?? '') ?? []
  const key = findKey(keys, kid)
  if (key === undefined) return false
  const expected = hmac(key.secret, canonicalCall(call, Number(seconds)), 'base64url')
  return isSameSignature(signature, expected) && Math.abs(nowSeconds - Number(seconds)) <= apiToleranceSeconds
}
