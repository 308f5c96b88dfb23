import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cents, formatDecimal, formatUsd, parseMoney } from './money.ts'
import { mayBecomeAmount, readTypedAmount } from './typed-amount.ts'

it.each([
  ['142.37', '142.37'],
  ['142,37', '142.37'],
  ['1,42', '1.42'],
  ['$1,234.56', '1234.56'],
  ['1.234,56', '1234.56'],
  ['1,234', '1234'],
  ['12,345,678', '12345678'],
  ['1 234,56', '1234.56'],
  ['1\u00a0234,56', '1234.56'],
  ['1\u202f234\u202f567.8', '1234567.8'],
  [' $ 142.37\u00a0', '142.37'],
  ['142,37 $', '142.37'],
  ['-$5.00', '-5.00'],
  ['-5', '-5'],
  [',50', '.50'],
  ['.5', '.5'],
  ['5.', '5.'],
  ['007', '007'],
  ['1.005', '1.005'],
])('reads the amount "%s" as %s [REQ-D-269]', (typed, decimal) => {
  expect(readTypedAmount(typed)).toBe(decimal)
})

it.each([
  ['a comma before one digit', '1,5'],
  ['a comma before one digit after a point', '1.234,5'],
  ['a comma before four digits', '1,2345'],
  ['groups of two', '1,23,456'],
  ['groups with a leading zero', '0,234'],
  ['a first group of four', '1234,567'],
  ['a blank before two digits', '14 23'],
  ['two kinds of groups', '1 234,567.89'],
  ['two points', '1.234.567'],
  ['two decimal marks', '1,234,56'],
  ['a comma at the end', '12,'],
  ['a comma alone', ','],
  ['a point alone', '.'],
  ['two signs', '--5'],
  ['parentheses', '(25.00)'],
  ['an exponent', '1e3'],
  ['letters', '12 USD'],
  ['nothing', ''],
  ['nothing but a sign', '$'],
  ['full-width digits', '１２'],
  ['text of 41 characters', '9'.repeat(41)],
])('refuses %s instead of guessing [REQ-D-269]', (_why, typed) => {
  expect(readTypedAmount(typed)).toBeNull()
})

it('reads every amount as the portal writes it, in both of its forms', () => {
  expect(() =>
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), (n) => {
        const amount = cents(n)
        return [
          formatUsd(amount),
          formatDecimal(amount),
          formatUsd(amount).replace('.', ';').replaceAll(',', '.').replace(';', ','),
        ].every((text) => parseMoney(readTypedAmount(text) ?? '') === amount)
      }),
    ),
  ).not.toThrow()
})

it('lets an amount be typed key by key with a comma or a point, and refuses a second point', () => {
  for (const whole of ['1234.56', '1,234.56', '1.234,56', '142,37', '.5']) {
    for (let end = 0; end <= whole.length; end += 1) expect(mayBecomeAmount(whole.slice(0, end))).toBe(true)
  }
  for (const text of ['1.2.', '1,2.3,', '1.2,3,', '-1', '$1', '1 ', 'a']) expect(mayBecomeAmount(text)).toBe(false)
})
