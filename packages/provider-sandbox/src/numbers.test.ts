import { describe, expect, test } from 'vitest'
import { isLuhnValid, isRoutingNumber } from './check-digits.ts'
import { findCardType } from './card-brand.ts'
import { testCards } from './test-numbers.ts'

describe('Luhn', () => {
  test.each(testCards.map((card) => card.number))('%s has a valid check digit', (number) => {
    expect(isLuhnValid(number)).toBe(true)
  })

  test('4111111111111111 is invalid with any other last digit', () => {
    const valid = [...Array.from({ length: 10 }).keys()].filter((digit) => isLuhnValid(`411111111111111${digit}`))
    expect(valid).toEqual([1])
  })

  test('a number with two neighboring digits swapped is invalid', () => {
    expect(isLuhnValid('5555555555554444')).toBe(true)
    expect(isLuhnValid('5555555555545444')).toBe(false)
  })

  test.each(['', '4', '4111 1111', 'abcd'])('"%s" is not a number with a check digit', (text) => {
    expect(isLuhnValid(text)).toBe(false)
  })
})

test.each([
  ['4', 'VI'],
  ['50', undefined],
  ['51', 'MC'],
  ['55', 'MC'],
  ['56', undefined],
  ['2220', undefined],
  ['2221', 'MC'],
  ['2720', 'MC'],
  ['2721', undefined],
  ['34', 'AX'],
  ['35', undefined],
  ['37', 'AX'],
  ['6011', 'DI'],
  ['6012', undefined],
  ['643', undefined],
  ['644', 'DI'],
  ['649', 'DI'],
  ['65', 'DI'],
  ['66', undefined],
])('numbers from %s belong to %s', (prefix, type) => {
  expect(findCardType(prefix.padEnd(16, '0'))).toBe(type)
})

test.each([
  ['021000021', true],
  ['011401533', true],
  ['021000022', false],
  ['012000021', false],
  ['000000000', false],
  ['02100002', false],
  ['0210000210', false],
])('routing number %s is valid: %s', (digits, isValid) => {
  expect(isRoutingNumber(digits)).toBe(isValid)
})
