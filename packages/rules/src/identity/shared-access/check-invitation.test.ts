import { expect, test } from 'vitest'
import { calendarDate, endOfDay } from '../../kernel/calendar-date.ts'
import { checkInvitation, type Invitation } from './check-invitation.ts'
import { guestNumber, isGuestNumber } from './guest-number.ts'
import { sharedAccessMessage } from './shared-access.messages.ts'

const today = calendarDate('2026-11-20')
const rule = { strictEmailEnding: false }
const invitation: Invitation = {
  name: 'Caregiver',
  email: 'Nora@Example.org',
  accounts: ['100100101'],
  lastDay: '2026-11-20',
}
const problems = (changes: Partial<Invitation> = {}) =>
  checkInvitation({ ...invitation, ...changes }, today, rule).map(({ field, code }) => `${field} ${code}`)

test('accepts an invitation for today and for a year', () => {
  expect(problems()).toEqual([])
  expect(problems({ lastDay: '2027-11-21' })).toEqual([])
  expect(problems({ name: ` ${'ñ'.repeat(60)} `, accounts: Array.from({ length: 50 }, String) })).toEqual([])
})

test('returns every problem of an invitation in form order', () => {
  expect(problems({ name: ' ', email: 'nora', accounts: [], lastDay: '2026-11-19' })).toEqual([
    'name name-missing',
    'email email-not-valid',
    'accounts no-account',
    'lastDay end-passed',
  ])
  expect(problems({ name: 'x'.repeat(61), email: '', accounts: Array.from({ length: 51 }, String) })).toEqual([
    'name name-too-long',
    'email email-missing',
    'accounts too-many-accounts',
  ])
  expect(problems({ name: 'a\nb', lastDay: '2027-11-22' })).toEqual(['name name-not-valid', 'lastDay end-too-late'])
  expect(problems({ lastDay: '2027-02-30' })).toEqual(['lastDay end-not-valid'])
  for (const name of ['a\u2028b', 'a\u2029b']) expect(problems({ name })).toEqual(['name name-not-valid'])
})

test('has a sentence in both languages for each refusal', () => {
  for (const code of ['name-missing', 'email-missing', 'too-many-guests', 'code-wrong'] as const)
    expect(sharedAccessMessage(code, 'en')).not.toBe(sharedAccessMessage(code, 'es'))
})

test('ends a day at midnight of the time zone, also when the clocks change', () => {
  expect(endOfDay(calendarDate('2026-11-20'), 'America/Chicago').toISOString()).toBe('2026-11-21T06:00:00.000Z')
  expect(endOfDay(calendarDate('2026-10-31'), 'America/Chicago').toISOString()).toBe('2026-11-01T05:00:00.000Z')
})

test('recognizes a login without a membership by its number', () => {
  expect(isGuestNumber(guestNumber('a'.repeat(14)))).toBe(true)
  expect(guestNumber('a'.repeat(14))).toMatch(/^[A-Za-z0-9-]{1,20}$/u)
  for (const other of [
    '10001',
    `xguest-${'a'.repeat(14)}`,
    'guest-1',
    'guest-ABCDEFGHIJKLMN',
    `guest-${'a'.repeat(15)}`,
  ])
    expect(isGuestNumber(other), other).toBe(false)
})
