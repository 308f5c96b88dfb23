import { expect, test } from 'vitest'
import { dotNetTicks } from './dot-net-ticks.ts'

test('ticks count tenths of a microsecond since the year 1 in UTC', () => {
  expect(dotNetTicks(new Date('0001-01-01T00:00:00Z'))).toBe('0')
  expect(dotNetTicks(new Date('1970-01-01T00:00:00Z'))).toBe('621355968000000000')
  expect(dotNetTicks(new Date('2027-03-01T12:00:00.001Z'))).toBe('639394992000010000')
})
