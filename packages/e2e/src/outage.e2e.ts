import { paths } from '@coopline/contract/paths'
import { beforeAll, expect, test } from 'vitest'
import { desk, newVisitor, unexpected } from './support/browser.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

test('a member looks at past outages and reports one', async () => {
  const visitor = await newVisitor({ viewport: desk })
  const { page } = visitor
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.outageStatus())
  await page.getByText('There are no active outages at this location.').waitFor()
  expect(await pageFaults(page, 'outage-status')).toEqual([])
  await page.getByRole('tab', { name: 'Outage History' }).click()
  await page.getByRole('rowheader').first().waitFor()
  await expect.poll(async () => page.getByRole('rowheader').count()).toBe(2)
  expect(await pageFaults(page, 'outage-history')).toEqual([])
  await page.getByRole('tab', { name: 'Report an Outage' }).click()
  await page.getByLabel('What is the problem?').selectOption('The power is out')
  expect(await pageFaults(page, 'outage-report')).toEqual([])
  await page.getByRole('button', { name: 'Report outage' }).click()
  await page.getByText('We received your outage report.').waitFor()
  await page.getByText('You reported an outage at').waitFor()
  expect(unexpected(visitor)).toEqual([])
})

test('members with an active outage see the estimate, or that there is no estimate, and cannot report again', async () => {
  const { page } = await newVisitor()
  for (const [member, text] of [
    ['quinn.murphy', 'Power should be back by'],
    ['rosa.delgado', /We do not know yet|Aún no sabemos/u],
  ] as const) {
    await signInByCall(page, portal.origin, member)
    await page.goto(portal.origin + paths.outageStatus())
    await page.getByText(text).waitFor()
    await expect.poll(async () => page.getByRole('tab').count()).toBe(2)
  }
  expect(await pageFaults(page, 'outage-active')).toEqual([])
})

test('a final-billed account cannot report an outage', async () => {
  const { page } = await newVisitor()
  await signInByCall(page, portal.origin, 'karin.holm')
  await page.goto(portal.origin + paths.outageStatus())
  await page.getByRole('tab', { name: 'Outage History' }).waitFor()
  expect(await page.getByRole('tab', { name: 'Report an Outage' }).count()).toBe(0)
})
