import { expect, it } from 'vitest'
import { capitalCreditMessage } from './capital-credits.messages.ts'
import { checkLetter } from './check-letter.ts'
import { canSearchCredits, readCreditSearch, searchedNames } from './credit-search.ts'

const problems = (memberNumber: string, letterId: string) =>
  checkLetter({ memberNumber, letterId }).map(({ field, code }) => [field, capitalCreditMessage(code, 'en')])

it('requires both numbers of a letter [CL-12, CL-13]', () => {
  expect(problems(' ', ' ')).toEqual([
    ['memberNumber', 'Member Number is required.'],
    ['letterId', 'Letter ID is required.'],
  ])
})

it('accepts 12 digits and refuses 13 [CL-14, CL-15]', () => {
  expect(problems('123456789012', '000000000001')).toEqual([])
  expect(problems('1234567890123', '1234567890123')).toEqual([
    ['memberNumber', 'Invalid format.'],
    ['letterId', 'Invalid format.'],
  ])
})

it('refuses anything but digits, and zeros alone [CL-16, CL-17, CL-18]', () => {
  for (const text of ['1a', ' 1', '0', '000000000000', '-1', '1.5']) {
    expect(problems(text, '1')).toEqual([['memberNumber', 'Invalid format.']])
    expect(problems('1', text)).toEqual([['letterId', 'Invalid format.']])
  }
})

it('trims what is searched, and reads a blank as nothing [DU-22, UC-30]', () => {
  expect(readCreditSearch({ firstName: ' Ada ', lastName: '  ', companyName: null })).toEqual({
    firstName: 'Ada',
    lastName: null,
    companyName: null,
  })
  expect(readCreditSearch({ firstName: '', lastName: ' L ', companyName: ' Co ' })).toEqual({
    firstName: null,
    lastName: 'L',
    companyName: 'Co',
  })
})

it('searches by any one field, and names the company before the person', () => {
  const none = { firstName: null, lastName: null, companyName: null }
  expect(canSearchCredits(none)).toBe(false)
  for (const field of ['firstName', 'lastName', 'companyName'])
    expect(canSearchCredits({ ...none, [field]: 'x' }), field).toBe(true)
  expect(searchedNames({ firstName: 'Ada', lastName: 'Lindqvist', companyName: 'Mill' })).toBe('Mill Ada Lindqvist')
  expect(searchedNames({ ...none, lastName: 'Lindqvist' })).toBe('Lindqvist')
})
