import { expect, it } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import { accountTypeName } from './account-type-name.ts'
import {
  type ApplicationLimits,
  applicationSteps,
  checkApplication,
  checkApplicationStep,
  emptyApplication,
  type ServiceApplication,
} from './check-application.ts'

const limits: ApplicationLimits = {
  accountTypes: ['RES', 'COM'],
  ruralAddresses: false,
  maxDays: 30,
  today: calendarDate('2026-11-20'),
}
const whole: ServiceApplication = {
  ...emptyApplication,
  accountType: 'RES',
  firstName: 'Ada',
  lastName: 'Lindqvist',
  phone: '(715) 555-0100',
  contactPref: 'Phone',
  streetNumber: '412',
  streetName: 'Cedar',
  city: 'Eau Claire',
  state: 'WI',
  zip: '54701',
  startDate: '2026-11-20',
}
const problems = (changes: Partial<ServiceApplication> = {}, of: Partial<ApplicationLimits> = {}) =>
  checkApplication({ ...whole, ...changes }, { ...limits, ...of }).map(({ field, code }) => `${field} ${code}`)

it('accepts an application without what is optional', () => {
  expect(problems()).toEqual([])
})

it('returns every problem of an empty form in form order', () => {
  expect(new Set(Object.values(emptyApplication))).toEqual(new Set(['']))
  expect(checkApplication(emptyApplication, limits).map(({ field, code }) => `${field} ${code}`)).toEqual([
    'accountType type-missing',
    'firstName first-name-missing',
    'lastName last-name-missing',
    'phone phone-missing',
    'contactPref preference-missing',
    'streetNumber address',
    'streetName address',
    'city address',
    'state address',
    'zip address',
    'startDate date-not-valid',
  ])
})

it('asks for an account type of the list, and for none where the cooperative offers none', () => {
  expect(problems({ accountType: 'X' })).toEqual(['accountType type-missing'])
  expect(problems({ accountType: '' }, { accountTypes: [] })).toEqual([])
  expect(problems({ accountType: ' COM ' })).toEqual([])
})

it('checks the length of names, business, email and comments', () => {
  const most = { firstName: 28, lastName: 28, businessName: 60, comments: 400 }
  for (const [field, length] of Object.entries(most)) {
    expect(problems({ [field]: '😀'.repeat(length) }), field).toEqual([])
    expect(problems({ [field]: 'x'.repeat(length + 1) }), field).toEqual([`${field} too-long`])
    const [problem] = checkApplication({ ...whole, [field]: 'x'.repeat(length + 1) }, limits)
    expect(problem).toMatchObject({ most: length })
  }
  expect(problems({ email: `${'a'.repeat(48)}@example.org` })).toEqual([])
  expect(problems({ email: `${'a'.repeat(49)}@example.org` })).toEqual(['email email-not-valid'])
  expect(problems({ email: ` ${'a'.repeat(48)}@example.org` })).toEqual(['email too-long'])
})

it('refuses a line break in a name, and accepts one in the comments', () => {
  for (const field of ['firstName', 'lastName', 'businessName'])
    expect(problems({ [field]: 'a\nb' }), field).toEqual([`${field} not-valid`])
  expect(problems({ comments: 'a\nb' })).toEqual([])
  expect(problems({ firstName: ' ', lastName: ' ' })).toEqual([
    'firstName first-name-missing',
    'lastName last-name-missing',
  ])
})

it('requires a phone number that can be called', () => {
  expect(problems({ phone: ' ' })).toEqual(['phone phone-missing'])
  expect(problems({ phone: '(015) 555-0100' })).toEqual(['phone phone-not-valid'])
})

it('requires an email address only for an answer by email', () => {
  expect(problems({ contactPref: 'Email' })).toEqual(['email email-missing'])
  expect(problems({ contactPref: 'Mail' })).toEqual([])
  expect(problems({ contactPref: 'Email', email: 'ada@example.energy' })).toEqual([])
  for (const contactPref of ['Email', 'Mail'])
    expect(problems({ contactPref, email: 'ada@example' })).toEqual(['email email-not-valid'])
  expect(problems({ contactPref: 'Fax' })).toEqual(['contactPref preference-missing'])
})

it('accepts a start date from today to the last day of the window', () => {
  expect(problems({ startDate: '2026-12-20' })).toEqual([])
  for (const startDate of ['2026-11-19', '2026-12-21', '12/01/2026'])
    expect(problems({ startDate })).toEqual(['startDate date-not-valid'])
})

it('names what is wrong with an address field, with an apostrophe allowed in the city', () => {
  expect(problems({ city: "Coeur d'Alene" })).toEqual([])
  expect(checkApplication({ ...whole, streetNumber: '4a' }, limits)).toEqual([
    { code: 'address', field: 'streetNumber', problem: { code: 'not-digits', field: 'streetNumber' } },
  ])
  expect(checkApplication({ ...whole, streetNumber: 'N6789' }, { ...limits, ruralAddresses: true })).toEqual([])
})

it('checks the fields of one step at a time', () => {
  const fieldsOf = (step: keyof typeof applicationSteps) =>
    checkApplicationStep({ ...whole, firstName: '', city: '' }, limits, step).map(({ field }) => field)
  expect([fieldsOf('contact'), fieldsOf('service')]).toEqual([['firstName'], ['city']])
})

it('names an account type in Spanish where the cooperative gives a Spanish name', () => {
  const type = { description: 'Residential', descriptionInSpanish: 'Residencial' }
  expect([accountTypeName(type, 'en'), accountTypeName(type, 'es')]).toEqual(['Residential', 'Residencial'])
  expect(accountTypeName({ description: 'Residential' }, 'es')).toBe('Residential')
})
