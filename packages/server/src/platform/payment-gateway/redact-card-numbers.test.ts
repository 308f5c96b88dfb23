import { expect, test } from 'vitest'
import { withoutCardNumbers } from './redact-card-numbers.ts'

test('card numbers of every brand are taken out, with blanks and dashes too [SEC-48]', () => {
  for (const number of [
    '4111111111111111',
    '5555 5555 5555 4444',
    '3782-822463-10005',
    '6011111111111117',
    '4222222222222',
  ])
    expect(withoutCardNumbers(`paid with ${number}.`)).toBe('paid with [removed].')
})

test('a card number that runs into other digits is taken out with them [SEC-48]', () => {
  for (const text of ['4111111111111111 000123456789', '12 4111 1111 1111 1111', '378282246310005-1226-1234'])
    expect(withoutCardNumbers(`note: ${text}`)).toBe('note: [removed]')
})

test('digits that are no card number stay: transaction numbers, amounts, days, a wrong check digit', () => {
  for (const text of ['4111111111111112', 'SB12345678', '$1,234.56 on 11/20/2026', '100100101', ''])
    expect(withoutCardNumbers(text)).toBe(text)
  expect(withoutCardNumbers(null)).toBeNull()
})
