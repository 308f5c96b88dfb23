import { paths } from '@coopline/contract/paths'
import { beforeAll, expect, test } from 'vitest'
import { desk, newVisitor, unexpected } from './support/browser.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { takePictures } from './support/shots.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

const waterAccount = '?accountno=100100102'
let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

test('a member follows the link on the overview, sends a reading and confirms a lower one [AO-29]', async () => {
  const visitor = await newVisitor({ viewport: desk })
  const { page } = visitor
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.accountOverview() + waterAccount)
  await page.getByRole('link', { name: 'Enter a meter reading' }).click()
  await page.getByRole('heading', { name: 'Meter Reading' }).waitFor()
  await page.getByText('You have not sent a reading yet.').waitFor()
  expect(await pageFaults(page, 'meter-reading')).toEqual([])
  await page.getByRole('button', { name: 'Send reading' }).click()
  expect(await page.getByRole('textbox', { name: /^Reading/u }).getAttribute('aria-invalid')).toBe('true')
  const date = page.getByLabel('Date you read the meter')
  await date.fill((await date.getAttribute('min')) ?? '')
  await page.getByRole('textbox', { name: /^Reading/u }).fill('004512')
  await page.getByRole('textbox', { name: /^Reading/u }).press('Enter')
  await page.getByText('We received your reading: 4,512').waitFor()
  await page.getByRole('textbox', { name: /^Reading/u }).fill('4511')
  await page.getByRole('button', { name: 'Send reading' }).dblclick()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('lower than the last one we have: 4,512').waitFor()
  expect(await pageFaults(page, 'meter-reading-question')).toEqual([])
  await takePictures(page, 'meter-reading-question')
  await dialog.getByRole('button', { name: 'Yes, send it' }).click()
  await page.getByText('We received your reading: 4,511').waitFor()
  await page.getByRole('cell', { name: '4,511 Gallons' }).waitFor()
  await takePictures(page, 'meter-reading-sent')
  const rows = page.getByRole('row')
  expect(await rows.nth(1).innerText()).toContain('4,511')
  expect(await rows.count()).toBe(3)
  expect(unexpected(visitor)).toEqual([])
})

test('the page is complete on a phone in Spanish', async () => {
  const { page } = await newVisitor({ locale: 'es-US' })
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.meterReading() + waterAccount)
  await page.getByRole('button', { name: 'Enviar la lectura' }).waitFor()
  expect(await pageFaults(page, 'meter-reading-spanish')).toEqual([])
  await takePictures(page, 'meter-reading-spanish')
})
