import { expect, it } from 'vitest'
import { holdsCardNumber } from './card-number.ts'

it.each([
  '4111111111111111',
  '4222222222222',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '6011111111111117',
  '3530111333300000',
  '30569309025904',
  '6200000000000005',
])('finds the card number %s in one piece, in groups and inside a sentence [SEC-48]', (number) => {
  const groups = number.length === 15 ? [4, 10, 15] : [4, 8, 12, number.length]
  const grouped = groups.map((end, index) => number.slice(groups[index - 1] ?? 0, end)).filter((part) => part !== '')
  for (const text of [
    number,
    `my card is ${number}, exp 12/27`,
    `No.${number}`,
    ...(number.length >= 15 ? [grouped.join(' '), grouped.join('-'), grouped.join('.'), grouped.join('\u00a0')] : []),
    number.replaceAll(/[0-9]/gu, (digit) => String.fromCodePoint(0xff_10 + Number(digit))),
  ])
    expect([text, holdsCardNumber(text)]).toEqual([text, true])
})

it.each([
  ['a wrong check digit', '4111111111111112'],
  ['no brand', '1234567812345670'],
  ['a length that the brand does not have', '41111111111111'],
  ['an account number', '411111111111'],
  ['two account numbers behind each other', '400400401 400200105'],
  ['two telephones', '715-555-0100 715-555-0101'],
  ['a telephone with an extension', '(715) 555-0100 ext. 41111'],
  ['a telephone with the country', '+1 415 555 2671'],
  ['ZIP+4 and a house number', '4111 Oak St, Eau Claire WI 54701-1111'],
  ['a longer number', '41111111111111111111111'],
  ['an instant', '2026-11-20T15:00:00.000Z'],
  ['a verification code', '411111'],
  ['nothing', ''],
])('finds no card number in %s: %s [SEC-48]', (_what, text) => {
  expect(holdsCardNumber(text)).toBe(false)
})

it('checks long texts of digits without delay', () => {
  const texts = ['4'.repeat(60_000), '4111 '.repeat(12_000), `${'4111-1111-'.repeat(6_000)}x`]
  const startedAt = performance.now()
  for (const text of texts) holdsCardNumber(text)
  expect(performance.now() - startedAt).toBeLessThan(500)
})
