import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { pressed } from './support/authenticator-app.ts'
import { newVisitor, unexpected } from './support/browser.ts'
import { demoPassword, onOverview, giveCredentials, signOut } from './support/member.ts'
import { axeFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { takePictures } from './support/shots.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest
beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const at = (tab: string) => portal.origin + paths.myProfile({ tab })
const account = '100100101'
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const saved = 'Your profile has been updated.'

describe('My Profile', () => {
  test('a member turns on paperless bills, which locks the email, and finds both after a reload [MP-07, MP-10, MP-49]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await page.goto(portal.origin + paths.paymentOptions())
    await page
      .getByRole('link', { name: /Paperless/u })
      .first()
      .click()
    await page.getByRole('tab', { name: 'Paperless Options', selected: true }).waitFor()
    const email = box(page, `Email bill notice, account ${account}`)
    expect(await email.isChecked()).toBe(false)
    await box(page, `Paperless billing, account ${account}`).check()
    expect([await email.isChecked(), await email.isDisabled()]).toEqual([true, true])
    await pressed(page, 'Submit All')
    await page.getByRole('link', { name: 'Please select the checkbox to continue.' }).waitFor()
    await takePictures(page, 'profile-paperless-refused')
    await page.getByRole('checkbox', { name: /^I agree/u }).check()
    await pressed(page, 'Submit All')
    await page.getByText(saved).waitFor()
    await page.reload()
    const bill = box(page, `Paperless billing, account ${account}`)
    await bill.waitFor()
    expect([await bill.isChecked(), await email.isChecked(), await email.isDisabled()]).toEqual([true, true, true])
    await takePictures(page, 'profile-paperless')
    expect(unexpected(visitor)).toEqual([])
  })

  test('a member chooses paperless mail and which emails to get in My Profile, and finds both after a reload [MP-62, HM-25]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await page.goto(at('paperless'))
    const paperless = box(page, `Paperless notices, account ${account}`)
    await paperless.waitFor()
    const wasPaperless = await paperless.isChecked()
    await paperless.click()
    await page.getByRole('checkbox', { name: /^I agree/u }).check()
    await page.getByRole('tab', { name: 'Login Info' }).click()
    const emails = box(page, 'Email me about my payments')
    const hadEmails = await emails.isChecked()
    await emails.click()
    await pressed(page, 'Submit All')
    await page.getByText(saved).waitFor()
    await page.reload()
    await emails.waitFor()
    expect(await emails.isChecked()).toBe(!hadEmails)
    await page.getByRole('tab', { name: 'Paperless Options' }).click()
    expect(await paperless.isChecked()).toBe(!wasPaperless)
    expect(unexpected(visitor)).toEqual([])
  })

  test('a taken user name and a wrong current password are refused, and nothing that was typed is lost [MP-40]', async () => {
    const { page } = await newVisitor()
    await signInByCall(page, portal.origin, 'ben.ortega')
    await page.goto(at('login'))
    const username = page.getByLabel('Username')
    await username.fill('ada.lindqvist')
    await username.press('Tab')
    await page.getByText('The username has already been registered.').waitFor()
    await takePictures(page, 'profile-login-taken')
    await username.fill('ben.of.prairie')
    await username.press('Tab')
    await page.getByText('This username is available.').waitFor()
    await page.getByLabel('Current password', { exact: true }).fill('Prairie!2025')
    await pressed(page, 'Submit All')
    await page.getByRole('link', { name: 'The password does not match our records. Try again.' }).waitFor()
    expect(await username.inputValue()).toBe('ben.of.prairie')
    await takePictures(page, 'profile-wrong-password')
    await page.getByLabel('Current password', { exact: true }).fill(demoPassword)
    await pressed(page, 'Submit All')
    await page.getByText(saved).waitFor()
    await signOut(page)
    await page.goto(portal.origin + paths.login())
    await giveCredentials(page, 'ben.of.prairie')
    await onOverview(page)
  })

  test('maya.iyer finds her enrollment in Operation RoundUp and changes its amount [MP-57]', async () => {
    const { page } = await newVisitor()
    await signInByCall(page, portal.origin, 'maya.iyer')
    await page.goto(at('roundup'))
    const amount = page.getByLabel('Amount, account 101300101')
    await amount.waitFor()
    expect(await amount.inputValue()).toBe('2.00')
    await takePictures(page, 'profile-roundup')
    await amount.fill('3.5')
    await amount.press('Tab')
    expect(await amount.inputValue()).toBe('3.50')
    // Her bill is paperless, which is confirmed with every change.
    await pressed(page, 'Submit All')
    await page.getByRole('tab', { name: 'Paperless Options', selected: true }).waitFor()
    await page.getByRole('checkbox', { name: /^I agree/u }).check()
    await pressed(page, 'Submit All')
    await page.getByText(saved).waitFor()
    await page.goto(at('roundup'))
    await amount.waitFor()
    expect(await amount.inputValue()).toBe('3.50')
  })

  test('olga.ivanova, who has AutoPay by card, cannot remove the card and reads why [MP-20]', async () => {
    const { page } = await newVisitor()
    await signInByCall(page, portal.origin, 'olga.ivanova')
    await page.goto(at('login'))
    await page.getByText('Update not allowed. Active Payment setup exists.').waitFor()
    expect(await box(page, 'Remove my saved card').isDisabled()).toBe(true)
    await takePictures(page, 'profile-login')
  })

  test('one checkbox makes sixty accounts paperless [MP-52]', async () => {
    const { page } = await newVisitor()
    await signInByCall(page, portal.origin, 'uma.fields')
    await page.goto(at('paperless'))
    await box(page, 'Paperless billing, All accounts').check()
    await takePictures(page, 'profile-sixty')
    await page.getByRole('checkbox', { name: /^I agree/u }).check()
    await pressed(page, 'Submit All')
    await page.getByText(saved).waitFor()
    await page.reload()
    await box(page, 'Paperless billing, All accounts').waitFor()
    await expect.poll(async () => page.locator('input[name$=".isPaperless"]:checked').count()).toBe(61)
  })
})

describe.each(['en', 'es'] as const)('in %s', (language) => {
  test('axe finds nothing on the three tabs, light and dark, filled and refused', async () => {
    const { page } = await newVisitor()
    await signInByCall(page, portal.origin, 'peter.vance')
    await page.evaluate((chosen) => localStorage.setItem('mcp_language', chosen), language)
    const submit = language === 'en' ? 'Submit All' : 'Guardar todo'
    const look = async (name: string) => {
      expect(await axeFaults(page, name, { translated: language === 'es' })).toEqual([])
      await takePictures(page, `profile-${name}-${language}`)
    }
    for (const tab of ['login', 'paperless', 'roundup']) {
      await page.goto(at(tab))
      await page.getByRole('button', { name: submit }).waitFor()
      await look(tab)
    }
    await page.locator('input[name="roundupAccounts.0.isRoundup"]').check()
    await page.locator('input[name="roundupAccounts.0.expiration"]').fill('2020-01-01')
    await page.getByRole('button', { name: submit }).click()
    await page.getByRole('alert').first().waitFor()
    await look('roundup-refused')
  })
})
