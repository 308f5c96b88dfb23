import { afterEach, expect, it } from 'vitest'
import { changeStoredUser, forgetStoredUser, keepStoredUser } from '../../../portal/session/stored-user.ts'
import { findLastStatus, keepLastStatus } from './last-status.ts'

const loadedAt = Date.parse('2026-11-20T15:00:00Z')
const status = { isActive: true, estimatedTimeOfRestoration: null, reportedAt: null, incident: null }
const last = { memberNumber: '1001', accountNumber: '100100101', timeZone: 'America/Chicago', status, loadedAt }
const ada = { accessToken: 'token-1', memberNumber: '1001', memberMfaEnabled: false }

afterEach(() => localStorage.clear())

it('finds the status of the same member for twelve hours, also after the session was renewed', () => {
  keepStoredUser(ada)
  keepLastStatus(last)
  changeStoredUser('1001', { accessToken: 'token-2' })
  expect(findLastStatus('1001', loadedAt + 12 * 3_600_000)).toEqual(last)
  expect(findLastStatus('1001', loadedAt + 12 * 3_600_000 + 1)).toBeNull()
  expect(localStorage.getItem('mcp_lastOutageStatus')).toBeNull()
})

it.each([
  ['signing out', () => forgetStoredUser('/home')],
  ['another member signing in', () => keepStoredUser({ ...ada, memberNumber: '1002' })],
  ['another member asking for it', () => findLastStatus('1002', loadedAt)],
])('keeps nothing of the status after %s', (_name, happens) => {
  keepStoredUser(ada)
  keepLastStatus(last)
  happens()
  expect(JSON.stringify(localStorage)).not.toContain('100100101')
})
