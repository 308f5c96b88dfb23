import { paths } from '@coopline/contract/paths'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, test } from 'vitest'
import { desk, newVisitor, unexpected } from './support/browser.ts'
import { hasFocus, pressByKeyboard, tabTo } from './support/keyboard.ts'
import { demoPassword } from './support/member.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { takePictures } from './support/shots.ts'
import { signInByCall } from './support/sign-in-by-call.ts'
import { giveStaffCredentials, signInStaff, staffApp } from './support/staff.ts'

let portal: PortalUnderTest
beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

describe('the staff console', () => {
  test('support signs in by keyboard, finds a member by name, signs them out everywhere, and the member sees it', async () => {
    const ada = await newVisitor()
    await signInByCall(ada.page, portal.origin, 'ada.lindqvist')
    const visitor = await newVisitor({ viewport: desk })
    const { page } = visitor
    await page.goto(portal.origin + paths.staff())
    await page.getByRole('heading', { level: 1, name: 'Staff sign-in' }).waitFor()
    expect(await pageFaults(page, 'staff-sign-in')).toEqual([])
    await takePictures(page, 'staff-sign-in')
    await giveStaffCredentials(page, 'demo.support')
    await page.getByLabel('Code from your authenticator app').press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Find a member' }).waitFor()

    const field = page.getByLabel('Name, account, phone')
    await tabTo(page, field)
    await page.keyboard.type('lindqvist')
    await page.keyboard.press('Enter')
    const found = page.getByRole('link', { name: 'Ada Lindqvist' })
    await found.waitFor()
    expect(await pageFaults(page, 'staff-find')).toEqual([])
    await takePictures(page, 'staff-find')
    await pressByKeyboard(page, found)
    await page.getByRole('heading', { name: 'Ada Lindqvist' }).waitFor()
    await page.getByText('ada.lindqvist', { exact: true }).waitFor()
    expect(await pageFaults(page, 'staff-member')).toEqual([])
    await takePictures(page, 'staff-member')
    // Support sees no money.
    expect(await page.getByRole('heading', { name: 'Latest payments' }).count()).toBe(0)
    expect(await page.getByRole('columnheader', { name: 'Balance' }).count()).toBe(0)

    const button = page.getByRole('button', { name: 'Sign out everywhere' })
    await pressByKeyboard(page, button)
    const dialog = page.getByRole('dialog', { name: 'Sign the member out everywhere?' })
    await dialog.getByText('The member sees this in their activity.').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => hasFocus(button)).toBe(true)
    await page.keyboard.press('Enter')
    expect(await pageFaults(page, 'staff-question')).toEqual([])
    await takePictures(page, 'staff-question')
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByText('The member is signed out everywhere.').waitFor()
    await page.getByText('Not signed in on any device.').waitFor()

    const activity = portal.origin + paths.myProfile({ tab: 'security' })
    await ada.page.goto(activity)
    await ada.page.getByLabel('Username').waitFor()
    await signInByCall(ada.page, portal.origin, 'ada.lindqvist')
    await ada.page.goto(activity)
    await ada.page.getByText('Our staff signed you out everywhere').waitFor()

    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Staff sign-in' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Staff sign-in' }).waitFor()
    expect(await page.getByText('Ada Lindqvist').count()).toBe(0)
    expect(unexpected(visitor)).toEqual([])
  })

  test('billing sees payments with their history, in Spanish and on a phone', async () => {
    const visitor = await newVisitor({ locale: 'es-US' })
    const { page } = visitor
    await page.goto(portal.origin + paths.staffSignIn())
    await page.getByLabel('Nombre de usuario').fill('demo.billing')
    await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
    await page.getByLabel('Código de su aplicación').fill(staffApp.generate())
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await page.getByRole('heading', { level: 1, name: 'Buscar un miembro' }).waitFor()
    await page.goto(portal.origin + paths.staffMember({ number: '10001' }))
    await page.getByRole('heading', { name: 'Últimos pagos' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Cuenta en línea' }).count()).toBe(0)
    expect(await pageFaults(page, 'staff-member-billing')).toEqual([])
    await takePictures(page, 'staff-member-billing')
    expect(unexpected(visitor)).toEqual([])
  })

  test('shows a member’s name that is markup as text', async () => {
    const visitor = await newVisitor({ viewport: desk })
    const { page } = visitor
    await signInStaff(page, portal.origin, 'demo.admin')
    await page.route('**/api/v3/staff/members/search', async (route) => {
      const name = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
      const member = { memberNumber: '10001', name, username: name, lockedUntil: null, isDisabled: false, accounts: [] }
      await route.fulfill({ json: { members: [member], hasMore: false } })
    })
    await page.getByLabel('Name, account, phone').fill('anybody')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: '<img src=x' }).waitFor()
    expect(await page.title()).toContain('Find a member')
    expect(await page.locator('main img').count()).toBe(0)
  })

  test('a new employee sets password and app by the link of the command line, and it works once', async () => {
    const words = ['staff', 'add', 'lee.newcomer', '--name', 'Lee Newcomer', '--role', 'support', '--by', 'Operator']
    const printed = await portal.coopline(...words)
    const token = /#([\w-]{43})/u.exec(printed)?.[1] ?? ''
    const visitor = await newVisitor({ viewport: desk })
    const { page } = visitor
    await page.goto(portal.origin + paths.staffSetUp(token))
    await page.getByRole('heading', { name: 'Add your authenticator app' }).waitFor()
    expect(page.url()).not.toContain(token)
    expect(await pageFaults(page, 'staff-set-up')).toEqual([])
    const key = (await page.locator('code').innerText()).replaceAll(' ', '')
    const own = new TOTP({ secret: Secret.fromBase32(key) })
    const password = 'gX7#pLq2vR'
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password', { exact: true }).fill(password)
    await page.getByLabel('Code from your authenticator app').fill(own.generate())
    await page.getByRole('button', { name: 'Finish set-up' }).click()
    await page.getByText('Your login is ready.').waitFor()
    await page.goto(portal.origin + paths.staffSetUp(token))
    await page.getByText('This set-up link was used or has expired.').waitFor()
  })

  test('its code is in no page of visitors or members', async () => {
    const { page } = await newVisitor({ viewport: desk })
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await signInByCall(page, portal.origin, 'ben.ortega')
    for (const path of [paths.home(), paths.accountOverview(), paths.myProfile()]) {
      await page.goto(portal.origin + path)
      await page.waitForLoadState('networkidle')
    }
    expect(requested.length).toBeGreaterThan(20)
    expect(requested.filter((url) => /staff|find-member|member-support/iu.test(url))).toEqual([])
    expect(await page.getByRole('link', { name: /staff/iu }).count()).toBe(0)
  })
})
