import { expect, test } from 'vitest'
import { prefillAccountNumber, prefillPhoneDigits } from './prefill.ts'

test('accountno prefills its digits only [QP-03]', () => {
  expect(prefillAccountNumber('1234')).toBe('1234')
  expect(prefillAccountNumber('12-34 56a')).toBe('123456')
  expect(prefillAccountNumber('<b>x</b>')).toBe('')
  expect(prefillAccountNumber('')).toBe('')
  expect(prefillAccountNumber(null)).toBe('')
})

test('the first 12 digits of a longer accountno are used, without other characters [QP-03, RU-37]', () => {
  expect(prefillAccountNumber('1234567890123456')).toBe('123456789012')
  expect(prefillAccountNumber('1234-5678-9012-3456')).toBe('123456789012')
})

test('phone prefills its digits only [QP-04]', () => {
  expect(prefillPhoneDigits('0100')).toBe('0100')
  expect(prefillPhoneDigits('0-1-0')).toBe('010')
  expect(prefillPhoneDigits('abc')).toBe('')
  expect(prefillPhoneDigits(null)).toBe('')
})

test('the first 4 digits of a longer phone are used, not the last [QP-04, RU-38]', () => {
  expect(prefillPhoneDigits('7155550100')).toBe('7155')
  expect(prefillPhoneDigits('(715) 555-0100')).toBe('7155')
})
