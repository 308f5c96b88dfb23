import { expect, test } from 'vitest'
import { checkNewPassword, checkPassword, minStaffPasswordLength, passwordCriteria } from './check-password.ts'
import { passwordMessage } from './password.messages.ts'

const criteria =
  'Password entry does not meet criteria. Password must be 8 characters and contain at least 1 lowercase character, 1 uppercase character, 1 number and 1 special character (!@#$%^&*).'

const sentence = (password: string): string | null => {
  const problem = checkPassword(password)
  return problem === null ? null : passwordMessage(problem, 'en')
}

test('an empty password is refused [RG-56, FP-19]', () => {
  expect(sentence('')).toBe('Please enter a password.')
})

test('8 and 50 characters are accepted, 7 and 51 are refused [RG-57, FP-14]', () => {
  expect(sentence('aB3!xyzw')).toBeNull()
  expect(sentence('aB3!xyz')).toBe(criteria)
  expect(sentence(`aB3!${'x'.repeat(46)}`)).toBeNull()
  expect(sentence(`aB3!${'x'.repeat(47)}`)).toBe(criteria)
})

test('a password without a lowercase character is refused [RG-58, FP-15]', () => {
  expect(sentence('ABCDEF3!')).toBe(criteria)
  expect(sentence('ABCDEf3!')).toBeNull()
})

test('a password without an uppercase character is refused [RG-59, FP-16]', () => {
  expect(sentence('abcdef3!')).toBe(criteria)
  expect(sentence('abcdeF3!')).toBeNull()
})

test('a password without a digit is refused [RG-60, FP-17]', () => {
  expect(sentence('abcdeFg!')).toBe(criteria)
  expect(sentence('abcdeF1!')).toBeNull()
})

test('a password without one of the eight special characters is refused, and any one of them will do [RG-61, FP-18]', () => {
  expect(sentence('abcdeF12')).toBe(criteria)
  expect(sentence('abcdeF1-')).toBe(criteria)
  for (const special of '!@#$%^&*') expect(sentence(`abcdeF1${special}`)).toBeNull()
})

test('other marks and letters of other languages may be in it besides; a blank or control character may not [RG-61]', () => {
  expect(sentence('abcdeF1!-_~ñ€')).toBeNull()
  for (const blank of [' ', '\t', '\n', '\u00a0', '\u0007', '\ud800'])
    expect(sentence(`abcd${blank}eF1!`)).toBe(criteria)
})

test('when any criterion fails, the documented sentence names them all [RG-62, FP-20]', () => {
  expect(sentence('a')).toBe(criteria)
})

test('characters are counted as people see them, in Unicode form NFC [SEC-16]', () => {
  // Written as letter and accent: 2 × 50 units for 50 characters.
  expect(sentence(`aB3!${'e\u0301'.repeat(46)}`)).toBeNull()
  expect(sentence(`aB3!${'e\u0301'.repeat(47)}`)).toBe(criteria)
  expect(sentence(`aB3!${'😀'.repeat(46)}`)).toBeNull()
})

test('a text of a hundred thousand characters is refused without looking into it [SEC-16]', () => {
  const startedAt = performance.now()
  for (let n = 0; n < 100; n += 1) expect(sentence(`aB3!${'x'.repeat(100_000)}`)).toBe(criteria)
  expect(performance.now() - startedAt).toBeLessThan(200)
})

test('each criterion is reported separately, for a form that checks them off', () => {
  expect(passwordCriteria('abc')).toEqual({
    hasLength: false,
    hasLowercase: true,
    hasUppercase: false,
    hasDigit: false,
    hasSpecial: false,
    hasNoSpace: true,
  })
})

const both = (password: string, cnfpassword: string) =>
  checkNewPassword({ password, cnfpassword }).map((problem) => [problem.field, passwordMessage(problem, 'en')])

test('an empty confirmation is refused [RG-63, FP-21]', () => {
  expect(both('abcdeF1!', '')).toEqual([['cnfpassword', 'Please enter a confirm password.']])
})

test('a confirm password that differs is refused [RG-64, FP-22]', () => {
  expect(both('abcdeF1!', 'abcdeF1?')).toEqual([['cnfpassword', 'Password and Confirm Password does not match.']])
  expect(both('abcdeF1!', 'abcdeF1!')).toEqual([])
})

test('both fields are checked at once', () => {
  expect(both('', '')).toEqual([
    ['password', 'Please enter a password.'],
    ['cnfpassword', 'Please enter a confirm password.'],
  ])
})

test('a password of staff has 12 characters or more, and everything that a password of members has', () => {
  const codes = (password: string) =>
    checkNewPassword({ password, cnfpassword: password }, minStaffPasswordLength).map(({ code }) => code)
  expect(codes('gX7#pLq2vR9w')).toEqual([])
  for (const password of ['gX7#pLq2vR9', 'gx7#plq2vr9w', `gX7#${'x'.repeat(47)}`])
    expect(codes(password)).toEqual(['password-below-criteria'])
  expect(passwordCriteria('gX7#pLq2vR9', minStaffPasswordLength).hasLength).toBe(false)
})
