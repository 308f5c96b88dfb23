import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonicalForm, checkFormToken, signForm } from './form-signature.ts'
import { parseSigningKeys } from './signing-keys.ts'
import { currentKey, handOffFields, oldKey, signed, testSigningKeys } from './sandbox-under-test.ts'

const keys = parseSigningKeys(testSigningKeys)
const noon = 1_790_000_000

test('the signed text is the version, the time and every field but the token, sorted by name, with its length in bytes', () => {
  const text = canonicalForm({ b: 'ñ', a: '1', authorizationToken: 'ignored', empty: '' }, 7)
  expect(text).toBe('v1\n7\na=1:1\nb=2:ñ\nempty=0:\n')
})

test('the token is v1, key id, seconds and the HMAC-SHA256 in base64url, joined by dots', () => {
  const signature = createHmac('sha256', Buffer.alloc(32, 1)).update('v1\n7\na=1:1\n').digest('base64url')
  expect(signForm({ a: '1' }, currentKey, 7)).toBe(`v1.now.7.${signature}`)
})

test('a value cannot be made to look like the next field', () => {
  expect(canonicalForm({ a: '1\nb=1:2' }, 7)).not.toBe(canonicalForm({ a: '1', b: '2' }, 7))
})

test('a token is valid for 90 minutes and not a second longer', () => {
  const form = signed(handOffFields(), noon)
  expect(checkFormToken(form, keys, noon + 5400)).toEqual({ ok: true, issuedAt: noon })
  expect(checkFormToken(form, keys, noon + 5401)).toEqual({ ok: false, problem: 'expired' })
  expect(checkFormToken(form, keys, noon - 301)).toEqual({ ok: false, problem: 'from-the-future' })
})

test('an older key still opens a form until it is removed', () => {
  const fields = handOffFields()
  const form = { ...fields, authorizationToken: signForm(fields, oldKey ?? currentKey, noon) }
  expect(checkFormToken(form, keys, noon)).toEqual({ ok: true, issuedAt: noon })
  expect(checkFormToken(form, [currentKey], noon)).toEqual({ ok: false, problem: 'unknown-key' })
})

test.each([
  ['missing', ''],
  ['malformed', 'v2.now.1790000000.AAAA'],
  ['unknown-key', `v1.other.1790000000.${'A'.repeat(43)}`],
  ['wrong-signature', `v1.now.1790000000.${'A'.repeat(43)}`],
])('a token that is %s is refused', (problem, authorizationToken) => {
  expect(checkFormToken({ ...handOffFields(), authorizationToken }, keys, noon)).toEqual({ ok: false, problem })
})

test.each([
  '',
  'demo',
  'demo:c2hvcnQ=',
  `UPPER:${Buffer.alloc(32).toString('base64')}`,
  `a:${Buffer.alloc(32).toString('base64')},a:${Buffer.alloc(32).toString('base64')}`,
])('the key list "%s" is refused', (text) => {
  expect(() => parseSigningKeys(text)).toThrow('at least 32 bytes')
})
