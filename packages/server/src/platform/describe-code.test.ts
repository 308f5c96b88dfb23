import { expect, test } from 'vitest'
import { describeCode } from './describe-code.ts'

const coded = (code: unknown) => Object.assign(new Error('The address has a password'), { code })

test.each([
  ['28P01', 'the password is wrong (28P01)'],
  ['ESOCKET', 'the server cannot be reached, or TLS fails (ESOCKET)'],
])('%s is said in words', (code, words) => {
  expect(describeCode(coded(code))).toBe(words)
})

test.each([['E_ODD'], ['constructor'], [undefined]])('an error with the code %s has no words', (code) => {
  expect(describeCode(coded(code))).toBeNull()
})

test('an error without a code, and what is no error, have no words', () => {
  expect([describeCode(new Error('28P01')), describeCode({ code: '28P01' })]).toEqual([null, null])
})
