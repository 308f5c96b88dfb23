import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSite, type SiteChanges } from '../test-support/a-site.ts'
import { completeTable } from '../test-support/complete-table.tsx'
import { openOverview } from '../test-support/open-overview.tsx'
import { renderPortal } from '../test-support/render-portal.tsx'

// Each of these needs a page that the portal does not have yet. It moves to the tests of that page as soon as there is one.

const openHome = (changes: SiteChanges = {}) => renderPortal({ table: completeTable, site: aSite(changes) })
const cardAddress = (name: string) =>
  within(screen.getByRole('main')).queryByRole('link', { name })?.getAttribute('href')

test('usageanalysis redirects to the usage page [AO-04, RU-39]', async () => {
  const { address } = await openOverview({ path: '/accountoverview?link=usageanalysis', visits: ['/usage-tracker'] })
  expect(await screen.findByRole('heading', { name: 'Usage Tracker' })).toBeDefined()
  expect(address()).toBe('/usage-tracker')
})

test('with account types, New Service leads to the choice of one [HM-09, HM-23]', async () => {
  await openHome({ features: ['ApplicationForService'], serviceAccountTypes: [{ id: '1', description: 'Farm' }] })
  expect(cardAddress('New Service')).toBe('/service-type/select-service-type')
})

test('without account types, Application For Service leads to the application [HM-10, HM-23]', async () => {
  await openHome({ features: ['ApplicationForService'] })
  expect(cardAddress('Application For Service')).toBe('/service-type/application-for-service')
})

test('the application for service is not offered when its feature is off', async () => {
  await openHome({})
  expect(cardAddress('New Service') ?? cardAddress('Application For Service')).toBeUndefined()
})
