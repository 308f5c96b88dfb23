import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { desk, newVisitor, unexpected } from './support/browser.ts'
import { readMail } from './support/mailbox.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  await portal.set({
    serviceAccountTypes: [
      { id: 'RES', description: 'Residential' },
      { id: 'FARM', description: 'Farm' },
    ],
  })
  return portal.close
})

const choose = async (page: Page, label: string, text: string) => {
  await page.getByLabel(label).selectOption(text)
}

test('a visitor starts an application on a phone and finishes it on another device [HM-23, RT-31]', async () => {
  const first = await newVisitor()
  const { page } = first
  await page.goto(portal.origin + paths.home())
  await page.getByRole('link', { name: 'New Service' }).click()
  await page.getByRole('link', { name: 'Apply for Farm' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(paths.selectServiceType())
  expect(await pageFaults(page, 'select-service-type')).toEqual([])
  await page.getByRole('link', { name: 'Apply for Farm' }).click()
  await page.getByRole('heading', { name: 'About you' }).waitFor()
  expect(await page.getByLabel('Account type').inputValue()).toBe('FARM')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Please enter first name.' }).waitFor()
  expect(await pageFaults(page, 'application-problems')).toEqual([])
  await page.getByLabel('First name').fill('Noor')
  await page.getByLabel('Last name').fill('Haddad')
  await page.getByLabel('Phone number').fill('7155550177')
  await choose(page, 'How should we contact you?', 'Email')
  await page.getByLabel('Email address').fill('noor.haddad@example.org')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Where and when you need service' }).waitFor()
  await page.getByLabel('City').fill('Eau Claire')
  await page.getByRole('button', { name: 'Save and finish later' }).click()
  await page.getByText('Your application is saved.').waitFor()
  expect(await pageFaults(page, 'application-saved')).toEqual([])
  await page.getByRole('button', { name: 'Email me the link' }).click()
  await page.getByText('We emailed you the link.').waitFor()
  const mail = await readMail(first.context, portal.origin, /noor\.haddad@example\.org[\s\S]*token=/u)
  const link = /https?:\/\/\S+token=[\w-]{43}/u.exec(mail)?.[0] ?? ''
  expect(page.url().endsWith(new URL(link).search)).toBe(true)
  expect(unexpected(first)).toEqual([])

  const second = await newVisitor({ viewport: desk })
  await second.page.goto(link)
  await second.page.getByRole('heading', { name: 'Where and when you need service' }).waitFor()
  expect(await second.page.getByLabel('City').inputValue()).toBe('Eau Claire')
  await second.page.getByLabel('Street number').fill('12')
  await second.page.getByLabel('Street name').fill('Elm')
  await choose(second.page, 'State', 'WI')
  await second.page.getByLabel('Zip code').fill('547011234')
  const date = second.page.getByLabel('Start date')
  await date.fill((await date.getAttribute('max')) ?? '')
  await second.page.getByRole('button', { name: 'Continue' }).click()
  await second.page.getByRole('heading', { name: 'Review your application' }).waitFor()
  expect(await pageFaults(second.page, 'application-review')).toEqual([])
  await second.page.getByRole('button', { name: 'Submit application' }).click()
  await second.page.getByText('We received your application.').waitFor()
  expect(await pageFaults(second.page, 'application-done')).toEqual([])
  expect(unexpected(second)).toEqual([])

  await page.goto(link)
  await page.getByText('Received', { exact: true }).waitFor()
  expect(await page.getByText('Haddad').count()).toBe(0)
  expect(await pageFaults(page, 'application-status')).toEqual([])
})

test('the application shows every text in Spanish', async () => {
  const { page } = await newVisitor({ locale: 'es-US' })
  await page.goto(portal.origin + paths.applicationForService())
  await page.getByRole('heading', { name: 'Sus datos' }).waitFor()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('link', { name: 'Elija un tipo de cuenta.' }).waitFor()
  expect(await pageFaults(page, 'application-spanish')).toEqual([])
})
