import { expect, test } from 'vitest'
import { netTicks } from './net-ticks.ts'

test('an instant is counted in tenths of a microsecond since the year 1', () => {
  expect(netTicks(new Date('1970-01-01T00:00:00Z'))).toBe('621355968000000000')
  expect(netTicks(new Date('2027-03-01T14:00:00.123Z'))).toBe('639395064001230000')
  expect(netTicks(new Date('0001-01-01T00:00:00Z'))).toBe('0')
})
