import { afterEach, expect, test, vi } from 'vitest'
import {
  changeStoredUser,
  findStoredUser,
  forgetPendingUser,
  forgetStoredUser,
  keepStoredUser,
  parseStoredUser,
} from './stored-user.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  forgetStoredUser('/home')
})

const user = { accessToken: 't', memberNumber: '1001', memberMfaEnabled: true }

test('a user with token, member number and the MFA flag is signed in [SH-61]', () => {
  expect(parseStoredUser(JSON.stringify(user))).toEqual({ kind: 'signed-in', user })
})

test('a user with MFA and no token yet is pending [SH-62]', () => {
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

test('stores the three documented facts and nothing else', () => {
  const answer = { ...user, expireInMinutes: 15, loginInfo: null }
  keepStoredUser(answer)
  expect(JSON.parse(localStorage.getItem('mcp_currentUser') ?? '')).toEqual(user)
})

test('without browser storage, the session lasts as long as the document', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  keepStoredUser(user)
  expect(findStoredUser()).toEqual(user)
  forgetStoredUser('/home')
  expect(findStoredUser()).toBeNull()
})

test('a late change for a member who signed out does not change the next member', () => {
  keepStoredUser(user)
  changeStoredUser('1001', { accessToken: 't2' })
  expect(findStoredUser()).toEqual({ ...user, accessToken: 't2' })
  const next = { ...user, memberNumber: '1002', accessToken: 't3' }
  keepStoredUser(next)
  changeStoredUser('1001', { accessToken: 't4' })
  expect(findStoredUser()).toEqual(next)
})

test('leaving the second step signs no one out', () => {
  keepStoredUser(user)
  forgetPendingUser()
  expect(findStoredUser()).toEqual(user)
})
