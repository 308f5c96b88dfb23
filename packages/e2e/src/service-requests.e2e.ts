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

test('a member moves out and sees the request at the top of the list', async () => {
  await portal.set({ DISC_SO_REQUIRE_FORWARDING_ADDR: 'Y' })
  const visitor = await newVisitor({ viewport: desk })
  const { page } = visitor
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.serviceRequests())
  await page.getByLabel('Service type').selectOption('Stop service')
  await page.getByRole('button', { name: 'Add forwarding address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Street Name is required.').waitFor()
  expect(await pageFaults(page, 'forwarding-address')).toEqual([])
  await dialog.getByLabel('Street number').fill('12')
  await dialog.getByLabel('Street name').fill('Elm')
  await dialog.getByLabel('City').fill('Eau Claire')
  await dialog.getByLabel('State').selectOption('WI')
  await dialog.getByLabel('Zip code').fill('547011234')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Eau Claire, WI 54701-1234').waitFor()
  await page.getByLabel('Phone number', { exact: true }).fill('7155550100')
  const date = page.getByLabel('Requested completion date')
  await date.fill((await date.getAttribute('min')) ?? '')
  expect(await pageFaults(page, 'service-request')).toEqual([])
  await page.getByRole('button', { name: 'Submit request' }).click()
  await page.getByText('We received your request.').waitFor()
  const first = page.getByRole('row').nth(1)
  await first.getByText('Received').waitFor()
  expect(await first.innerText()).toContain('Stop service')
  expect(unexpected(visitor)).toEqual([])
})

test('the page is complete in Spanish', async () => {
  const { page } = await newVisitor({ locale: 'es-US' })
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.serviceRequests())
  await page.getByRole('heading', { name: 'Solicitudes de servicio' }).waitFor()
  await page.getByRole('columnheader', { name: 'Estado de la revisión' }).waitFor()
  expect(await pageFaults(page, 'service-requests-spanish')).toEqual([])
})
