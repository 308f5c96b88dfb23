import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPhoneText, formatTypedPhone, formatUsPhone, mayBecomeUsPhone, parseUsPhone } from './phone.ts'

test.each([
  '7155550100',
  '(715) 555-0100',
  '715-555-0100',
  '715.555.0100',
  '+1 715 555 0100',
  '1-715-555-0100',
  '17155550100',
  '715\u2011555\u20110100',
  '715\u00a0555\u00a00100',
  `(715) 555-0100${' '.repeat(10)}`,
])('"%s" is the number 7155550100', (text) => {
  expect(parseUsPhone(text)).toBe('7155550100')
})

test.each([
  '',
  '555-0100',
  '(015) 555-0100',
  '(115) 555-0100',
  '1715555010',
  '11155550100',
  '+7 155 550 100',
  '+7155550100',
  '+44 20 7946 0958',
  '71+55550100',
  '+1 1 715 555 0100',
  '(715) 055-0100',
  '27155550100',
  '715555010０',
  '7155550100 ext 5',
  '7155550100\n',
  '71555501001',
  '715555010',
  `(715) 555-0100${' '.repeat(11)}`,
])('"%s" is not a phone number', (text) => {
  expect(parseUsPhone(text)).toBeNull()
})

test('ten digits are written (715) 555-0100, and nothing else is written at all', () => {
  expect(formatUsPhone('7155550100')).toBe('(715) 555-0100')
  for (const wrong of ['555-0100', '0155550100', '1715555010', '17155550100', '(715) 555-0100'])
    expect(() => formatUsPhone(wrong)).toThrow('Not the ten digits of a telephone number')
})

test('every number is read back from its written form', () => {
  const start = fc.integer({ min: 200, max: 999 })
  fc.assert(
    fc.property(start, start, fc.integer({ min: 1_000, max: 9_999 }), (area, exchange, line) => {
      const digits = `${area}${exchange}${line}`
      expect(parseUsPhone(formatUsPhone(digits))).toBe(digits)
    }),
  )
})

test('a number with its country code becomes the same number while it is typed digit by digit [REQ-D-295]', () => {
  const steps: string[] = []
  let field = ''
  for (const key of '17155550123') {
    field = formatTypedPhone(field + key)
    steps.push(field)
  }
  expect(steps).toEqual([
    '1',
    '1 7',
    '1 71',
    '1 715',
    '1 715 5',
    '1 715 55',
    '1 715 555',
    '1 715 555 0',
    '1 715 555 01',
    '1 715 555 012',
    '(715) 555-0123',
  ])
  expect(['+', '+1', '+1715', '+1 715 555 0123'].map(formatTypedPhone)).toEqual(['+', '+1', '+1 715', '(715) 555-0123'])
})

test('a foreign number, an eleventh digit and letters stay as they are and cannot become a number [REQ-D-295]', () => {
  for (const text of ['+44', '+44 20 7946 0958', '(715) 555-01009', '171555501234', '715 555 0100 ext 5']) {
    expect([mayBecomeUsPhone(text), formatTypedPhone(text)]).toEqual([false, text])
  }
  for (const text of ['', '(', '7', '+', '+1', '1 715', '(715) 555-0100', '+1 (715) 555-0100'])
    expect(mayBecomeUsPhone(text)).toBe(true)
})

test('a stored number that is none is shown as it is', () => {
  expect(['7155550100', '1715555010', ''].map(formatPhoneText)).toEqual(['(715) 555-0100', '1715555010', ''])
})
