import { expect, test } from 'vitest'
import { isSecureTarget } from './payment-wire.ts'

const form = (actionUrl: string) => ({ actionUrl })

test('payment data goes to https only, and to http from a portal that is itself served so', () => {
  expect(isSecureTarget(form('https://provider.example/pay'), 'https:')).toBe(true)
  expect(isSecureTarget(form('http://provider.example/pay'), 'https:')).toBe(false)
  expect(isSecureTarget(form('http://127.0.0.1:8090/pay'), 'http:')).toBe(true)
  expect(isSecureTarget(form('javascript:alert(1)'), 'http:')).toBe(false)
  expect(isSecureTarget(form('/pay'), 'https:')).toBe(false)
  expect(isSecureTarget(form(''), 'https:')).toBe(false)
  const redirect = (redirectUrl: string) => ({ ...form(''), redirectUrl })
  expect(isSecureTarget(redirect('https://provider.example/pay'), 'https:')).toBe(true)
  expect(isSecureTarget(redirect('http://provider.example/pay'), 'https:')).toBe(false)
  expect(isSecureTarget(redirect('javascript:alert(1)'), 'http:')).toBe(false)
})
