import { expect, test } from 'vitest'
import { cents } from '../../kernel/money.ts'
import { convenienceFee, feeOption } from './convenience-fee.ts'

test('a fee option is applied with a count of 1 [PH-22]', () => {
  expect(feeOption('flat', '1.50')).toEqual({ kind: 'flat', value: '1.50', count: 1 })
  expect(convenienceFee(feeOption('flat', '1.50'), cents(100_00))).toBe(150)
  expect(convenienceFee(feeOption('percent', '2.95'), cents(100_00))).toBe(295)
})

test('a count other than 1 multiplies the fee of one application', () => {
  expect(convenienceFee({ kind: 'flat', value: '1.50', count: 2 }, cents(100))).toBe(300)
  expect(convenienceFee({ kind: 'flat', value: '1.50', count: 0 }, cents(100))).toBe(0)
})

test('a percentage is rounded to the cent, half a cent upwards', () => {
  expect(convenienceFee(feeOption('percent', '2.5'), cents(1_20))).toBe(3)
  expect(convenienceFee(feeOption('percent', '2.5'), cents(1_40))).toBe(4) // 3.5 cents
  expect(convenienceFee(feeOption('percent', '2.95'), cents(50_85))).toBe(150) // 150.0075 cents
})

test('a flat fee does not depend on the amount', () => {
  expect(convenienceFee(feeOption('flat', '2'), cents(1))).toBe(200)
  expect(convenienceFee(feeOption('flat', '0'), cents(1_000_000))).toBe(0)
})

test('a fee that is not a number, is below zero or has an invalid count is an error', () => {
  for (const value of ['', 'free', '-1', '1,50', '1.005']) {
    expect(() => convenienceFee(feeOption('flat', value), cents(100))).toThrow(`Not a flat fee: '${value}'`)
  }
  expect(() => convenienceFee(feeOption('flat', 'x'.repeat(50)), cents(100))).toThrow(/'x{40}'/u)
  for (const value of ['', 'free', '-1', '2,95']) {
    expect(() => convenienceFee(feeOption('percent', value), cents(100))).toThrow(RangeError)
  }
  for (const count of [-1, 0.5, Number.NaN]) {
    expect(() => convenienceFee({ kind: 'flat', value: '1', count }, cents(100))).toThrow(
      `Not the count of a fee option: ${count}`,
    )
  }
})
