import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { desk, newVisitor, unexpected } from './support/browser.ts'
import { focused, pressByKeyboard, tabTo, hasFocus } from './support/keyboard.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { takePictures } from './support/shots.ts'
import { signInByCall } from './support/sign-in-by-call.ts'
import { signInStaff } from './support/staff.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})
beforeEach(async () => portal.set({ ALLOW_PROFILE_DB_UPDATE: 'Y' }))

const pressed = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const number = (page: Page, place: number) =>
  page.getByRole('group', { name: `Phone ${place}` }).getByLabel('Phone number', { exact: true })
const listed = (page: Page) => page.getByRole('region', { name: 'Phone numbers' }).getByRole('listitem')

async function openProfile(page: Page, accountno: string): Promise<void> {
  await page.goto(portal.origin + paths.accountProfile({ accountno }))
  await page.getByText(`Account ${accountno}`, { exact: true }).waitFor()
  await page.getByRole('region', { name: 'Phone numbers' }).waitFor()
}

/** Saves the phones; whether to look at notifications is left for later. */
async function savePhone(page: Page, typed: string): Promise<void> {
  await pressed(page, 'Edit phone numbers')
  await number(page, 1).fill(typed)
  await pressed(page, 'Save')
  await page.getByRole('dialog').getByText('This phone number exists on more than one account').waitFor()
  await takePictures(page, 'account-profile-scope')
  await pressed(page, 'Only this account')
  const leaving = page.getByRole('dialog', { name: 'Notification settings' })
  const success = page.getByText('Your profile has been updated.')
  await leaving.or(success).first().waitFor()
  if (await leaving.isVisible()) {
    await takePictures(page, 'account-profile-leave')
    await leaving.getByRole('button', { name: 'Cancel', exact: true }).last().click()
  }
  await success.waitFor()
}

/** The accounts and numbers of the events that tell of phones, of accounts that begin so. */
async function phoneEvents(start: string): Promise<readonly string[]> {
  const lines = (await portal.coopline('events', 'list')).split('\n').filter((line) => line !== '')
  const events = lines.map(
    (line) =>
      JSON.parse(line) as {
        readonly accountNumber: string
        readonly kind: string
        readonly body: { readonly contactPhones: readonly { readonly phoneNumber: string }[] }
      },
  )
  return events
    .filter(({ accountNumber, kind }) => kind === 'profile.phones-changed' && accountNumber.startsWith(start))
    .map(({ accountNumber, body }) => `${accountNumber} ${body.contactPhones[0]?.phoneNumber}`)
}

describe('phones', () => {
  test('a phone changed for one account is saved and reported, and the other account keeps its own [PF-12, PF-57, HM-25]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await openProfile(page, '100100101')
    expect(new URL(page.url()).search).toBe('')
    await expect.poll(async () => listed(page).allInnerTexts()).toEqual([expect.stringContaining('(715) 555-4821')])
    await savePhone(page, '7155550199')
    await listed(page).getByText('(715) 555-0199').waitFor()
    await takePictures(page, 'account-profile-saved')
    await page.reload()
    await listed(page).getByText('(715) 555-0199').waitFor()
    await openProfile(page, '100100102')
    await listed(page).getByText('(715) 555-4821').waitFor()
    expect(await phoneEvents('1001001')).toEqual(['100100101 7155550199'])
    expect(unexpected(visitor)).toEqual([])
  })
})

describe('two windows open the same profile', () => {
  test('the second save is refused with a reason, and the first one stays', async () => {
    const { page, context } = await newVisitor()
    await signInByCall(page, portal.origin, 'henry.walsh')
    await openProfile(page, '100800101')
    const other = await context.newPage()
    await openProfile(other, '100800101')
    for (const [tab, name] of [
      [page, 'Harry'],
      [other, 'Hank'],
    ] as const) {
      await pressed(tab, 'Edit name')
      await tab.getByLabel('First name').fill(name)
      await pressed(tab, 'Save')
      await tab.getByText(/Your profile (?:has been updated|changed while you were editing)/u).waitFor()
    }
    await other.getByRole('alert').getByText('we did not save your change').waitFor()
    await takePictures(other, 'account-profile-meanwhile')
    await pressed(other, 'Cancel')
    await other.getByText('Harry', { exact: true }).waitFor()
    expect(await other.getByRole('region', { name: 'Name' }).innerText()).not.toContain('Hank')
  })
})

describe('a profile that waits for review', () => {
  test('says so, shows its three phones, and no block can be opened [PF-52]', async () => {
    await portal.set({ ALLOW_PROFILE_DB_UPDATE: 'N' })
    const { page } = await newVisitor()
    await signInByCall(page, portal.origin, 'zoe.carver')
    await openProfile(page, '102700101')
    await expect.poll(async () => listed(page).count()).toBe(3)
    await page.getByRole('status').getByText('Your profile changes are pending review.').waitFor()
    expect(await page.getByRole('button', { name: 'Edit name' }).getAttribute('aria-disabled')).toBe('true')
    expect(await pageFaults(page, 'account-profile-review')).toEqual([])
  })

  test('is listed for support in both languages, with the way to the member by keyboard', async () => {
    await portal.set({ ALLOW_PROFILE_DB_UPDATE: 'N' })
    const visitor = await newVisitor({ viewport: desk })
    const office = visitor.page
    // Before the change: the demo cooperative reviews it after 20 seconds.
    await signInStaff(office, portal.origin, 'demo.support')
    const { page } = await newVisitor()
    await signInByCall(page, portal.origin, 'henry.walsh')
    await openProfile(page, '100800101')
    await pressed(page, 'Edit name')
    await page.getByLabel('First name').fill('Hal')
    await pressed(page, 'Save')
    await page.getByRole('status').getByText('Your profile changes are pending review.').waitFor()

    const menu = office.getByRole('navigation', { name: 'Staff console' })
    await pressByKeyboard(office, menu.getByRole('link', { name: 'Profile changes' }))
    await office.getByRole('heading', { level: 1, name: 'Profile changes' }).waitFor()
    expect(new URL(office.url()).pathname).toBe(paths.staffProfileChanges())
    const row = office.getByRole('row').filter({ hasText: '100800101' })
    await row.getByText('Name', { exact: true }).waitFor()
    expect(await pageFaults(office, 'staff-profile-changes')).toEqual([])
    await pressByKeyboard(office, row.getByRole('link'))
    await office.getByRole('heading', { level: 1, name: 'Member' }).waitFor()
    expect(unexpected(visitor)).toEqual([])
  })
})

describe('accessibility', () => {
  test('a member changes the name by keyboard alone, and errors focus their field', async () => {
    const { page } = await newVisitor()
    await signInByCall(page, portal.origin, 'ben.ortega')
    await openProfile(page, '100200101')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Edit name' }))
    const first = page.getByLabel('First name')
    await expect.poll(() => hasFocus(first)).toBe(true)
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Please enter first name.').waitFor()
    await expect.poll(() => hasFocus(first)).toBe(true)
    await page.keyboard.type('Benjamin')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Save' }))
    await expect.poll(() => focused(page)).toContain('Your profile has been updated.')
    await page.getByText('Benjamin', { exact: true }).waitFor()
    await pressByKeyboard(page, page.getByRole('button', { name: 'Edit phone numbers' }))
    await page.keyboard.press('Tab')
    await tabTo(page, page.getByRole('button', { name: 'Cancel' }))
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Edit phone numbers')
  })

  test('axe finds nothing in the view and in each form with errors, light and dark, in both languages', async () => {
    const { page } = await newVisitor()
    await signInByCall(page, portal.origin, 'uma.fields')
    await page.goto(portal.origin + paths.accountProfile())
    await page.getByRole('heading', { level: 1, name: 'Account Profile' }).waitFor()
    await page.getByRole('button', { name: 'Edit name' }).waitFor()
    const found = [...(await pageFaults(page, 'account-profile'))]
    for (const form of ['Edit name', 'Edit address', 'Edit phone numbers']) {
      await pressed(page, form)
      await page.getByRole('button', { name: 'Save' }).waitFor()
      for (const box of await page.locator('form input:not([type="hidden"])').all()) await box.fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator('[data-ui="error-summary"]').waitFor()
      found.push(...(await pageFaults(page, `account-profile-${form}`)))
      await pressed(page, 'Cancel')
    }
    expect(found).toEqual([])
  })
})
