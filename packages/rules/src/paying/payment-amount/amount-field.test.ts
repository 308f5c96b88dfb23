import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, formatDecimal } from '../../kernel/money.ts'
import { formatAmountOnBlur } from './amount-field.ts'

test.each([
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

test.each([
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

test.each([
  ['142,37', '142.37'],
  ['1,42', '1.42'],
  ['$1,234.56', '1234.56'],
  ['1.234,56', '1234.56'],
  ['1,234', '1234.00'],
])('an amount written "%s" becomes %s on blur [PA-02]', (typed, formatted) => {
  expect(formatAmountOnBlur(typed)).toBe(formatted)
})

test('text that is not a number stays unchanged', () => {
  for (const typed of ['', ' ', '.', '-', 'abc', '1,5', '1e3', '1.2.3', '1.234,5', '9'.repeat(40)]) {
    expect(formatAmountOnBlur(typed)).toBe(typed)
  }
})

test('leaving the field again changes nothing', () => {
  expect(() =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (n) => {
        const text = formatDecimal(cents(n))
        return formatAmountOnBlur(text) === text
      }),
    ),
  ).not.toThrow()
})
