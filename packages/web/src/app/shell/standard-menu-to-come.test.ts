import { expect, test } from 'vitest'
import { completeTable } from '../../test-support/complete-table.tsx'
import { everyFeature, fullMenu, hasPath, linksIn, type Viewer } from '../../test-support/menu-of.ts'

// Links to pages that the portal does not have yet.
const laterMenu = (changes: Viewer = {}) => fullMenu({ table: completeTable, ...changes })

test('My Account continues with My Profile and usage [SH-13, SH-14, SH-29]', () => {
  expect(linksIn(laterMenu(), 'My Account').slice(3, 7)).toEqual([
    'My Profile → /my-profile',
    'Usage → /usage-tracker',
    'Detailed Usage Analysis → /accountoverview?link=usageanalysis',
    'MyMeter → /accountoverview?link=mymeter',
  ])
})

test('My Account ends with notifications and Operation RoundUp [SH-27, SH-33]', () => {
  expect(linksIn(laterMenu(), 'My Account').slice(7)).toEqual([
    'Notifications → /manage-notifications',
    'Operation RoundUp → /operation-roundup',
  ])
})

test('the usage analysis waits for the usage page, to which the overview redirects [SH-14]', () => {
  const table = completeTable.filter(({ path }) => path !== '/usage-tracker')
  expect(linksIn(fullMenu({ table }), 'My Account').filter((link) => link.includes('usageanalysis'))).toEqual([])
})

test('the usage analysis has the label that the settings give [SH-14]', () => {
  const links = (changes: Viewer = {}) => linksIn(laterMenu(changes), 'My Account')
  expect(links()).toContain('Detailed Usage Analysis → /accountoverview?link=usageanalysis')
  expect(links({ configuration: { detailedUsageAnalysisLabel: 'Energy Insights' } })).toContain(
    'Energy Insights → /accountoverview?link=usageanalysis',
  )
  expect(links({ features: ['Outage'] }).join()).not.toContain('usageanalysis')
})

test.each([
  ['Usages', '/usage-tracker'],
  ['Usages', '/accountoverview?link=usageanalysis'],
  ['Autopay', '/billpayments/auto-pay'],
])('without the feature %s there is no link to %s', (feature, path) => {
  expect(hasPath(laterMenu({ configuration: { accountServiceEnabled: false } }), path)).toBe(true)
  const features = everyFeature.filter((name) => name !== feature)
  expect(hasPath(laterMenu({ features, configuration: { accountServiceEnabled: false } }), path)).toBe(false)
})
