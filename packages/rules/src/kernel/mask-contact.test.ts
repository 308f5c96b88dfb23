import { expect, test } from 'vitest'
import { hiddenPhone, maskEmail, maskPhone } from './mask-contact.ts'

test('a masked phone shows its last two digits only [RG-16]', () => {
  expect(maskPhone('5075554246')).toBe('(***) ***-**46')
  expect(hiddenPhone).toBe('(***) ***-****')
})

test('a masked email address shows its first letter and its domain only [RG-16]', () => {
  expect(maskEmail('tess.hartley@example.org')).toBe('t***@example.org')
  expect(maskEmail('t@example.org')).toBe('t***@example.org')
  expect(maskEmail('nobody')).toBe('n***')
  expect(maskEmail('"a@b"@example.org')).toBe('"***@example.org')
})
