import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { desk, newVisitor, phone, unexpected } from './support/browser.ts'
import { pressByKeyboard } from './support/keyboard.ts'
import { readCode, readMail } from './support/mailbox.ts'
import { inDialog, pageFaults } from './support/page-faults.ts'
import { payByCard } from './support/quick-payer.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { signInByCall } from './support/sign-in-by-call.ts'
import { signInStaff } from './support/staff.ts'

/** Harder to guess than that of the demo members. */
const password = 'Tamarack*Creek71'

let portal: PortalUnderTest
beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const openTab = async (page: Page) => page.goto(portal.origin + paths.myProfile({ tab: 'people' }))

/** Opens the dialog in which the member invites someone, and fills it in. */
async function fillInvitation(page: Page, email: string): Promise<void> {
  await openTab(page)
  await button(page, 'Invite someone').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Bookkeeper')
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByRole('checkbox').first().check()
}

/** @returns the address of the link in the mail. */
async function sendInvitation(page: Page, email: string): Promise<string> {
  await pressByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Send invitation', exact: true }))
  await page.getByRole('rowheader', { name: email }).waitFor()
  const mail = await readMail(portal.origin, new RegExp(`${email}[\\s\\S]*accept-access\\?token=`, 'u'))
  return /https?:\/\/\S+\/accept-access\?token=[\w-]{32}/u.exec(mail)?.[0] ?? ''
}

/** The member lets the person pay, or takes that back. */
async function changeRights(page: Page, open: string, confirm: string, done: string): Promise<void> {
  await button(page, open).click()
  await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click()
  await page.getByText(done).first().waitFor()
}

test('a member invites a bookkeeper without a login, who sees and pays the account until the member ends it', async () => {
  const email = 'bookkeeper@example.org'
  const [owner, guest] = [await newVisitor({ viewport: desk }), await newVisitor({ viewport: phone })]
  await signInByCall(owner.page, portal.origin, 'ada.lindqvist')
  await fillInvitation(owner.page, email)
  // The whole card is its label and takes the press.
  await owner.page.getByRole('radio', { name: /^See and pay/u }).check({ force: true })
  expect(await pageFaults(owner.page, 'shared-access-invite', inDialog)).toEqual([])
  const link = await sendInvitation(owner.page, email)
  expect(await pageFaults(owner.page, 'shared-access-people')).toEqual([])

  const { page } = guest
  await page.goto(link)
  await button(page, 'Send code').waitFor()
  expect(await page.locator('main').innerText()).not.toContain('bookkeeper')
  expect(await pageFaults(page, 'shared-access-invitation')).toEqual([])
  await button(page, 'Send code').click()
  await page.getByLabel('Verification code', { exact: true }).fill(await readCode(portal.origin, email))
  await page.getByLabel('Username', { exact: true }).fill('book.keeper')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  expect(await pageFaults(page, 'shared-access-register')).toEqual([])
  await button(page, 'Create login and accept').click()
  await page.getByRole('main').getByRole('link', { name: 'Sign In', exact: true }).click()
  await page.getByLabel('Username', { exact: true }).fill('book.keeper')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.waitForURL(`**${paths.sharedWithMe()}`)
  await page.getByRole('rowheader').first().waitFor()
  expect(await pageFaults(page, 'shared-access-with-me')).toEqual([])

  await page.getByRole('rowheader').first().getByRole('link').click()
  await page.waitForURL(`**${paths.sharedAccount()}?**`)
  const bill = page.getByRole('button', { name: 'View bill of' }).first()
  await bill.waitFor()
  expect(await pageFaults(page, 'shared-access-account')).toEqual([])
  await pressByKeyboard(page, bill)
  await page.getByRole('dialog').getByRole('rowheader').first().waitFor()
  expect(await pageFaults(page, 'shared-access-bill', inDialog)).toEqual([])
  await page.keyboard.press('Escape')
  // Every other page of members leads back.
  await page.goto(portal.origin + paths.accountOverview())
  await page.waitForURL(`**${paths.sharedWithMe()}`)
  await page.goto(portal.origin + paths.accountProfile())
  await page.waitForURL(`**${paths.sharedWithMe()}`)
  await page.goto(portal.origin + paths.myProfile())
  await page.getByRole('tab').first().waitFor()
  await page.goto(portal.origin + paths.sharedWithMe())
  await page.getByRole('rowheader').first().getByRole('link').click()
  await bill.waitFor()

  const shared = page.url()
  await pressByKeyboard(page, button(page, 'Pay'))
  await page.getByRole('heading', { level: 2, name: 'Pay this account' }).waitFor()
  await button(page, 'Pay').waitFor()
  expect(await pageFaults(page, 'shared-access-pay')).toEqual([])
  await page.locator('main input[inputmode="decimal"]').fill('12.34')
  await button(page, 'Pay').click()
  await page.waitForURL(`${portal.providerOrigin}/pay/**`)
  await payByCard(page)
  await page.getByRole('heading', { level: 1, name: 'Your payment was successfully processed' }).waitFor()
  await page.getByText('$12.34').first().waitFor()
  expect(new URL(page.url()).searchParams.get('encodedParam')).toBe(null)
  expect(await pageFaults(page, 'shared-access-paid')).toEqual([])
  await page.getByRole('link', { name: 'Done', exact: true }).click()
  await page.waitForURL(`**${paths.sharedWithMe()}`)
  const paidMail = new RegExp(`A payment was made on your account[\\s\\S]*${email} paid \\$12\\.34`, 'u')
  await readMail(portal.origin, paidMail)

  await openTab(owner.page)
  await owner.page.getByText('Has access').waitFor()
  await button(owner.page, 'Activity of Bookkeeper').click()
  await owner.page.getByRole('dialog').getByRole('table', { name: 'Payments' }).getByText('$12.34').waitFor()
  expect(await pageFaults(owner.page, 'shared-access-activity', inDialog)).toEqual([])
  await owner.page.keyboard.press('Escape')
  await changeRights(
    owner.page,
    'Stop payments by Bookkeeper',
    'Stop payments',
    'Bookkeeper can no longer pay your accounts.',
  )
  await page.goto(shared)
  await bill.waitFor()
  expect(await button(page, 'Pay').count()).toBe(0)
  await changeRights(
    owner.page,
    'Allow payments by Bookkeeper',
    'Allow payments',
    'Bookkeeper can now pay your accounts.',
  )
  expect(await pageFaults(owner.page, 'shared-access-allowed')).toEqual([])
  await page.reload()
  await button(page, 'Pay').waitFor()

  await button(owner.page, 'End access for Bookkeeper').click()
  await owner.page.getByRole('dialog').getByRole('button', { name: 'End access', exact: true }).click()
  await owner.page.getByText('Bookkeeper can no longer see your accounts.').first().waitFor()

  await page.reload()
  await page.getByText('You cannot see this account').waitFor()
  expect(await pageFaults(page, 'shared-access-gone')).toEqual([])
  const late = await newVisitor()
  await late.page.goto(link)
  await late.page.getByRole('alert').waitFor()
  expect(await button(late.page, 'Send code').count()).toBe(0)
  expect(unexpected(owner)).toEqual([])
})

test('a member with a login of their own accepts after signing in, until staff end the access', async () => {
  const [owner, guest] = [await newVisitor({ viewport: desk }), await newVisitor({ viewport: desk })]
  await signInByCall(owner.page, portal.origin, 'henry.walsh')
  const email = 'neighbor@example.org'
  await fillInvitation(owner.page, email)
  const link = await sendInvitation(owner.page, email)
  const { page } = guest
  await signInByCall(page, portal.origin, 'luis.romero')
  await page.goto(link)
  await button(page, 'Send code').click()
  await page.getByLabel('Verification code', { exact: true }).fill('000000')
  await button(page, 'Accept access').click()
  await page.getByText('This code is not right or has expired.', { exact: false }).first().waitFor()
  await page.getByLabel('Verification code', { exact: true }).fill(await readCode(portal.origin, email))
  await button(page, 'Accept access').click()
  await page.waitForURL(`**${paths.sharedWithMe()}?accepted=true`)
  await page.getByText('You can now see these accounts.').waitFor()
  expect(await pageFaults(page, 'shared-access-accepted')).toEqual([])
  expect(paths.acceptAccess()).toBe(new URL(link).pathname)

  const staff = await newVisitor({ viewport: desk })
  await signInStaff(staff.page, portal.origin, 'demo.support')
  await staff.page.getByLabel('Name, account, phone').fill('henry walsh')
  await staff.page.getByRole('button', { name: 'Search' }).click()
  await staff.page.getByRole('link', { name: 'Henry Walsh' }).click()
  await button(staff.page, 'End the access of Bookkeeper').first().waitFor()
  expect(await pageFaults(staff.page, 'staff-people')).toEqual([])
  const row = staff.page.getByRole('row').filter({ hasText: email })
  await row.getByRole('button').click()
  await staff.page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
  await staff.page.getByText('The access has ended.').waitFor()
  await row.getByText('Ended').waitFor()
  await page.reload()
  await page.getByText('No accounts are shared with you.').waitFor()
  expect(unexpected(staff)).toEqual([])
})
