import { paths } from '@coopline/contract/paths'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { desk, newVisitor, phone, unexpected } from './support/browser.ts'
import { hasFocus, pressByKeyboard, tabTo } from './support/keyboard.ts'
import { readCode, readMail } from './support/mailbox.ts'
import { inDialog, pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { signInByCall } from './support/sign-in-by-call.ts'
import { signInStaff } from './support/staff.ts'

let portal: PortalUnderTest
beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const refusal = 'You are viewing the portal as a member. Nothing can be changed here.'

/** Asks for the portal as Ada in a tab of its own, by keyboard, with a reason. */
async function askForView(page: Page, words: { readonly link: string; readonly reason: string }) {
  const opening = page.context().waitForEvent('page')
  await pressByKeyboard(page, page.getByRole('link', { name: words.link }))
  const view = await opening
  expect(view.url()).toContain(paths.staffPortalView({ number: '10001' }))
  await tabTo(view, view.getByLabel(words.reason))
  await view.keyboard.type('Asked about the bill of May')
  return view
}

/** Calls a path with the page's own token and returns the HTTP status. */
const callByHand = (page: Page, path: string, method: string): Promise<number> =>
  page.evaluate(
    async ({ address, how }) => {
      const { accessToken } = JSON.parse(sessionStorage.getItem('staff_portalView') ?? '{}') as { accessToken: string }
      const headers = { authorization: `Bearer ${accessToken}`, applicationid: 'Web' }
      return (await fetch(address, { method: how, headers })).status
    },
    { address: `/api${path}`, how: method },
  )

/** The banner's place after scrolling to the end of the page: at the top, with room for the page below it. */
async function expectInSight(page: Page, banner: Locator) {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(async () => page.evaluate(() => window.scrollY)).toBeGreaterThan(200)
  const box = await banner.boundingBox()
  expect(box?.y).toBe(0)
  expect(box?.height).toBeLessThan((page.viewportSize()?.height ?? 0) / 4)
}

describe('the portal as staff see it for a member', () => {
  test('support gives a reason, sees the overview, changes nothing, ends the view by keyboard, and the member reads the reason', async () => {
    const visitor = await newVisitor({ viewport: desk })
    const { page } = visitor
    // The person at the desk is a member, too, and signed in to their own account in the same browser.
    await signInByCall(page, portal.origin, 'ben.ortega')
    await signInStaff(page, portal.origin, 'demo.support')
    await page.goto(portal.origin + paths.staffMember({ number: '10001' }))
    const view = await askForView(page, { link: 'See the portal', reason: 'Reason' })
    expect(await pageFaults(view, 'portal-view-reason')).toEqual([])
    await pressByKeyboard(view, view.getByRole('button', { name: 'Open the view' }))
    await view.getByRole('heading', { level: 1, name: 'Account Overview' }).waitFor()
    const banner = view.getByRole('region', { name: 'Member view' })
    await banner.getByText('You are seeing the portal as Ada Lindqvist.').waitFor()
    await view.getByText('6041 Lowes Creek Road').first().waitFor()
    expect(await pageFaults(view, 'portal-view-overview')).toEqual([])
    await expectInSight(view, banner)

    await view.goto(portal.origin + paths.myProfile({ tab: 'security' }))
    await view.getByRole('button', { name: 'Sign out everywhere' }).click()
    const dialog = view.getByRole('dialog', { name: 'Sign out everywhere?' })
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
    await dialog.getByText(refusal).waitFor()
    expect(await pageFaults(view, 'portal-view-refused', inDialog)).toEqual([])
    await view.keyboard.press('Escape')
    await banner.waitFor()
    expect(await callByHand(view, '/v3/members/10001/accounts', 'GET')).toBe(200)
    expect(await callByHand(view, '/v3/members/10001/calendar', 'DELETE')).toBe(403)
    expect(await callByHand(view, '/v3/members/10002/accounts', 'GET')).toBe(404)

    // Another tab is the person's own, as before.
    const own = await visitor.context.newPage()
    await own.goto(portal.origin + paths.accountOverview())
    await own.getByText('100200101').first().waitFor()
    expect(await own.getByRole('region', { name: 'Member view' }).count()).toBe(0)

    await pressByKeyboard(view, banner.getByRole('button', { name: 'End the view' }))
    await view.getByRole('heading', { name: 'Ada Lindqvist' }).waitFor()
    expect(new URL(view.url()).pathname).toBe(paths.staffMember())
    expect(await view.evaluate(() => sessionStorage.getItem('staff_portalView'))).toBeNull()
    await view.goBack()
    await own.reload()
    await own.getByText('100200101').first().waitFor()
    expect(unexpected(visitor)).toEqual([])

    const ada = await newVisitor()
    await signInByCall(ada.page, portal.origin, 'ada.lindqvist')
    await ada.page.goto(portal.origin + paths.myProfile({ tab: 'security' }))
    await ada.page.getByText('Our staff viewed the portal as you see it. Reason: Asked about the bill of May').waitFor()
  })

  test('billing opens it in Spanish on a phone, and signing out of the console closes it', async () => {
    const visitor = await newVisitor({ locale: 'es-US', viewport: phone })
    const { page } = visitor
    await signInStaff(page, portal.origin, 'demo.billing')
    await page.goto(portal.origin + paths.staffMember({ number: '10001' }))
    const view = await askForView(page, { link: 'Ver el portal', reason: 'Motivo' })
    await pressByKeyboard(view, view.getByRole('button', { name: 'Abrir la vista' }))
    await view.getByRole('heading', { level: 1, name: 'Resumen de la cuenta' }).waitFor()
    await view.getByText('Está viendo el portal como lo ve Ada Lindqvist.').waitFor()
    await expectInSight(view, view.getByRole('region', { name: 'Vista del miembro' }))

    // Without its banner the tab shows no portal.
    const banner = '**/assets/portal-view-banner-*.js'
    await view.route(banner, async (route) => route.abort())
    await view.reload()
    await view.getByText('La página no se cargó por completo.').waitFor()
    expect(await view.getByText('Ada Lindqvist').count()).toBe(0)
    await view.unroute(banner)
    await view.reload()
    await view.getByText('Está viendo el portal como lo ve Ada Lindqvist.').waitFor()

    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await view.getByRole('heading', { level: 1, name: 'Acceso del personal' }).waitFor()
    expect(await view.getByText('Ada Lindqvist').count()).toBe(0)
    expect(unexpected(visitor)).toEqual([])
  })
})

/** The member invites a bookkeeper. @returns the address of the link in the mail. */
async function invite(page: Page, email: string): Promise<string> {
  await page.goto(portal.origin + paths.myProfile({ tab: 'people' }))
  await page.getByRole('button', { name: 'Invite someone', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Bookkeeper')
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('button', { name: 'Send invitation', exact: true }).click()
  await page.getByRole('rowheader', { name: email }).waitFor()
  return readLink(email)
}

async function readLink(email: string): Promise<string> {
  const mail = await readMail(portal.origin, new RegExp(`${email}[\\s\\S]*accept-access\\?token=`, 'u'))
  return /https?:\/\/\S+\/accept-access\?token=[\w-]{32}/u.exec(mail)?.[0] ?? ''
}

/** The member asks for a code to a new phone. The dialog for the code stays open. @returns the code. */
async function addPhone(page: Page, digits: string): Promise<string> {
  await page.goto(portal.origin + paths.manageContacts())
  await page.getByRole('button', { name: 'Add a contact', exact: true }).click()
  await page.getByLabel('Mobile number').fill(digits)
  await page.getByRole('button', { name: 'Send code', exact: true }).click()
  await page.getByLabel('Code', { exact: true }).waitFor()
  return readCode(portal.origin, digits)
}

test('staff have a code and an invitation sent again by keyboard, and the member uses the new ones', async () => {
  const digits = '7155550131'
  const email = 'books@example.org'
  const member = await newVisitor({ viewport: desk })
  await signInByCall(member.page, portal.origin, 'ada.lindqvist')
  const formerLink = await invite(member.page, email)
  const formerCode = await addPhone(member.page, digits)

  const visitor = await newVisitor({ viewport: desk })
  const { page } = visitor
  await signInStaff(page, portal.origin, 'demo.admin')
  await page.goto(portal.origin + paths.staffMember({ number: '10001' }))
  const button = page.getByRole('button', { name: /^Resend code to/u })
  await button.waitFor()
  expect(await pageFaults(page, 'staff-resend-member')).toEqual([])
  await pressByKeyboard(page, button)
  const dialog = page.getByRole('dialog', { name: 'Send a new code?' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(button)).toBe(true)
  await pressByKeyboard(page, button)
  expect(await pageFaults(page, 'staff-resend-code', inDialog)).toEqual([])
  await pressByKeyboard(page, dialog.getByRole('button', { name: 'Resend code', exact: true }))
  await page.getByText('The new code is on its way.').waitFor()
  expect(await pageFaults(page, 'staff-resend-done')).toEqual([])

  const newest = async () => readCode(portal.origin, digits)
  await expect.poll(newest).not.toBe(formerCode)
  await member.page.getByLabel('Code', { exact: true }).fill(await newest())
  await member.page.getByLabel('Code', { exact: true }).press('Enter')
  await member.page.getByText('is verified.').waitFor()

  const again = page.getByRole('button', { name: 'Resend invitation to Bookkeeper' })
  const question = page.getByRole('dialog', { name: 'Send this invitation again?' })
  const resendInvitation = async () =>
    pressByKeyboard(page, question.getByRole('button', { name: 'Resend invitation', exact: true }))
  await pressByKeyboard(page, again)
  expect(await pageFaults(page, 'staff-resend-invitation', inDialog)).toEqual([])
  await resendInvitation()
  await page.getByText('The invitation is on its way.').waitFor()
  await pressByKeyboard(page, again)
  await resendInvitation()
  await page.getByText('The invitation is on its way.').waitFor()
  await expect.poll(async () => readLink(email)).not.toBe(formerLink)
  expect(unexpected(visitor)).toEqual([])

  // An address gets three invitations a day. The first was the member's.
  await pressByKeyboard(page, again)
  await resendInvitation()
  await question.getByText(/^Nothing was sent: .*You can try again on/u).waitFor()
  expect(await pageFaults(page, 'staff-resend-limit', inDialog)).toEqual([])

  await member.page.goto(portal.origin + paths.myProfile({ tab: 'security' }))
  await member.page.getByText('Our staff sent a new code to a contact that you have not verified').waitFor()
  await member.page.getByText('Our staff resent one of your invitations').first().waitFor()
})
