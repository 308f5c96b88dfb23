import { expect, test } from 'vitest'
import { canReportOutage } from './can-report-outage.ts'
import { outageClock, restorationTime } from './outage-clock.ts'
import { outageBanner } from './outage-display.messages.ts'
import { displayedPower } from './displayed-power.ts'

test('an outage is shown as power OFF [AO-45]', () => {
  expect(displayedPower('Y')).toBe('OFF')
})

test('no outage is shown as power ON [AO-46]', () => {
  expect(displayedPower('N')).toBe('ON')
})

test('where nothing is known of an outage, N/A is shown [AO-47]', () => {
  expect(displayedPower('')).toBe('N/A')
})

test('the banner of an outage ends with the time of restoration when it is known [AO-60]', () => {
  expect(outageBanner('11/20/2026 15:30', 'en')).toBe(
    'There is an active outage interrupting the service in your area. The estimated restoration time 11/20/2026 15:30',
  )
  expect(outageBanner('11/20/2026 15:30', 'es')).toContain('11/20/2026 15:30')
})

test('the banner of an outage says that the time of restoration is not yet known [AO-61]', () => {
  expect(outageBanner(null, 'en')).toBe(
    'There is an active outage interrupting the service in your area. The estimated restoration time is not yet known.',
  )
})

test('accounts that are disconnected, about to be, waiting to be reconnected or final billed report no outage [AO-62]', () => {
  for (const one of ['Disconnected', 'Pending Disconnect', 'Pending Reconnect', 'Final Billed'])
    expect(canReportOutage(one), one).toBe(false)
  for (const one of ['Current', 'Past Due', '']) expect(canReportOutage(one), one).toBe(true)
})

test('the restoration time is shown in the cooperative’s time zone as MM/dd/yyyy HH:mm [AO-60]', () => {
  const at = (instant: string) => restorationTime(new Date(instant), 'America/Chicago')
  expect(at('2026-11-20T21:30:00Z')).toBe('11/20/2026 15:30')
  expect(at('2026-11-21T05:59:00Z')).toBe('11/20/2026 23:59')
  expect(at('2026-11-21T06:00:00Z')).toBe('11/21/2026 00:00')
  expect(at('2026-07-01T12:05:00Z')).toBe('07/01/2026 07:05')
})

test('an outage time is on a 12-hour clock, with the date on another day than today in the cooperative’s time zone', () => {
  const now = new Date('2026-11-20T21:30:00Z')
  const clock = (instant: string, language: 'en' | 'es') =>
    outageClock(new Date(instant), { timeZone: 'America/Chicago', language, now }).replaceAll(/\s/gu, ' ')
  expect(clock('2026-11-20T22:30:00Z', 'en')).toBe('4:30 PM')
  expect(clock('2026-11-20T22:30:00Z', 'es')).toBe('4:30 p.m.')
  expect(clock('2026-11-21T05:59:00Z', 'en')).toBe('11:59 PM')
  expect(clock('2026-11-21T06:00:00Z', 'en')).toBe('11/21/2026, 12:00 AM')
  expect(clock('2026-11-19T14:05:00Z', 'es')).toBe('11/19/2026, 8:05 a.m.')
})
