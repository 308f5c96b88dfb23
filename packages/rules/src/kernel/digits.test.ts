import { expect, test } from 'vitest'
import { isDigits, lastFour, onlyDigits } from './digits.ts'

test('only ASCII digits are digits: no full-width or Arabic ones, no blank, no sign, no trailing newline', () => {
  expect(['0', '0123456789'].map(isDigits)).toEqual([true, true])
  const wrong = ['', '１２３', '٣', '1\n', ' 1', '1 2', '-1', '1.0', '1e3', '²', '12a', '🔟']
  expect(wrong.filter(isDigits)).toEqual([])
})

test('everything but the digits is dropped, in order', () => {
  expect(onlyDigits('(715) 555-0100')).toBe('7155550100')
  expect(onlyDigits('１a2\n3')).toBe('23')
  expect(onlyDigits('none')).toBe('')
})

test('the last four digits, or all when there are fewer', () => {
  expect(lastFour('(715) 555-0100')).toBe('0100')
  expect(lastFour('000123456789')).toBe('6789')
  expect(lastFour('12')).toBe('12')
})
