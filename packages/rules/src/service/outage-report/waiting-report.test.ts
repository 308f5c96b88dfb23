import { expect, it } from 'vitest'
import { longestWaitSeconds, secondsWaited } from './waiting-report.ts'

const writtenAt = Date.parse('2026-11-20T15:00:00Z')

it('lets a report wait for four hours and not a second longer', () => {
  expect(longestWaitSeconds).toBe(4 * 3_600)
  expect(secondsWaited(writtenAt, writtenAt + 999)).toBe(0)
  expect(secondsWaited(writtenAt, writtenAt + 4 * 3_600_000)).toBe(14_400)
  expect(secondsWaited(writtenAt, writtenAt + 4 * 3_600_000 + 1_000)).toBeNull()
})

it('does not send a report from the future, which a changed clock leaves behind', () => {
  expect(secondsWaited(writtenAt, writtenAt - 1_000)).toBeNull()
})
