import { paths } from '@coopline/contract/paths'
import { Secret, TOTP, URI } from 'otpauth'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeFindings, newVisitor, openVisitor, unexpected, type Visitor } from './support/browser.ts'
import { appFrom, closeCodes, giveRecoveryCode, pressed, setUpApp } from './support/authenticator-app.ts'
import { focused, pressByKeyboard, tabTo, hasFocus } from './support/keyboard.ts'
import { demoPassword, giveCredentials, onOverview, signIn, signOut, storedUser } from './support/member.ts'
import { axeFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { takePictures } from './support/shots.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest
/** Signed in at the start: the member's proof is old by the time it is wanted. */
let early: Visitor
let signedInEarly: number

beforeAll(async () => {
  portal = await startPortalUnderTest()
  early = await openVisitor()
  await signInByCall(early.page, portal.origin, 'carla.nguyen')
  signedInEarly = Date.now()
  return async () => {
    await early.context.close()
    await portal.close()
  }
})

const profile = () => portal.origin + paths.myProfile({ tab: 'mfa' })
describe('an authenticator app', () => {
  test('a member sets it up with a real TOTP client, loses it, gets in with a recovery code and removes it [MA-04, MA-09, MA-15]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await signIn(page, portal.origin, 'ben.ortega')
    await page.getByRole('link', { name: 'My Profile' }).first().click()
    await page.getByRole('tab', { name: 'Multi-Factor Authentication' }).click()
    await pressed(page, 'Set Up Now')
    const app = await appFrom(page)
    const key = await page.locator('code').innerText()
    expect(key.replaceAll(' ', '')).toBe(app.secret.base32)
    expect(app.secret.buffer.byteLength).toBe(20)
    expect(app.issuer).toBe('Prairie Ridge Electric Cooperative')
    expect(app.label).toBe('ben.ortega')
    await takePictures(page, 'mfa-set-up')

    await page.getByLabel('6-digit code').fill('000000')
    await pressed(page, 'Verify Code and Activate')
    await page.getByRole('alert').getByText('The code is incorrect. Please try again.').waitFor()
    await takePictures(page, 'mfa-wrong-code')
    await page.getByLabel('6-digit code').fill(app.generate())
    await pressed(page, 'Verify Code and Activate')
    await page.getByText('Multi-factor authentication is now active.').waitFor()
    const list = page.getByRole('list', { name: 'Your recovery codes' })
    await list.waitFor()
    const codes = await list.getByRole('listitem').allInnerTexts()
    expect(new Set(codes).size).toBe(10)
    await takePictures(page, 'mfa-codes')
    const download = page.waitForEvent('download')
    await pressed(page, 'Download as text')
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
    await closeCodes(page)
    expect(await storedUser(page)).toMatchObject({ memberMfaEnabled: true })
    await takePictures(page, 'mfa-on')

    await signOut(page)
    await page.goto(portal.origin + paths.login())
    await giveCredentials(page, 'ben.ortega')
    await giveRecoveryCode(page, codes[0] ?? '')
    await onOverview(page)

    await page.goto(profile())
    await page.getByText('Recovery codes left: 9.').waitFor()
    await pressed(page, 'Remove App')
    const dialog = page.getByRole('dialog', { name: 'Remove App' })
    await dialog.getByText('Are you sure you want to delete this MFA mode?').waitFor()
    await takePictures(page, 'mfa-remove')
    await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
    // The first one is used up.
    await dialog.getByLabel('Recovery code', { exact: true }).fill(codes[0] ?? '')
    await dialog.getByRole('button', { name: 'Remove App' }).click()
    await dialog.getByRole('alert').getByText('The code is incorrect. Please try again.').waitFor()
    await dialog.getByLabel('Recovery code', { exact: true }).fill(codes[1] ?? '')
    await dialog.getByRole('button', { name: 'Remove App' }).click()
    await page.getByText('Multi-factor authentication has been removed.').waitFor()
    expect(await storedUser(page)).toMatchObject({ memberMfaEnabled: false })
    await takePictures(page, 'mfa-removed')

    await signOut(page)
    await signIn(page, portal.origin, 'ben.ortega')
    expect(unexpected(visitor)).toEqual([])
  })

  test('sam.whitfield signs in with a code of a real TOTP client, and with the same code no second time', async () => {
    const app = new TOTP({ secret: Secret.fromBase32('JBSWY3DPEHPK3PXP') })
    const { page } = await newVisitor()
    const code = app.generate()
    await page.goto(portal.origin + paths.login())
    await giveCredentials(page, 'sam.whitfield')
    await page.getByLabel('Verification code').fill(code)
    await pressed(page, 'Verify')
    await onOverview(page)
    expect(await storedUser(page)).toMatchObject({ memberNumber: '10019', memberMfaEnabled: true })

    await signOut(page)
    await page.goto(portal.origin + paths.login())
    await giveCredentials(page, 'sam.whitfield')
    await page.getByLabel('Verification code').fill(code)
    await pressed(page, 'Verify')
    await page.getByRole('alert').getByText('The code is incorrect. Please try again.').waitFor()
    expect(await storedUser(page)).toMatchObject({ accessToken: '' })
  })

  test('new recovery codes replace the old ones', async () => {
    const { page } = await newVisitor()
    await signInByCall(page, portal.origin, 'dmitri.kowalski')
    const { codes } = await setUpApp(page, portal.origin)
    await closeCodes(page)
    await pressed(page, 'Create new recovery codes')
    await page.getByRole('dialog').getByRole('button', { name: 'Create new recovery codes' }).click()
    const list = page.getByRole('list', { name: 'Your recovery codes' })
    await list.waitFor()
    const newCodes = await list.getByRole('listitem').allInnerTexts()
    expect(newCodes.filter((code) => codes.includes(code))).toEqual([])
    await closeCodes(page)

    await signOut(page)
    await page.goto(portal.origin + paths.login())
    await giveCredentials(page, 'dmitri.kowalski')
    await giveRecoveryCode(page, codes[3] ?? '')
    await page.getByRole('alert').getByText('The code is incorrect. Please try again.').waitFor()
    await page.getByLabel('Recovery code', { exact: true }).fill(newCodes[3] ?? '')
    await pressed(page, 'Verify')
    await onOverview(page)
  })
})

describe('for everybody', () => {
  test('the keyboard alone sets an app up, closes the codes and removes the app', async () => {
    const { page } = await newVisitor()
    const { keyboard } = page
    await signIn(page, portal.origin, 'elena.petrov')
    await pressByKeyboard(page, page.getByRole('link', { name: 'My Profile' }).first())
    await expect.poll(() => focused(page)).toBe('My Profile')
    await tabTo(page, page.getByRole('tab', { name: 'Login Info' }))
    for (const next of ['Paperless Options', 'Operation RoundUp', 'Multi-Factor Authentication', 'Passkeys']) {
      await keyboard.press('ArrowRight')
      await expect.poll(() => focused(page)).toBe(next)
    }
    await keyboard.press('ArrowLeft')
    await expect.poll(() => focused(page)).toBe('Multi-Factor Authentication')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Set Up Now' }))
    await expect.poll(() => focused(page)).toBe('Set up your authenticator app')
    const app = await appFrom(page)
    await tabTo(page, page.getByLabel('6-digit code'))
    await keyboard.type('000000')
    await keyboard.press('Enter')
    await page.getByRole('alert').getByText('The code is incorrect. Please try again.').waitFor()
    await expect.poll(() => hasFocus(page.getByLabel('6-digit code'))).toBe(true)
    await keyboard.type(app.generate())
    await keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Save your recovery codes')
    const codes = await page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem').allInnerTexts()
    await tabTo(page, page.getByLabel('I saved my recovery codes'))
    await keyboard.press('Space')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Done' }))
    await expect.poll(() => focused(page)).toBe('Authenticator app')

    await pressByKeyboard(page, page.getByRole('button', { name: 'Remove App' }))
    const dialog = page.getByRole('dialog')
    await pressByKeyboard(page, dialog.getByRole('button', { name: 'Use a recovery code' }))
    await keyboard.type(codes[0] ?? '')
    await keyboard.press('Enter')
    await page.getByText('Multi-factor authentication has been removed.').waitFor()
    await expect.poll(() => focused(page)).toBe('Authenticator app')
  })

  const words = {
    en: {
      setUp: 'Set Up Now',
      link: 'Open an app on this device instead',
      code: '6-digit code',
      activate: 'Verify Code and Activate',
      codes: 'Your recovery codes',
      saved: 'I saved my recovery codes',
      done: 'Done',
      remove: 'Remove App',
      cancel: 'Cancel',
      security: 'Security',
      sessions: 'Where you are signed in',
      activity: 'Recent activity',
      everywhere: 'Sign out everywhere',
    },
    es: {
      setUp: 'Configurar ahora',
      link: 'Abrir una aplicación en este dispositivo',
      code: 'Código de 6 dígitos',
      activate: 'Verificar código y activar',
      codes: 'Sus códigos de recuperación',
      saved: 'Guardé mis códigos de recuperación',
      done: 'Listo',
      remove: 'Quitar aplicación',
      cancel: 'Cancelar',
      security: 'Seguridad',
      sessions: 'Dónde tiene sesiones abiertas',
      activity: 'Actividad reciente',
      everywhere: 'Cerrar todas las sesiones',
    },
  } as const

  test.for([
    ['en', 'farid.haddad'],
    ['es', 'grace.osei'],
  ] as const)('axe finds nothing in any state of the panels (%s)', async ([language, username]) => {
    const visitor = await newVisitor()
    const { page } = visitor
    const text = words[language]
    const findings: string[] = []
    const look = async (state: string) => {
      findings.push(...(await axeFaults(page, state, { translated: language === 'es' })))
      await takePictures(page, `profile-${language}-${state}`)
    }
    await signInByCall(page, portal.origin, username)
    await page.evaluate((chosen) => localStorage.setItem('mcp_language', chosen), language)
    await page.goto(profile())
    await page.getByRole('button', { name: text.setUp }).waitFor()
    await look('off')
    await pressed(page, text.setUp)
    const address = await page.getByRole('link', { name: text.link }).getAttribute('href')
    await look('set-up')
    await page.getByLabel(text.code).fill('000000')
    await pressed(page, text.activate)
    await page.getByRole('alert').waitFor()
    await look('wrong-code')
    await page.getByLabel(text.code).fill(URI.parse(address ?? '').generate())
    await pressed(page, text.activate)
    await page.getByRole('list', { name: text.codes }).waitFor()
    await look('codes')
    await page.getByLabel(text.saved).check()
    await pressed(page, text.done)
    await pressed(page, text.remove)
    await page.getByRole('dialog').waitFor()
    await look('removal')
    await page.getByRole('dialog').getByRole('button', { name: text.cancel }).first().click()
    await look('on')
    await page.getByRole('tab', { name: text.security }).click()
    await page.getByRole('table', { name: text.sessions }).waitFor()
    await page.getByRole('table', { name: text.activity }).waitFor()
    await look('security')
    await pressed(page, text.everywhere)
    await page.getByRole('dialog').waitFor()
    await look('everywhere')
    expect(findings).toEqual([])
    expect(unexpected(visitor)).toEqual([])
  })
})

describe('a proof that is too old', () => {
  test('is requested again; canceling changes nothing, and a fresh proof continues the set-up', async () => {
    await portal.set({ stepUpMinutes: 1 })
    const { page } = early
    await page.goto(profile())
    await page.waitForTimeout(Math.max(0, signedInEarly + 61_000 - Date.now()))
    await pressed(page, 'Set Up Now')
    const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
    await dialog.waitFor()
    expect(await axeFindings(page)).toEqual([])
    await takePictures(page, 'step-up')
    const before = await storedUser(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await storedUser(page)).toEqual(before)
    await expect.poll(() => focused(page)).toContain('Set Up Now')

    await pressByKeyboard(page, page.getByRole('button', { name: 'Set Up Now' }))
    await dialog.waitFor()
    await page.keyboard.type('not-it')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText('The password does not match our records. Try again.').waitFor()
    await takePictures(page, 'step-up-wrong')
    await page.keyboard.type(demoPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Set up your authenticator app' }).waitFor()
    expect(await storedUser(page)).not.toEqual(before)
  })
})
