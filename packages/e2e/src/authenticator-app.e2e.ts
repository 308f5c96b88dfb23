import { paths } from '@coopline/contract/paths'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeFindings, newVisitor, unexpected } from './support/browser.ts'
import { appFrom, giveRecoveryCode, pressed } from './support/authenticator-app.ts'
import { focused, pressByKeyboard, tabTo, hasFocus } from './support/keyboard.ts'
import { demoPassword, giveCredentials, onOverview, signIn, signOut, storedUser } from './support/member.ts'
import { axeFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { takePictures } from './support/shots.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const profile = () => portal.origin + paths.myProfile({ tab: 'mfa' })
describe('an authenticator app', () => {
  test('a member sets it up with a real TOTP client, loses it, gets in with a recovery code and removes it, by keyboard [REL-29, MA-09, MA-15]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    const { keyboard } = page
    await signInByCall(page, portal.origin, 'ben.ortega')
    await page.goto(portal.origin + paths.accountOverview())
    await onOverview(page)
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
    const key = await page.locator('code').innerText()
    expect(key.replaceAll(' ', '')).toBe(app.secret.base32)
    expect(app.secret.buffer.byteLength).toBe(20)
    expect(app.issuer).toBe('Prairie Ridge Electric Cooperative')
    expect(app.label).toBe('ben.ortega')
    await takePictures(page, 'mfa-set-up')

    await tabTo(page, page.getByLabel('6-digit code'))
    await keyboard.type('000000')
    await keyboard.press('Enter')
    await page.getByRole('alert').getByText('The code is incorrect. Please try again.').waitFor()
    await expect.poll(() => hasFocus(page.getByLabel('6-digit code'))).toBe(true)
    await takePictures(page, 'mfa-wrong-code')
    await keyboard.type(app.generate())
    await keyboard.press('Enter')
    await page.getByText('Multi-factor authentication is now active.').waitFor()
    await expect.poll(() => focused(page)).toBe('Save your recovery codes')
    const list = page.getByRole('list', { name: 'Your recovery codes' })
    const codes = await list.getByRole('listitem').allInnerTexts()
    expect(new Set(codes).size).toBe(10)
    await takePictures(page, 'mfa-codes')
    const download = page.waitForEvent('download')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Download as text' }))
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
    await tabTo(page, page.getByLabel('I saved my recovery codes'))
    await keyboard.press('Space')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Done' }))
    await expect.poll(() => focused(page)).toBe('Authenticator app')
    await page.getByRole('button', { name: 'Change App' }).waitFor()
    expect(await storedUser(page)).toMatchObject({ memberMfaEnabled: true })
    await takePictures(page, 'mfa-on')

    await signOut(page)
    await page.goto(portal.origin + paths.login())
    await giveCredentials(page, 'ben.ortega')
    await giveRecoveryCode(page, codes[0] ?? '')
    await onOverview(page)

    await page.goto(profile())
    await page.getByText('Recovery codes left: 9.').waitFor()
    await pressByKeyboard(page, page.getByRole('button', { name: 'Remove App' }))
    const dialog = page.getByRole('dialog', { name: 'Remove App' })
    await dialog.getByText('Are you sure you want to delete this MFA mode?').waitFor()
    await takePictures(page, 'mfa-remove')
    await pressByKeyboard(page, dialog.getByRole('button', { name: 'Use a recovery code' }))
    const field = dialog.getByLabel('Recovery code', { exact: true })
    await expect.poll(() => hasFocus(field)).toBe(true)
    // The first one is used up.
    await keyboard.type(codes[0] ?? '')
    await keyboard.press('Enter')
    await dialog.getByRole('alert').getByText('The code is incorrect. Please try again.').waitFor()
    await expect.poll(() => hasFocus(field)).toBe(true)
    await keyboard.press('ControlOrMeta+A')
    await keyboard.type(codes[1] ?? '')
    await keyboard.press('Enter')
    await page.getByText('Multi-factor authentication has been removed.').waitFor()
    await expect.poll(() => focused(page)).toBe('Authenticator app')
    expect(await storedUser(page)).toMatchObject({ memberMfaEnabled: false })
    await takePictures(page, 'mfa-removed')

    await signOut(page)
    await signIn(page, portal.origin, 'ben.ortega')
    expect(unexpected(visitor)).toEqual([])
  })

  test('sam.whitfield signs in with a code of a real TOTP client', async () => {
    const app = new TOTP({ secret: Secret.fromBase32('JBSWY3DPEHPK3PXP') })
    const { page } = await newVisitor()
    await page.goto(portal.origin + paths.login())
    await giveCredentials(page, 'sam.whitfield')
    await page.getByLabel('Verification code').fill(app.generate())
    await pressed(page, 'Verify')
    await onOverview(page)
    expect(await storedUser(page)).toMatchObject({ memberNumber: '10019', memberMfaEnabled: true })
  })

  test('axe finds nothing in any state of the panels, in both languages', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    const found: string[] = []
    const look = async (state: string, within?: string) => {
      found.push(...(await axeFaults(page, state, within === undefined ? {} : { within })))
      await takePictures(page, `profile-${state}`)
    }
    await signInByCall(page, portal.origin, 'farid.haddad')
    await page.goto(profile())
    await page.getByRole('button', { name: 'Set Up Now' }).waitFor()
    await look('off')
    await pressed(page, 'Set Up Now')
    const app = await appFrom(page)
    await look('set-up')
    await page.getByLabel('6-digit code').fill('000000')
    await pressed(page, 'Verify Code and Activate')
    await page.getByRole('alert').waitFor()
    await look('wrong-code')
    await page.getByLabel('6-digit code').fill(app.generate())
    await pressed(page, 'Verify Code and Activate')
    await page.getByRole('list', { name: 'Your recovery codes' }).waitFor()
    await look('codes')
    await page.getByLabel('I saved my recovery codes').check()
    await pressed(page, 'Done')
    await pressed(page, 'Remove App')
    await page.getByRole('dialog').waitFor()
    await look('removal', 'dialog[open]')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).first().click()
    await look('on')
    await page.getByRole('tab', { name: 'Security' }).click()
    await page.getByRole('table', { name: 'Where you are signed in' }).waitFor()
    await page.getByRole('table', { name: 'Recent activity' }).waitFor()
    await look('security')
    await pressed(page, 'Sign out everywhere')
    await page.getByRole('dialog').waitFor()
    await look('everywhere', 'dialog[open]')
    expect(found).toEqual([])
    expect(unexpected(visitor)).toEqual([])
  })
})

describe('a proof that is too old', () => {
  test('is requested again; canceling changes nothing, and a fresh proof continues the set-up', async () => {
    await portal.set({ stepUpMinutes: 1 })
    const { page } = await newVisitor()
    await signInByCall(page, portal.origin, 'carla.nguyen')
    await portal.onDatabase(`update portal.session set proven_at = proven_at - interval '61 seconds'`)
    await page.goto(profile())
    await pressed(page, 'Set Up Now')
    const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
    await dialog.waitFor()
    expect(await axeFindings(page, 'all', 'dialog[open]')).toEqual([])
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
