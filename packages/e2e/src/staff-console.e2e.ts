import { paths } from '@coopline/contract/paths'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, test } from 'vitest'
import { desk, newVisitor, openVisitor, unexpected, type Visitor } from './support/browser.ts'
import { hasFocus, pressByKeyboard, tabTo } from './support/keyboard.ts'
import { demoPassword } from './support/member.ts'
import { inDialog, pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { takePictures } from './support/shots.ts'
import { signInByCall } from './support/sign-in-by-call.ts'
import { giveStaffCredentials, signInStaff, staffApp } from './support/staff.ts'

let portal: PortalUnderTest
beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

/** Formats an instant as a field for date and time accepts it. */
const inAMonth = (): string => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 16)

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
    await pressByKeyboard(page, button)
    expect(await pageFaults(page, 'staff-question', inDialog)).toEqual([])
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
    await signInStaff(page, portal.origin, 'demo.billing')
    await page.goto(portal.origin + paths.staffMember({ number: '10001' }))
    await page.getByRole('heading', { name: 'Últimos pagos' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Cuenta en línea' }).count()).toBe(0)
    expect(await pageFaults(page, 'staff-member-billing')).toEqual([])
    await takePictures(page, 'staff-member-billing')
    expect(unexpected(visitor)).toEqual([])
  })

  test('a new employee sets password and app by the link of the command line, and it works once', async () => {
    const words = [
      'staff',
      'add',
      'lee.newcomer',
      '--name',
      'Lee Newcomer',
      '--role',
      'support',
      '--by',
      'Operator',
    ] as const
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
    const password = 'gX7#pLq2vR9w'
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password', { exact: true }).fill(password)
    await page.getByLabel('Code from your authenticator app').fill(own.generate())
    await page.getByRole('button', { name: 'Finish set-up' }).click()
    await page.getByText('Your login is ready.').waitFor()
    await page.goto(portal.origin + paths.staffSetUp(token))
    await page.getByText('This set-up link was used or has expired.').waitFor()
  })

  test('content staff preview and publish the announcement in both languages, in Spanish and on a phone, and schedule its end', async () => {
    const visitor = await newVisitor({ locale: 'es-US' })
    const { page } = visitor
    await page.goto(portal.origin + paths.staffSignIn())
    await page.getByLabel('Nombre de usuario').fill('demo.content')
    await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
    await page.getByLabel('Código de su aplicación').fill(staffApp.generate())
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await page.getByRole('link', { name: 'Anuncio y textos' }).click()
    await page.getByRole('heading', { level: 1, name: 'Anuncio y textos' }).waitFor()
    await page.getByRole('link', { name: 'Anuncio de emergencia' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(paths.staffTexts())
    expect(await pageFaults(page, 'staff-texts')).toEqual([])
    await page.getByRole('link', { name: 'Anuncio de emergencia' }).click()
    await page.getByLabel('Mostrar el anuncio a los miembros').selectOption('Y')
    await page.getByLabel('Inglés').fill('<p onclick="x()">Crews are <strong>working</strong>.</p>')
    await page.getByLabel('Español').fill('<p>Las cuadrillas están <strong>trabajando</strong>.</p>')
    await page.getByRole('button', { name: 'Revisar el cambio' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revise el cambio' })
    await dialog.getByText('Se eliminaron etiquetas que no son seguras.').waitFor()
    await dialog.locator('strong', { hasText: 'trabajando' }).waitFor()
    expect(await pageFaults(page, 'staff-text-preview', inDialog)).toEqual([])
    await dialog.getByLabel('Motivo').fill('Tormenta')
    await dialog.getByLabel('Final').fill(inAMonth())
    await dialog.getByRole('button', { name: 'Cambiar ahora' }).click()
    await page.getByText('El cambio se guardó.').waitFor()
    await page.getByText('Vuelve el valor anterior').first().waitFor()
    expect(await pageFaults(page, 'staff-text')).toEqual([])

    const member = await newVisitor({ viewport: desk })
    await expect
      .poll(async () => {
        await member.page.goto(portal.origin + paths.home())
        return member.page.locator('strong', { hasText: 'working' }).count()
      })
      .toBeGreaterThan(0)

    await page.getByRole('button', { name: /^Cancelar el cambio programado/u }).click()
    const question = page.getByRole('dialog', { name: '¿Cancelar este cambio programado?' })
    await question.getByRole('button', { name: 'Cancelar', exact: true }).click()
    await page.getByText('El cambio programado se canceló.').waitFor()
    expect(unexpected(visitor)).toEqual([])
  })

  test('no page of visitors or members has the code of the staff console', async () => {
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

describe('the staff console of an administrator', () => {
  // One sign-in for both tests: each code of the app works once.
  let admin: Visitor
  beforeAll(async () => {
    admin = await openVisitor({ viewport: desk })
    await signInStaff(admin.page, portal.origin, 'demo.admin')
    return async () => admin.context.close()
  })

  test('shows a member’s name that is markup as text', async () => {
    const { page } = admin
    await page.goto(portal.origin + paths.staff())
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
    await page.unrouteAll()
  })

  test('an administrator finds a setting by words, changes it by keyboard after a preview, and puts it back', async () => {
    const { page } = admin
    await page.goto(portal.origin + paths.staff())
    await pressByKeyboard(page, page.getByRole('link', { name: 'Settings', exact: true }))
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(paths.staffSettings())
    await tabTo(page, page.getByLabel('Search settings'))
    await page.keyboard.type('hours footer')
    const found = page.getByRole('link', { name: 'officeHours', exact: true })
    await found.waitFor()
    expect(await pageFaults(page, 'staff-settings')).toEqual([])
    await pressByKeyboard(page, found)

    const field = page.getByLabel('New value')
    await tabTo(page, field)
    const before = await field.inputValue()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Weekdays 7 to 7')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Preview the change' }))
    const dialog = page.getByRole('dialog', { name: 'Check the change' })
    await dialog.getByText('Weekdays 7 to 7').waitFor()
    await tabTo(page, dialog.getByLabel('Reason'))
    await page.keyboard.type('Winter hours')
    expect(await pageFaults(page, 'staff-setting-preview', inDialog)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByText('The change is saved. Members see it within seconds.').waitFor()
    await page.getByRole('cell', { name: 'Winter hours' }).waitFor()
    expect(await pageFaults(page, 'staff-setting')).toEqual([])

    const member = await newVisitor({ viewport: desk })
    await expect
      .poll(async () => {
        await member.page.goto(portal.origin + paths.home())
        return member.page.getByText('Weekdays 7 to 7').count()
      })
      .toBeGreaterThan(0)

    await page
      .getByRole('button', { name: /^Put back the old value/u })
      .first()
      .click()
    await dialog.getByLabel('Reason').fill('Back to normal')
    await dialog.getByRole('button', { name: 'Change now' }).click()
    await page.getByRole('cell', { name: 'Back to normal' }).waitFor()
    await expect.poll(() => field.inputValue()).toBe(before)
    expect(unexpected(admin)).toEqual([])
  })
})
