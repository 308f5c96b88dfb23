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

/** A number that begins with these digits, with a good check digit at its end. */
function numberOf(prefix: number, length: number): string {
  const digits = Array.from(String(prefix).padEnd(length - 1, '0'), Number)
  const sum = digits.toReversed().reduce((total, digit, place) => {
    const counted = place % 2 === 0 ? digit * 2 : digit
    return total + Math.floor(counted / 10) + (counted % 10)
  }, 0)
  return `${digits.join('')}${(10 - (sum % 10)) % 10}`
}

it.each([
  ['Visa', 4, 4, [13, 16, 19]],
  ['Mastercard', 51, 55, [16]],
  ['Mastercard', 2221, 2720, [16]],
  ['American Express', 34, 34, [15]],
  ['American Express', 37, 37, [15]],
  ['Discover', 6011, 6011, [16, 17, 18, 19]],
  ['Discover', 644, 649, [16, 17, 18, 19]],
  ['Discover', 65, 65, [16, 17, 18, 19]],
  ['UnionPay', 62, 62, [16, 17, 18, 19]],
  ['JCB', 3528, 3589, [16, 17, 18, 19]],
  ['Diners Club', 300, 305, [14]],
  ['Diners Club', 36, 36, [14]],
  ['Diners Club', 38, 39, [14]],
  ['Maestro', 5018, 5018, [16]],
  ['Maestro', 5020, 5020, [16]],
  ['Maestro', 5038, 5038, [16]],
  ['Maestro', 67, 67, [16]],
])('finds the numbers of %s from %i to %i in each of its lengths [SEC-48]', (_brand, from, to, lengths) => {
  const all = [13, 14, 15, 16, 17, 18, 19]
  for (const prefix of [from, to])
    expect(all.filter((length) => holdsCardNumber(numberOf(prefix, length)))).toEqual(lengths)
})

it('finds no number whose first digits lie between the ranges of the brands [SEC-48]', () => {
  const between = [
    2220, 2721, 306, 3527, 3590, 33, 50, 5017, 5019, 5021, 5037, 5039, 56, 6010, 6012, 61, 63, 643, 66, 68,
  ]
  for (const prefix of between)
    for (const length of [13, 14, 15, 16, 17, 18, 19])
      expect([numberOf(prefix, length), holdsCardNumber(numberOf(prefix, length))]).toEqual([
        numberOf(prefix, length),
        false,
      ])
})

it.each([
  ['3056 930902 5904', true],
  ['3056-930902-5904', true],
  ['3782.822463.10005', true],
  ['6200 0000 0000 0000 000', true],
  ['6200-0000-0000-0000-000', true],
  ['4222 2222 2222 2', true],
  ['4111 1111–1111 1111', false],
  ['4111 1111 1111-1111', false],
  ['3782 822463-10005', false],
  ['94111 1111 1111 1111', false],
  ['4111 1111 1111 11111', false],
  ['3782 822463 100050', false],
  ['4111  1111  1111  1111', false],
  ['41111 1111 1111 111', false],
])('reads the groups of %s as one number: %s [SEC-48]', (text, isCard) => {
  expect(holdsCardNumber(text)).toBe(isCard)
})

it('finds a number that follows another run of digits [SEC-48]', () => {
  expect(holdsCardNumber('4111111111111112 then 4111111111111111')).toBe(true)
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

it('checks long texts of digits in time that does not grow with their square', () => {
  const texts = ['4'.repeat(60_000), '4111 '.repeat(12_000), `${'4111-1111-'.repeat(6_000)}x`]
  const startedAt = performance.now()
  for (const text of texts) holdsCardNumber(text)
  expect(performance.now() - startedAt).toBeLessThan(4_000)
})
