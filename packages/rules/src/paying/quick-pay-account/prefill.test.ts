import { expect, test } from 'vitest'
import { prefillAccountNumber, prefillPhoneDigits } from './prefill.ts'

test('accountno prefills its digits only [QP-03]', () => {
  expect(prefillAccountNumber('1234').text).toBe('1234')
  expect(prefillAccountNumber('12-34 56a').text).toBe('123456')
  expect(prefillAccountNumber('<b>x</b>').text).toBe('')
  expect(prefillAccountNumber('').text).toBe('')
  expect(prefillAccountNumber(null).text).toBe('')
})

test('the first 12 digits of a longer accountno are used, without other characters [QP-03, RU-37]', () => {
  expect(prefillAccountNumber('1234567890123456').text).toBe('123456789012')
  expect(prefillAccountNumber('1234-5678-9012-3456').text).toBe('123456789012')
})

test('phone prefills its digits only [QP-04]', () => {
  expect(prefillPhoneDigits('0100').text).toBe('0100')
  expect(prefillPhoneDigits('0-1-0').text).toBe('010')
  expect(prefillPhoneDigits('abc').text).toBe('')
  expect(prefillPhoneDigits(null).text).toBe('')
})

test('the first 4 digits of a longer phone are used, not the last [QP-04, RU-38]', () => {
  expect(prefillPhoneDigits('7155550100').text).toBe('7155')
  expect(prefillPhoneDigits('(715) 555-0100').text).toBe('7155')
})

test('says when the link held more than the field shows [QP-03, QP-04]', () => {
  const whole = [prefillAccountNumber('1234'), prefillAccountNumber(' 12-34 56 '), prefillPhoneDigits(null)]
  expect(whole.map(({ isShortened }) => isShortened)).toEqual([false, false, false])
  const shortened = [
    prefillAccountNumber('1234567890123'),
    prefillAccountNumber('12a'),
    prefillPhoneDigits('7155550100'),
  ]
  expect(shortened.map(({ isShortened }) => isShortened)).toEqual([true, true, true])
})
