import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatUsPhone, parseUsPhone } from './phone.ts'

test.each([
  '7155550100',
  '(715) 555-0100',
  '715-555-0100',
  '715.555.0100',
  '+1 715 555 0100',
  '1-715-555-0100',
  `(715) 555-0100${' '.repeat(10)}`,
])('"%s" is the number 7155550100', (text) => {
  expect(parseUsPhone(text)).toBe('7155550100')
})

test.each([
  '',
  '555-0100',
  '(015) 555-0100',
  '(715) 055-0100',
  '27155550100',
  '715555010０',
  '7155550100 ext 5',
  '7155550100\n',
  '71555501001',
  '715555010',
  `(715) 555-0100${' '.repeat(11)}`,
])('"%s" is not a telephone number', (text) => {
  expect(parseUsPhone(text)).toBeNull()
})

test('ten digits are written (715) 555-0100, and nothing else is written at all', () => {
  expect(formatUsPhone('7155550100')).toBe('(715) 555-0100')
  for (const wrong of ['555-0100', '0155550100', '17155550100', '(715) 555-0100'])
    expect(() => formatUsPhone(wrong)).toThrow('Not the ten digits of a telephone number')
})

test('every number is read back from its written form', () => {
  const start = fc.integer({ min: 100, max: 999 })
  fc.assert(
    fc.property(start, start, fc.integer({ min: 1_000, max: 9_999 }), (area, exchange, line) => {
      const digits = `${area}${exchange}${line}`
      expect(parseUsPhone(formatUsPhone(digits))).toBe(digits)
    }),
  )
})
