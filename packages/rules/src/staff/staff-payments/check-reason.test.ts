import { expect, it } from 'vitest'
import { checkReason, maxReasonLength } from './check-reason.ts'

it.each(['', ' ', '\n\t'])('refuses %j as a reason', (reason) => {
  expect(checkReason({ reason })).toEqual([{ code: 'reason-missing', field: 'reason' }])
})

it('accepts a reason of 300 characters, and refuses one of 301', () => {
  expect(checkReason({ reason: ` ${'x'.repeat(maxReasonLength)} ` })).toEqual([])
  expect(checkReason({ reason: 'x'.repeat(301) })).toEqual([{ code: 'reason-too-long', field: 'reason' }])
})
