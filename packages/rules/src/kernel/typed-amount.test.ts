import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cents, formatDecimal, formatUsd, parseMoney } from './money.ts'
import { formatAmountOnBlur, mayBecomeAmount, readTypedAmount } from './typed-amount.ts'

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

it.each([
  ['12', '12.00'],
  ['12.5', '12.50'],
  ['12.', '12.00'],
  ['.5', '0.50'],
  ['0', '0.00'],
  ['007', '7.00'],
  [' 3.1 ', '3.10'],
  ['1234567.89', '1234567.89'],
  ['10000000000', '10000000000.00'],
  ['-5', '-5.00'],
])('the typed text "%s" becomes %s on blur [PA-02]', (typed, formatted) => {
  expect(formatAmountOnBlur(typed)).toBe(formatted)
})

it.each([
  ['1.005', '1.01'],
  ['1.004', '1.00'],
  ['1.0049999999999', '1.00'],
  ['1.155', '1.16'],
  ['9.999', '10.00'],
  ['0.994', '0.99'],
  ['0.005', '0.01'],
  ['-0.001', '0.00'],
])('half a cent is rounded up: "%s" becomes %s [PA-02]', (typed, formatted) => {
  expect(formatAmountOnBlur(typed)).toBe(formatted)
})

it.each([
  ['142,37', '142.37'],
  ['1,42', '1.42'],
  ['$1,234.56', '1234.56'],
  ['1.234,56', '1234.56'],
  ['1,234', '1234.00'],
])('an amount written "%s" becomes %s on blur [PA-02]', (typed, formatted) => {
  expect(formatAmountOnBlur(typed)).toBe(formatted)
})

it('text that is not a number stays unchanged', () => {
  for (const typed of ['', ' ', '.', '-', 'abc', '1,5', '1e3', '1.2.3', '1.234,5', '9'.repeat(40)]) {
    expect(formatAmountOnBlur(typed)).toBe(typed)
  }
})

it('leaving the field again changes nothing', () => {
  expect(() =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (n) => {
        const text = formatDecimal(cents(n))
        return formatAmountOnBlur(text) === text
      }),
    ),
  ).not.toThrow()
})
