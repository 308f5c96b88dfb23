/// <reference types="node" />
import { isMainThread } from 'node:worker_threads'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  addDays,
  calendarDate,
  calendarDateIn,
  daysBetween,
  formatUsDate,
  isAfter,
  isBefore,
  parseCalendarDate,
} from './calendar-date.ts'

const zones = ['UTC', 'America/New_York', 'America/Chicago', 'America/Los_Angeles', 'Pacific/Kiritimati']
const zoneBefore = process.env['TZ']

afterEach(() => {
  if (zoneBefore === undefined) delete process.env['TZ']
  else process.env['TZ'] = zoneBefore
})

/** Runs `check` with the process in each zone, having made sure that the zone is in force. */
function inEveryZone(check: () => void): void {
  const offsets = new Set<number>()
  for (const zone of zones) {
    process.env['TZ'] = zone
    offsets.add(new Date('2027-03-01T00:00:00Z').getTimezoneOffset())
    check()
  }
  // `npm run mutate` runs tests in threads, whose zone cannot change.
  if (isMainThread && [...offsets].join(' ') !== '0 300 360 480 -840') throw new Error('The time zone did not change')
}

/** The days since 1970 by the platform's own calendar, in UTC. */
function utcDay(text: string): number {
  const instant = new Date(0)
  instant.setUTCFullYear(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, Number(text.slice(8, 10)))
  return instant.getTime() / 86_400_000
}

const anyDate = fc.integer({ min: utcDay('0001-01-01'), max: utcDay('9999-12-31') }).map((day) => {
  const iso = new Date(day * 86_400_000).toISOString()
  return calendarDate(iso.slice(0, 10))
})

describe('calendar dates', () => {
  test.each(['2027-03-01', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '2027-12-31'])(
    '%s is a date',
    (text) => {
      expect(parseCalendarDate(text)).toBe(text)
      expect(calendarDate(text)).toBe(text)
    },
  )

  test.each([
    '2027-02-29',
    '1900-02-29',
    '2027-04-31',
    '2027-13-01',
    '2027-00-10',
    '2027-01-00',
    '2027-01-32',
    '0000-01-01',
    '2027-1-1',
    '2027/01/01',
    '20270101',
    '01/31/2027',
    '2027-01-01T00:00:00Z',
    '2027-01-01\n',
    ' 2027-01-01',
    '２０２７-01-01',
    '-027-01-01',
    '',
  ])('"%s" is not a date', (text) => {
    expect(parseCalendarDate(text)).toBeNull()
    expect(() => calendarDate(text)).toThrow(new RangeError(`Not a calendar date (yyyy-MM-dd): '${text}'`))
  })

  test('the first of March prints as the first of March in every zone [REL-17]', () => {
    inEveryZone(() => {
      expect(formatUsDate(calendarDate('2027-03-01'))).toBe('03/01/2027')
    })
  })

  test('adding and counting days gives the same days in every zone, across clock changes and leap days [REL-17]', () => {
    inEveryZone(() => {
      expect(addDays(calendarDate('2027-02-28'), 1)).toBe('2027-03-01')
      expect(addDays(calendarDate('2024-02-28'), 1)).toBe('2024-02-29')
      expect(addDays(calendarDate('2027-03-13'), 2)).toBe('2027-03-15')
      expect(addDays(calendarDate('2027-11-06'), 2)).toBe('2027-11-08')
      expect(addDays(calendarDate('2027-01-01'), -1)).toBe('2026-12-31')
      expect(daysBetween(calendarDate('2027-03-13'), calendarDate('2027-03-15'))).toBe(2)
      expect(daysBetween(calendarDate('2027-03-01'), calendarDate('2027-02-28'))).toBe(-1)
      expect(daysBetween(calendarDate('2027-01-01'), calendarDate('2028-01-01'))).toBe(365)
    })
  })

  test("the day in the cooperative's zone does not depend on the zone of the process [REL-17]", () => {
    const lateEvening = new Date('2027-03-01T05:59:59Z')
    inEveryZone(() => {
      expect(zones.map((zone) => calendarDateIn(zone, lateEvening))).toEqual([
        '2027-03-01',
        '2027-03-01',
        '2027-02-28',
        '2027-02-28',
        '2027-03-01',
      ])
      expect(calendarDateIn('America/Chicago', new Date('2027-03-01T06:00:00Z'))).toBe('2027-03-01')
      expect(calendarDateIn('Pacific/Kiritimati', new Date('2026-12-31T10:00:00Z'))).toBe('2027-01-01')
    })
  })

  test('5,000 dates of the years 1 to 9999 are counted as the platform counts them, in every zone [REL-17]', () => {
    inEveryZone(() => {
      fc.assert(
        fc.property(anyDate, anyDate, (a, b) => {
          const days = daysBetween(a, b)
          expect(days).toBe(utcDay(b) - utcDay(a))
          expect(addDays(a, days)).toBe(b)
          expect(isBefore(a, b)).toBe(days > 0)
          expect(isAfter(a, b)).toBe(days < 0)
        }),
        { numRuns: 1_000 },
      )
    })
  }, 60_000)

  test('makes the format of a zone once', () => {
    const made = vi.spyOn(Intl, 'DateTimeFormat')
    for (const zone of ['Asia/Tokyo', 'Asia/Tokyo', 'Asia/Seoul']) calendarDateIn(zone, new Date(0))
    expect(made).toHaveBeenCalledTimes(2)
    made.mockRestore()
  })

  test('days outside the calendar and parts of days are errors', () => {
    expect(() => addDays(calendarDate('9999-12-31'), 1)).toThrow(RangeError)
    expect(() => addDays(calendarDate('0001-01-01'), -1)).toThrow(RangeError)
    expect(() => addDays(calendarDate('2027-01-01'), 0.5)).toThrow(RangeError)
    expect(() => addDays(calendarDate('2027-01-01'), Number.NaN)).toThrow('Not a whole number of days: NaN')
    expect(() => calendarDate('x'.repeat(41))).toThrow(`'${'x'.repeat(40)}'`)
  })

  test('an unknown zone, an invalid instant and a year before 1 are errors', () => {
    expect(() => calendarDateIn('Mars/Olympus', new Date(0))).toThrow(RangeError)
    expect(() => calendarDateIn('UTC', new Date(Number.NaN))).toThrow(RangeError)
    expect(() => calendarDateIn('UTC', new Date(-8e14))).toThrow(RangeError)
    expect(() => calendarDateIn('UTC', new Date('-000001-03-04T00:00:00Z'))).toThrow(
      'Not an instant of the years 1–9999: -000001-03-04T00:00:00.000Z',
    )
    expect(calendarDateIn('UTC', new Date('0099-05-06T00:00:00Z'))).toBe('0099-05-06')
  })
})
