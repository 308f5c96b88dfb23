import { expect, test } from 'vitest'
import { parseStoredUser } from './stored-user.ts'

const user = { accessToken: 't', memberNumber: '1001', memberMfaEnabled: true }

test('[SH-61] a user with token, member number and the MFA flag is signed in', () => {
  expect(parseStoredUser(JSON.stringify(user))).toEqual({ kind: 'signed-in', user })
})

test('[SH-62] a user with MFA and no token yet is pending', () => {
  expect(parseStoredUser(JSON.stringify({ memberNumber: '1001', memberMfaEnabled: true })).kind).toBe('pending')
})

test.each([
  '{',
  '[]',
  '"x"',
  '{}',
  'null',
  JSON.stringify({ ...user, memberNumber: 7 }),
  JSON.stringify({ ...user, accessToken: '', memberMfaEnabled: false }),
])('%s is no user', (text) => {
  expect(parseStoredUser(text).kind).toBe('invalid')
})

test('nothing stored is nobody', () => {
  expect(parseStoredUser(null).kind).toBe('none')
})
