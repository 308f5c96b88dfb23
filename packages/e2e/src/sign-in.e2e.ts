import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeFindings, newVisitor, unexpected } from './support/browser.ts'
import { demoPassword, giveCredentials, onOverview, signOut, storedUser } from './support/member.ts'
import { axeFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const pathOf = (page: Page) => new URL(page.url()).pathname

/** Returns the stored keys and the cookies that scripts of the portal can read. */
const readable = (page: Page) =>
  page.evaluate(() => ({
    local: Object.keys(localStorage),
    tab: Object.keys(sessionStorage),
    cookies: document.cookie,
  }))

describe('signing in', () => {
  test('a wrong password and an unknown user get the same answer; the right ones lead to the overview with its accounts', async () => {
    const visitor = await newVisitor()
    const { page, context } = visitor
    await page.goto(portal.origin + paths.login())
    await page.getByLabel('Username').waitFor()
    expect(await axeFaults(page, 'login')).toEqual([])
    for (const [username, password] of [
      ['ada.lindqvist', 'Prairie!2025'],
      ['nobody.at.all', demoPassword],
    ] as const) {
      await giveCredentials(page, username, password)
      await page.getByRole('alert').getByText('The username or password does not match our records.').waitFor()
      expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
      expect(await storedUser(page)).toBeNull()
      await page.reload()
    }
    await giveCredentials(page, 'ada.lindqvist')
    await onOverview(page)
    expect(pathOf(page)).toBe('/accountoverview')
    await page.getByText('100100101').first().waitFor()
    await page.getByText('100100102').first().waitFor()
    expect(await storedUser(page)).toEqual({
      accessToken: expect.any(String),
      memberNumber: '10001',
      memberMfaEnabled: false,
    })
    const cookie = (await context.cookies()).find(({ name }) => name === 'portal_fp')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
    expect(await page.evaluate(() => document.cookie)).not.toContain('portal_fp')
    expect(unexpected(visitor)).toEqual([])
  })
})

describe('a session', () => {
  test('a token copied into another browser gets 401 and ends the session that it was copied from [SEC-23]', async () => {
    const victim = await newVisitor()
    await signInByCall(victim.page, portal.origin, 'ada.lindqvist')
    await victim.page.goto(portal.origin + paths.accountOverview())
    await onOverview(victim.page)
    const stored = JSON.stringify(await storedUser(victim.page))

    const thief = await newVisitor()
    await thief.context.addInitScript((text) => {
      if (sessionStorage.getItem('planted') !== null) return
      sessionStorage.setItem('planted', 'yes')
      localStorage.setItem('mcp_currentUser', text)
    }, stored)
    const refused = thief.page.waitForResponse((response) => response.url().includes('/api/v3/members/10001/'))
    await thief.page.goto(portal.origin + paths.accountOverview())
    expect((await refused).status()).toBe(401)
    await thief.page.waitForURL((url) => url.pathname === paths.login())
    expect(await storedUser(thief.page)).toBeNull()
    expect(await thief.page.getByText('100100101').count()).toBe(0)

    await victim.page.reload()
    await victim.page.waitForURL((url) => url.pathname === paths.login())
    expect(await storedUser(victim.page)).toBeNull()
    await giveCredentials(victim.page, 'ada.lindqvist')
    await onOverview(victim.page)
    await victim.page.goto(`${portal.origin}${paths.myProfile()}?tab=security`)
    await victim.page.getByText('Session ended: possible unauthorized use').waitFor()
  })

  test("signing out removes the member's data from every tab and revokes the token [SEC-26]", async () => {
    const { page, context } = await newVisitor()
    await signInByCall(page, portal.origin, 'elena.petrov')
    await page.goto(portal.origin + paths.accountOverview())
    await onOverview(page)
    await page.evaluate(() => {
      localStorage.setItem('mcp_announcementClosed', 'closed-1')
      localStorage.setItem('mcp_quickPayToken', 'left-behind')
      sessionStorage.setItem('draft', 'left-behind')
    })
    const { accessToken } = (await storedUser(page)) as { readonly accessToken: string }
    const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const other = await context.newPage()
    await other.goto(portal.origin + paths.accountOverview())
    await onOverview(other)

    await signOut(page)
    const { local, tab, cookies: ownCookies } = await readable(page)
    expect(local.filter((key) => !['mcp_language', 'mcp_theme'].includes(key))).toEqual(['mcp_announcementClosed'])
    expect(tab).toEqual([])
    expect(ownCookies).not.toContain('left-behind')
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('portal_fp')
    await other.getByRole('button', { name: 'Sign Out', exact: true }).waitFor({ state: 'detached' })
    expect(await other.getByText('100500101').count()).toBe(0)

    const again = await fetch(`${portal.origin}/api/v3/members/10005/accounts`, {
      headers: { authorization: `Bearer ${accessToken}`, cookie: cookies },
    })
    expect(again.status).toBe(401)
  })

  test('the back button after signing out shows nothing of the member [SEC-29]', async () => {
    const { page } = await newVisitor()
    await signInByCall(page, portal.origin, 'farid.haddad')
    await page.goto(portal.origin + paths.accountOverview())
    await page.getByText('100600101').first().waitFor()
    await page.goto(portal.origin + paths.paymentOptions())
    await page.getByRole('heading', { level: 1, name: 'Payment Options' }).waitFor()
    await signOut(page)
    for (let steps = 0; steps < 3; steps += 1) {
      await page.goBack()
      await page.waitForLoadState('load')
      await expect.poll(() => page.getByRole('button', { name: 'Sign Out', exact: true }).count()).toBe(0)
      expect(await page.getByText('100600101').count()).toBe(0)
      expect([paths.accountOverview(), paths.paymentOptions()]).not.toContain(pathOf(page))
    }
  })

  test('a member sees a session in another browser and ends it there, and signing out everywhere ends both [SEC-32]', async () => {
    const here = await newVisitor()
    const there = await newVisitor()
    for (const { page } of [there, here]) {
      await signInByCall(page, portal.origin, 'grace.osei')
      await page.goto(`${portal.origin}${paths.myProfile()}?tab=security`)
      await page.getByRole('button', { name: 'Sign out everywhere' }).waitFor()
    }
    await here.page.getByRole('button', { name: /^Sign out:/u }).waitFor()
    expect(await axeFindings(here.page)).toEqual([])
    await here.page.getByRole('button', { name: /^Sign out: Chrome · Linux/u }).click()
    await here.page.getByText('Chrome · Linux has been signed out.').waitFor()
    await expect.poll(() => here.page.getByRole('button', { name: /^Sign out:/u }).count()).toBe(0)
    await there.page.reload()
    await there.page.waitForURL((url) => url.pathname === paths.login())
    expect(await storedUser(there.page)).toBeNull()
    expect(await storedUser(here.page)).not.toBeNull()

    await signInByCall(there.page, portal.origin, 'grace.osei')
    await here.page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await here.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await here.page.waitForURL((url) => url.pathname === paths.home())
    expect(await storedUser(here.page)).toBeNull()
    await there.page.goto(portal.origin + paths.accountOverview())
    await there.page.waitForURL((url) => url.pathname === paths.login())
  })
})
