import { describe, expect, it } from 'vitest'
import { formatInstant, formatTime } from './instant.ts'

const evening = new Date('2026-11-22T04:05:00Z')
const plain = (text: string) => text.replaceAll(/\s/gu, ' ').replace('p. m.', 'p.m.')

describe('an instant', () => {
  it('has the day as everywhere and a 12-hour clock, in both languages and in the zone that is asked for [REQ-D-351]', () => {
    expect(plain(formatInstant(evening, 'America/Chicago', 'en'))).toBe('11/21/2026, 10:05 PM')
    expect(plain(formatInstant(evening, 'America/Chicago', 'es'))).toBe('11/21/2026, 10:05 p.m.')
    expect(plain(formatInstant(evening, 'UTC', 'en'))).toBe('11/22/2026, 4:05 AM')
    expect(plain(formatTime(evening, 'America/Chicago', 'es'))).toBe('10:05 p.m.')
  })

  it('refuses a zone that does not exist', () => {
    expect(() => formatTime(evening, 'America/Nowhere', 'en')).toThrow(RangeError)
  })
})
