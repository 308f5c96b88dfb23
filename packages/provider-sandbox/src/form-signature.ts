import { findKey, hmac, isSameSignature, type SigningKey, type SigningKeys } from './signing-keys.ts'

/** The seconds after signing in which a hand-off form may be posted. */
const formLifetimeSeconds = 90 * 60

/** The seconds that the clock of the portal may be ahead of ours. */
const clockSkewSeconds = 300

export const tokenFieldName = 'authorizationToken'

export type FormFields = Readonly<Record<string, string>>

type FormTokenProblem = 'missing' | 'malformed' | 'unknown-key' | 'wrong-signature' | 'expired' | 'from-the-future'

export type FormTokenVerdict =
  | { readonly ok: true; readonly issuedAt: number }
  | { readonly ok: false; readonly problem: FormTokenProblem }

/**
 * The text that is signed: version, time of issue, then every field but the token, sorted by name.
 * Each value is preceded by its length in bytes, so that no two different forms give the same text.
 *
 * @internal
 */
export function canonicalForm(fields: FormFields, issuedAt: number): string {
  const names = Object.keys(fields).filter((name) => name !== tokenFieldName)
  const lines = names.sort().map((name) => {
    const value = fields[name] ?? ''
    return `${name}=${Buffer.byteLength(value, 'utf8')}:${value}\n`
  })
  return `v1\n${issuedAt}\n${lines.join('')}`
}

/** Signs a hand-off form; the result is its `authorizationToken`. `issuedAt` is in epoch seconds. @internal */
export const signForm = (fields: FormFields, key: SigningKey, issuedAt: number): string =>
  `v1.${key.kid}.${issuedAt}.${hmac(key.secret, canonicalForm(fields, issuedAt), 'base64url')}`

/**
 * Decides whether a posted form is the one that the portal signed. Never throws.
 *
 * @param nowSeconds epoch seconds; a token is valid for 90 minutes.
 */
export function checkFormToken(fields: FormFields, keys: SigningKeys, nowSeconds: number): FormTokenVerdict {
  const token = fields[tokenFieldName] ?? ''
  if (token === '') return { ok: false, problem: 'missing' }
  const [, kid = '', issued = '', signature = ''] =
    /^v1\.([a-z0-9-]{1,20})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/u.exec(token) ?? []
  if (signature === '') return { ok: false, problem: 'malformed' }
  const key = findKey(keys, kid)
  if (key === undefined) return { ok: false, problem: 'unknown-key' }

  const issuedAt = Number(issued)
  const expected = hmac(key.secret, canonicalForm(fields, issuedAt), 'base64url')
  // The age is checked after the signature: a caller who cannot sign learns nothing about our clock.
  if (!isSameSignature(signature, expected)) return { ok: false, problem: 'wrong-signature' }
  if (nowSeconds - issuedAt > formLifetimeSeconds) return { ok: false, problem: 'expired' }
  if (issuedAt - nowSeconds > clockSkewSeconds) return { ok: false, problem: 'from-the-future' }
  return { ok: true, issuedAt }
}
