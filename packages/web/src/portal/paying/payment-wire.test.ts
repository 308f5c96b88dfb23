import { expect, test } from 'vitest'
import { isSecureTarget } from './payment-wire.ts'

test('payment data goes to https only, and to http from a portal that is itself served so', () => {
  expect(isSecureTarget('https://provider.example/pay', 'https:')).toBe(true)
  expect(isSecureTarget('http://provider.example/pay', 'https:')).toBe(false)
  expect(isSecureTarget('http://127.0.0.1:8090/pay', 'http:')).toBe(true)
  expect(isSecureTarget('javascript:alert(1)', 'http:')).toBe(false)
  expect(isSecureTarget('/pay', 'https:')).toBe(false)
  expect(isSecureTarget('', 'https:')).toBe(false)
})
