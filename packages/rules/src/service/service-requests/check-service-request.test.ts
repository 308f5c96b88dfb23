import { describe, expect, it } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import {
  checkForwardingAddress,
  checkServiceRequest,
  completionDays,
  maxComments,
  type ServiceRequest,
} from './check-service-request.ts'
import { forwardingMessage, serviceRequestMessage } from './service-requests.messages.ts'

const limits = { requiresForwarding: true, ruralAddresses: false, maxDays: 30, today: calendarDate('2026-11-20') }
const optional = { ...limits, requiresForwarding: false }
const address = {
  streetNumber: '412',
  streetName: 'Cedar',
  streetType: '',
  unit: '',
  city: 'Eau Claire',
  state: 'WI',
  zip: '54701',
}
const move: ServiceRequest = {
  workType: '2',
  phone: '(715) 555-0100',
  comments: '',
  forwarding: address,
  landlordName: '',
  landlordPhone: '',
  completionDate: '2026-11-20',
}
const problems = (changes: Partial<ServiceRequest> = {}, of = limits) =>
  checkServiceRequest({ ...move, ...changes }, of).map((problem) => [
    problem.field,
    serviceRequestMessage(problem, 'en'),
  ])
const other = { workType: '1', forwarding: null, completionDate: '' }

describe('a service request', () => {
  it('accepts a move with everything and another type with a phone number alone', () => {
    expect(problems()).toEqual([])
    expect(problems(other)).toEqual([])
  })

  it('requires a service type and a phone number [SR-20, SR-21]', () => {
    expect(problems({ ...other, workType: '', phone: '' })).toEqual([
      ['workType', 'Service Type is required.'],
      ['phone', 'Phone number is required.'],
    ])
  })

  it('accepts numbers in the form (###) ###-#### and refuses any other form [SR-22, SR-24]', () => {
    const said = 'Invalid phone format. (Ex: (987) 456-1230)'
    expect(problems({ phone: '(715) 055-0100', landlordPhone: '(715) 055-0100' })).toEqual([])
    for (const text of [
      '7155550100',
      '(715)555-0100',
      'x(715) 555-0100',
      '(715) 555-01000',
      '(715) 55-0100',
      '(71) 555-0100',
      '(015) 555-0100',
      '(115) 555-0100',
    ])
      expect(problems({ phone: text, landlordPhone: text })).toEqual([
        ['phone', said],
        ['landlordPhone', said],
      ])
    expect(problems({ landlordPhone: '' })).toEqual([])
  })

  it('accepts a comment of 400 characters, or of 340 for a move with a required address [SR-25, SR-26]', () => {
    expect(problems({ ...other, comments: '😀'.repeat(400) })).toEqual([])
    expect(problems({ ...other, comments: 'x'.repeat(401) })).toEqual([
      ['comments', 'Comments can have up to 400 characters.'],
    ])
    expect(problems({ comments: 'x'.repeat(340) })).toEqual([])
    expect(problems({ comments: 'x'.repeat(341) })).toEqual([['comments', 'Comments can have up to 340 characters.']])
    expect([maxComments('2', optional), maxComments('1', limits)]).toEqual([400, 400])
  })
})

describe('a move', () => {
  it('requires a forwarding address where the cooperative does [SR-28]', () => {
    expect(problems({ forwarding: null })).toEqual([['forwarding', 'Forwarding Address is required.']])
    expect(problems({ forwarding: null }, optional)).toEqual([])
  })

  it('names the first problem of a forwarding address, also of one that is not required', () => {
    const forwarding = { ...address, streetName: '', city: '' }
    for (const of of [limits, optional])
      expect(problems({ forwarding }, of)).toEqual([['forwarding', 'Street Name is required.']])
    expect(problems({ ...other, forwarding })).toEqual([])
  })

  it('accepts a completion date from today to the last day of the window [SR-43, SR-44]', () => {
    expect(completionDays(limits)).toEqual({ first: '2026-11-20', last: '2026-12-20' })
    expect(problems({ completionDate: '2026-12-20' })).toEqual([])
    for (const completionDate of ['', '2026-11-19', '2026-12-21', '12/01/2026'])
      expect(problems({ completionDate })).toEqual([['completionDate', 'Invalid date range.']])
  })

  it('checks landlord and date of a move where no address is required, too, once they are filled [SR-11, SR-12]', () => {
    expect(problems({ forwarding: null, completionDate: '' }, optional)).toEqual([])
    const wrong = { completionDate: '2026-12-21', landlordName: 'x'.repeat(61), landlordPhone: '1' }
    expect(problems(wrong, optional).map(([field]) => field)).toEqual([
      'landlordName',
      'landlordPhone',
      'completionDate',
    ])
    expect(problems({ ...other, ...wrong })).toEqual([])
  })

  it('accepts a landlord’s name of 60 characters and refuses 61', () => {
    expect(problems({ landlordName: '😀'.repeat(60) })).toEqual([])
    expect(problems({ landlordName: 'x'.repeat(61) })).toEqual([
      ['landlordName', 'The landlord’s name can have up to 60 characters.'],
    ])
  })

  it('returns every problem in form order', () => {
    const wrong = { phone: '1', forwarding: null, landlordName: 'x'.repeat(61), landlordPhone: '1', completionDate: '' }
    expect(problems({ ...wrong, comments: 'x'.repeat(341) }).map(([field]) => field)).toEqual([
      'phone',
      'forwarding',
      'landlordName',
      'landlordPhone',
      'completionDate',
      'comments',
    ])
  })
})

describe('a forwarding address', () => {
  const saidOf = (changes: Partial<typeof address>) =>
    checkForwardingAddress({ ...address, ...changes }, limits).map((problem) => forwardingMessage(problem, 'en'))

  it('has a city of 50 characters at most, with or without apostrophes [SR-37]', () => {
    expect(saidOf({ city: "Coeur d'Alene" })).toEqual([])
    expect(saidOf({ city: `"'^\`|~` })).toEqual([])
    expect(saidOf({ city: `'${'x'.repeat(49)}` })).toEqual([])
    expect(saidOf({ city: `'${'x'.repeat(50)}` })).toEqual(['City can have up to 50 characters.'])
  })

  it('has a ZIP code that is not all zeros; one of its parts may be [SR-40]', () => {
    for (const zip of ['83814-0000', '838140000', '00000-1234', '83814']) expect(saidOf({ zip })).toEqual([])
    for (const zip of ['00000', '00000-0000', '000000000', '8381', '83814-123'])
      expect(saidOf({ zip })).toEqual(['Zip code must be a 5 or 9 digit number(Ex: 98745-4321).'])
  })

  it('requires a street number, a street name, a city, a state and a ZIP code [SR-29, SR-32, SR-36]', () => {
    expect(saidOf({ streetNumber: '', streetName: '', city: '', state: '', zip: '' })).toEqual([
      'Street Number is required.',
      'Street Name is required.',
      'City is required.',
      'State is required.',
      'Zip code is required.',
    ])
  })
})
