import { expect, it } from 'vitest'
import { checkOutageReport, type OutageReportForm } from './check-outage-report.ts'
import { checkPublicReport, type PublicReportForm } from './check-public-report.ts'
import { outageReportMessage, publicReportMessage } from './outage-report.messages.ts'

const problems = (changes: Partial<OutageReportForm> = {}) =>
  checkOutageReport({
    outageReason: 'Tree on line',
    callBack: true,
    callbackNumber: '(715) 555-0100',
    remarks: '',
    ...changes,
  }).map((problem) => [problem.field, outageReportMessage(problem, 'en')])

it('requires an issue [OU-21]', () => {
  expect(problems()).toEqual([])
  expect(problems({ outageReason: '' })).toEqual([['outageReason', 'You must select an issue']])
})

it('requires a phone number only for a callback [OU-23]', () => {
  expect(problems({ callbackNumber: '' })).toEqual([['callbackNumber', 'You must enter a phone number']])
  expect(problems({ callBack: false, callbackNumber: '' })).toEqual([])
})

it('refuses a phone number in another form than (ddd) ddd-dddd, also without a callback [OU-22]', () => {
  for (const callbackNumber of ['7155550100', '(715)555-0100', '(715) 555-010', '(015) 555-0100', ' (715) 555-0100'])
    for (const callBack of [true, false])
      expect(problems({ callbackNumber, callBack })).toEqual([
        ['callbackNumber', 'Invalid phone format.(Ex: (987) 456-1230)'],
      ])
})

it('accepts remarks of 400 characters, an accent as one, and refuses 401', () => {
  expect(problems({ remarks: '😀'.repeat(400) })).toEqual([])
  expect(problems({ remarks: 'x'.repeat(401) })).toEqual([['remarks', 'Remarks can have up to 400 characters.']])
})

it('returns every problem in form order', () => {
  const all = { outageReason: '', callbackNumber: '', remarks: 'x'.repeat(401) }
  expect(problems(all).map(([field]) => field)).toEqual(['outageReason', 'callbackNumber', 'remarks'])
})

const publicProblems = (changes: Partial<PublicReportForm> = {}) =>
  checkPublicReport({
    accountNumber: '100100101',
    phoneNumber: '(715) 555-0100',
    outageReason: 'Tree on line',
    remarks: '',
    ...changes,
  }).map((problem) => [problem.field, publicReportMessage(problem, 'en')])

it('requires account, phone number and issue of a report without sign-in, in form order', () => {
  expect(publicProblems()).toEqual([])
  expect(publicProblems({ accountNumber: '', phoneNumber: '', outageReason: '', remarks: 'x'.repeat(401) })).toEqual([
    ['accountNumber', 'Please enter your account number.'],
    ['phoneNumber', 'You must enter a phone number'],
    ['outageReason', 'You must select an issue'],
    ['remarks', 'Remarks can have up to 400 characters.'],
  ])
  expect(publicProblems({ accountNumber: '1x', phoneNumber: '715' })).toEqual([
    ['accountNumber', 'Please enter valid account number.'],
    ['phoneNumber', 'Invalid phone format.(Ex: (987) 456-1230)'],
  ])
})
