import { expect, test } from 'vitest'
import { convenienceFeeOf, parseConvenienceFee } from './convenience-fee.ts'
import { formatMoney, parseDecimal } from './money.ts'

test.each([
  ['2.95', 12_345, 1, 364],
  ['2.95', 10_000, 1, 295],
  ['2.5', 20, 1, 1],
  ['2.5', 19, 1, 0],
  ['0.1', 500, 1, 1],
  ['2.95', 12_345, 2, 728],
  ['0', 12_345, 1, 0],
  ['2.95', 9_999_999_999, 1, 295_000_000],
])('%s percent of %i cents, %i times, is %i cents', (value, amount, count, fee) => {
  expect(convenienceFeeOf({ kind: 'percent', value, count }, amount)).toBe(fee)
})

test.each([
  ['0.50', 1, 50],
  ['0.5', 3, 150],
  ['0', 1, 0],
  ['2', 1, 200],
])('a flat fee of %s dollars, %i times, is %i cents', (value, count, fee) => {
  expect(convenienceFeeOf({ kind: 'flat', value, count }, 12_345)).toBe(fee)
})

test.each([
  '',
  'null',
  '2.95',
  '{"kind":"percent","value":2.95,"count":1}',
  '{"kind":"percent","value":"-1","count":1}',
  '{"kind":"percent","value":"2.95","count":1.5}',
  '{"kind":"share","value":"2.95","count":1}',
  '{"kind":"flat","value":"0.505","count":1}',
])('%s is not a fee', (text) => {
  expect(parseConvenienceFee(text)).toBeUndefined()
})

test.each([
  ['123.45', 12_345],
  ['123.4', 12_340],
  ['123', 12_300],
  ['0.01', 1],
  ['.5', undefined],
  ['1,234.00', undefined],
  ['-1', undefined],
  ['1.234', undefined],
  ['1e3', undefined],
])('%s is read as %s cents', (text, cents) => {
  expect(parseDecimal(text)).toBe(cents)
})

test('money is written in dollars in both languages', () => {
  expect(formatMoney(123_456, 'en')).toBe('$1,234.56')
  expect(formatMoney(123_456, 'es')).toBe('$1,234.56')
})
