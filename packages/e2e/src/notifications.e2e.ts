import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newVisitor, unexpected } from './support/browser.ts'
import { readCode, readMail } from './support/mailbox.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { goToProvider, payByCard, readConfirmation } from './support/quick-payer.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const ada = { number: '100100101', phone: '4821' }
const pressed = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

async function openNotifications(page: Page): Promise<void> {
  await page.goto(portal.origin + paths.manageNotifications())
  await page.getByRole('heading', { name: 'Online account security' }).waitFor()
}

test('a member verifies a phone, turns texts on, gets a payment notice, and unsubscribes with one click', async () => {
  const visitor = await newVisitor()
  const { page } = visitor
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await openNotifications(page)

  await pressed(page, 'Add a contact')
  await page.getByLabel('Mobile number').fill('7155550123')
  await pressed(page, 'Send code')
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
  await page.getByLabel('Code', { exact: true }).fill(await readCode(portal.origin, '7155550123'))
  await pressed(page, 'Verify')
  await page.getByText('(715) 555-0123 is verified.').waitFor()

  await box(page, 'Bill ready: Text').check()
  await box(page, 'Payment received: Text').check()
  await pressed(page, 'Save')
  await page.getByText('Your choices have been saved.').waitFor()
  await openNotifications(page)
  expect(await box(page, 'Bill ready: Text').isChecked()).toBe(true)
  expect(await box(page, 'Due soon: Text').isChecked()).toBe(false)

  const payer = await newVisitor()
  await goToProvider(payer.page, portal, ada)
  await payByCard(payer.page)
  await readConfirmation(payer.page)
  const mail = await readMail(portal.origin, /We received your payment of \$10\.\d\d[\s\S]*Stop these emails/u)
  expect(mail).toContain('Account ending in 0101')
  await readMail(portal.origin, /Text message to 7155550123[\s\S]*Reply STOP PAYMENT/u)

  const link = /https?:\/\/\S+\/unsubscribe\?token=\S+/u.exec(mail)?.[0] ?? ''
  const click = async () =>
    payer.context.request.post(link, { form: { 'List-Unsubscribe': 'One-Click' }, headers: { origin: 'null' } })
  expect((await click()).status()).toBe(200)
  expect((await click()).status()).toBe(200)
  await openNotifications(page)
  expect(await box(page, 'Payment received: Email').isChecked()).toBe(false)
  expect(await box(page, 'Payment failed: Email').isChecked()).toBe(true)

  await payer.page.goto(link)
  await payer.page.getByText('You will no longer get “Payment received” emails').waitFor()
  expect([...unexpected(visitor), ...unexpected(payer)]).toEqual([])
})

test('axe finds nothing on the pages and dialogs of notifications, in both languages', async () => {
  const { page } = await newVisitor()
  const found: string[] = []
  const look = async (state: string, within?: string) =>
    found.push(...(await pageFaults(page, `notifications-${state}`, within === undefined ? {} : { within })))
  const dialog = 'dialog[open]'
  await signInByCall(page, portal.origin, 'ben.ortega')
  await page.goto(portal.origin + paths.manageNotifications())
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
  await look('no-phone')
  await pressed(page, 'Add a contact')
  await pressed(page, 'Send code')
  await look('add', dialog)
  await page.getByLabel('Mobile number').fill('7155550124')
  await pressed(page, 'Send code')
  await page.getByLabel('Code', { exact: true }).waitFor()
  await look('code', dialog)
  await page.getByLabel('Code', { exact: true }).fill(await readCode(portal.origin, '7155550124'))
  await page.getByLabel('Code', { exact: true }).press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('checkbox').nth(1).waitFor()
  await look('with-phone')
  await page.goto(portal.origin + paths.manageContacts())
  await page.getByRole('button', { name: 'Add a contact', exact: true }).waitFor()
  await look('contacts')
  await page.goto(portal.origin + paths.unsubscribe({ token: 'nothing' }))
  await page.getByRole('alert').waitFor()
  await look('unsubscribe')
  expect(found).toEqual([])
})
