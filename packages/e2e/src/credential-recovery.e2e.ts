import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newVisitor, unexpected } from './support/browser.ts'
import { focused, pressByKeyboard, tabTo, hasFocus, typeInto } from './support/keyboard.ts'
import { readMail, readResetLink } from './support/mailbox.ts'
import { demoPassword, onOverview, signIn } from './support/member.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const password = 'Kiwi-Lampe9!Turm'
const neutralMessage = 'If your details match our records, we have sent an email with a link to set a new password.'
const pressed = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a member resets a forgotten password by keyboard, and the reset page sends its address to no other site; after that, only the new password works and the link has expired [REL-29, FP-12, SEC-18]', async () => {
  await portal.set({ googleAnalyticsCode: 'G-TEST', tagManagerUrl: 'https://tags.example/loader.js' })
  const visitor = await newVisitor()
  const { page } = visitor
  const { keyboard } = page
  await page.goto(portal.origin + paths.login())
  await pressByKeyboard(page, page.getByRole('link', { name: 'Forgot username or password?' }))
  await page.waitForURL(portal.origin + paths.forgotPassword())
  await tabTo(page, page.getByRole('textbox', { name: 'Username' }))
  await keyboard.type('ada.lindqvist')
  await keyboard.press('Enter')
  await expect.poll(() => focused(page)).toContain(neutralMessage)

  const link = await readResetLink(portal.origin, 'ada.lindqvist@example.org')
  const answer = await page.goto(link)
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
  await page.getByLabel('Member name').waitFor()
  expect(await page.getByLabel('Member name').inputValue()).toBe('Ada Lindqvist')
  expect(page.url()).toBe(portal.origin + paths.resetPassword())
  await typeInto(page, 'Password', 'Ada.Lindqvist1!')
  await pressByKeyboard(page, page.getByRole('button', { name: 'Show password', exact: true }))
  expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
  await typeInto(page, 'Confirm password', 'Ada.Lindqvist1!')
  await keyboard.press('Enter')
  await page
    .getByRole('alert')
    .getByText(/This password is too easy to guess/u)
    .waitFor()
  await expect.poll(() => hasFocus(page.getByLabel('Password', { exact: true }))).toBe(true)
  await typeInto(page, 'Password', password)
  await typeInto(page, 'Confirm password', `${password}x`)
  await keyboard.press('Enter')
  await expect.poll(() => hasFocus(page.getByLabel('Confirm password', { exact: true }))).toBe(true)
  await keyboard.press('End')
  await keyboard.press('Backspace')
  await keyboard.press('Enter')
  await expect.poll(() => focused(page)).toContain('Your password has been changed. Sign in with your new password.')

  await pressByKeyboard(page, page.getByRole('link', { name: 'Sign in', exact: true }))
  await typeInto(page, 'Username', 'ada.lindqvist')
  await typeInto(page, 'Password', demoPassword)
  await keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await typeInto(page, 'Password', password)
  await keyboard.press('Enter')
  await onOverview(page)
  await expect.poll(() => focused(page)).toBe('Account Overview')
  await page.goto(link)
  await page.getByRole('alert').getByText('The reset link is invalid or has expired.').waitFor()
  expect([...visitor.origins]).toEqual([portal.origin])
  await portal.set({ googleAnalyticsCode: '' })
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await page.waitForURL(portal.origin + paths.home())
  expect(unexpected(visitor)).toEqual([])
  expect([...visitor.origins]).toEqual([portal.origin])
})

test('a member gets a forgotten username by email and signs in with it [FP-03]', async () => {
  const { page } = await newVisitor()
  await page.goto(portal.origin + paths.forgotUsername())
  await page.getByLabel('Account number').fill('100200101')
  await page.getByRole('textbox', { name: 'Email' }).fill('Ben.Ortega@Example.org')
  await pressed(page, 'Send')
  await page.getByText('If your details match our records, we have sent an email with your username.').waitFor()
  const mail = await readMail(portal.origin, /ben\.ortega@example\.org[\s\S]*Username:/u)
  const username = /Username: (\S+)/u.exec(mail)?.[1] ?? ''
  expect(username).toBe('ben.ortega')
  await signIn(page, portal.origin, username)
})

/** Walks through every state with and without errors. @returns the faults of all of them. */
async function walk(page: Page, username: string): Promise<readonly string[]> {
  const found: string[] = []
  const look = async (name: string) => found.push(...(await pageFaults(page, name)))
  await page.goto(portal.origin + paths.forgotPassword())
  await page.getByRole('textbox', { name: 'Username' }).waitFor()
  await look('forgot')
  await pressed(page, 'I do not know my username')
  await pressed(page, 'Send')
  await page.getByRole('alert').waitFor()
  await look('forgot-errors')
  await page.goto(portal.origin + paths.forgotUsername())
  await page.getByRole('radio', { name: 'My username' }).waitFor()
  await look('forgot-username')
  await page.goto(portal.origin + paths.forgotPassword())
  await page.getByRole('textbox', { name: 'Username' }).fill(username)
  await pressed(page, 'Send')
  await page.getByRole('button', { name: 'Try other details' }).waitFor()
  await look('forgot-sent')
  await page.goto(portal.origin + paths.resetPassword())
  await page.getByRole('alert').waitFor()
  await look('reset-invalid')
  await page.goto(await readResetLink(portal.origin, `${username}@example.org`))
  await page.getByLabel('Member name').waitFor()
  await look('reset')
  await pressed(page, 'Submit')
  await page.getByRole('alert').waitFor()
  await look('reset-errors')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await page.locator('[data-ui="strength-meter"][data-strength]').waitFor()
  await look('reset-filled')
  await pressed(page, 'Submit')
  await page.getByLabel('Member name').waitFor({ state: 'detached' })
  await look('reset-done')
  return found
}

test('every state of recovery, with and without errors, passes axe and fits 320 px in both languages', async () => {
  const { page } = await newVisitor()
  expect(await walk(page, 'dmitri.kowalski')).toEqual([])
})
