import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addCents,
  cents,
  formatDecimal,
  formatUsd,
  maxCents,
  minCents,
  parseMoney,
  percentOf,
  subtractCents,
  zeroCents,
} from './money.ts'

const bound = 99_999_999_999_999
const anyCents = fc.oneof(
  fc.integer({ min: -bound, max: bound }).map(cents),
  fc.integer({ min: -20_000, max: 20_000 }).map(cents),
)

describe('cents', () => {
  test('a fraction of a cent, a number too large, NaN and Infinity are not amounts', () => {
    for (const wrong of [0.5, 1.15 * 100, bound + 1, -bound - 1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => cents(wrong)).toThrow(
        new RangeError(`Not an amount in whole cents within ±99999999999999: ${wrong}`),
      )
    }
  })

  test('the bounds themselves are amounts, and minus zero is zero', () => {
    expect(cents(bound)).toBe(bound)
    expect(cents(-bound)).toBe(-bound)
    expect(Object.is(cents(-0), 0)).toBe(true)
  })

  test('sums and differences are exact, and leaving the bounds is an error instead of a wrong amount', () => {
    expect(addCents()).toBe(0)
    expect(addCents(cents(10), cents(20), cents(-5))).toBe(25)
    expect(subtractCents(cents(5), cents(8))).toBe(-3)
    expect(() => addCents(cents(bound), cents(1))).toThrow(RangeError)
    expect(() => subtractCents(cents(-bound), cents(1))).toThrow(RangeError)
  })

  test('the larger and the smaller of two amounts', () => {
    expect(maxCents(cents(3), cents(7))).toBe(7)
    expect(maxCents(cents(7), cents(3))).toBe(7)
    expect(minCents(cents(3), cents(7))).toBe(3)
    expect(minCents(cents(7), cents(3))).toBe(3)
    expect([maxCents(cents(-7), cents(-3)), minCents(cents(-7), cents(-3))]).toEqual([-3, -7])
  })
})

describe('parseMoney', () => {
  test('1.15 is 115 cents, where 1.15 * 100 is 114.99999999999999 [REL-16]', () => {
    expect(1.15 * 100).not.toBe(115)
    expect(parseMoney('1.15')).toBe(115)
  })

  test('1.005 is not cut or rounded to an amount of cents unnoticed [REL-16]', () => {
    expect((1.005).toFixed(2)).toBe('1.00')
    expect(parseMoney('1.005')).toBeNull()
    expect(percentOf(cents(100_00), '1.005')).toBe(101)
  })

  test('the bound 9999999999.99 is read to the cent [REL-16]', () => {
    expect(parseMoney('9999999999.99')).toBe(999_999_999_999)
    expect(formatDecimal(cents(999_999_999_999))).toBe('9999999999.99')
  })

  test.each([
    ['0', 0],
    ['5.', 500],
    ['.5', 50],
    ['0.05', 5],
    ['-5.00', -500],
    ['-.01', -1],
    ['-0', 0],
    ['007', 700],
    ['  12.34 ', 1_234],
    ['999999999999.99', bound],
  ])('"%s" is %d cents', (text, expected) => {
    expect(parseMoney(text)).toBe(expected)
  })

  test.each([
    '',
    ' ',
    '.',
    '-',
    '-.',
    '--1',
    '+1',
    '1e3',
    '0x10',
    '1,234.56',
    '$5',
    '1 000',
    '- 5',
    '1.2.3',
    '1.234',
    '１２',
    '٣',
    'Infinity',
    'NaN',
    '1000000000000.00',
    '-1000000000000.00',
    '9'.repeat(33),
  ])('"%s" is not an amount', (text) => {
    expect(parseMoney(text)).toBeNull()
  })

  test('a text of 50,000 digits is refused at once', () => {
    expect(parseMoney('9'.repeat(50_000))).toBeNull()
    expect(parseMoney(' '.repeat(50_000))).toBeNull()
  })
})

describe('formatting', () => {
  test('decimal text has two decimals and no separators', () => {
    expect(['0', '5', '-5', '12345', '123456789'].map((n) => formatDecimal(cents(Number(n))))).toEqual([
      '0.00',
      '0.05',
      '-0.05',
      '123.45',
      '1234567.89',
    ])
  })

  test('currency has a dollar sign, thousands separators and the sign in front', () => {
    expect([0, 5, -500, 99_999, 123_456, 100_000_000, 1_000_000_000_000].map((n) => formatUsd(cents(n)))).toEqual([
      '$0.00',
      '$0.05',
      '-$5.00',
      '$999.99',
      '$1,234.56',
      '$1,000,000.00',
      '$10,000,000,000.00',
    ])
  })

  test('100,000 amounts survive the way to decimal text and to currency and back [REL-16]', () => {
    expect(() =>
      fc.assert(
        fc.property(
          anyCents,
          (amount) =>
            parseMoney(formatDecimal(amount)) === amount &&
            parseMoney(formatUsd(amount).replaceAll(/[$,]/g, '')) === amount,
        ),
        {
          numRuns: 100_000,
          examples: [[cents(115)], [cents(100)], [cents(101)], [cents(bound)], [cents(-bound)], [zeroCents]],
        },
      ),
    ).not.toThrow()
  }, 60_000)
})

describe('percentOf', () => {
  test('half a cent is rounded up, less than half is not [REL-16]', () => {
    expect(percentOf(cents(100_00), '2.95')).toBe(295)
    expect(percentOf(cents(10), '5')).toBe(1) // 0.5 cent
    expect(percentOf(cents(10), '4.99')).toBe(0) // 0.499 cent
    expect(percentOf(cents(100), '1.5')).toBe(2) // 1.5 cents
    expect(percentOf(cents(33), '2.95')).toBe(1) // 0.9735 cent
    expect(percentOf(cents(-10), '5')).toBe(-1)
    expect(percentOf(cents(12_345), '0')).toBe(0)
    expect(percentOf(cents(12_345), '100')).toBe(12_345)
  })

  test('a percentage is off by half a cent at most, over 20,000 amounts and rates [REL-16]', () => {
    expect(() =>
      fc.assert(
        fc.property(anyCents, fc.integer({ min: 0, max: 9_999 }), (amount, hundredths) => {
          const rate = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
          const exact = BigInt(Math.abs(amount)) * BigInt(hundredths) // in ten-thousandths of a cent
          const error = BigInt(Math.abs(percentOf(amount, rate))) * 10_000n - exact
          return error > -5_000n && error <= 5_000n
        }),
        { numRuns: 20_000 },
      ),
    ).not.toThrow()
  }, 60_000)

  test('a rate that is not a percentage is an error', () => {
    for (const wrong of ['', '-1', '2,95', '3%', 'abc'])
      expect(() => percentOf(cents(100), wrong)).toThrow(`Not a percentage: '${wrong}'`)
    expect(() => percentOf(cents(100), 'x'.repeat(41))).toThrow(`Not a percentage: '${'x'.repeat(40)}'`)
  })
})
