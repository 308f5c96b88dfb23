import { expect, test } from 'vitest'
import { canReportOutage } from './can-report-outage.ts'
import { outageBanner } from './outage-display.messages.ts'
import { shownPower } from './shown-power.ts'

test('[AO-45] an outage is shown as power OFF', () => {
  expect(shownPower('Y')).toBe('OFF')
})

test('[AO-46] no outage is shown as power ON', () => {
  expect(shownPower('N')).toBe('ON')
})

test('[AO-47] where nothing is known of an outage, N/A is shown', () => {
  expect(shownPower('')).toBe('N/A')
})

test('[AO-60] the banner of an outage ends with the time of restoration when it is known', () => {
  expect(outageBanner('11/20/2026 15:30', 'en')).toBe(
    'There is an active outage interrupting the service in your area. The estimated restoration time 11/20/2026 15:30',
  )
  expect(outageBanner('11/20/2026 15:30', 'es')).toContain('11/20/2026 15:30')
})

test('[AO-61] the banner of an outage says that the time of restoration is not yet known', () => {
  expect(outageBanner(null, 'en')).toBe(
    'There is an active outage interrupting the service in your area. The estimated restoration time is not yet known.',
  )
})

test('[AO-62] accounts that are disconnected, about to be, waiting to be reconnected or final billed report no outage', () => {
  for (const one of ['Disconnected', 'Pending Disconnect', 'Pending Reconnect', 'Final Billed'])
    expect(canReportOutage(one), one).toBe(false)
  for (const one of ['Current', 'Past Due', '']) expect(canReportOutage(one), one).toBe(true)
})
