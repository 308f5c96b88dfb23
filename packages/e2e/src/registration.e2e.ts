import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newVisitor, unexpected } from './support/browser.ts'
import { pressed } from './support/authenticator-app.ts'
import { focused, pressByKeyboard, tabTo, hasFocus, typeInto } from './support/keyboard.ts'
import { readCode } from './support/mailbox.ts'
import { onOverview } from './support/member.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const password = 'gX7#pLq2vR'
const stage = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true }).waitFor()

/** Reads the amount of an account's newest bill as members write it: a code to a contact that is not on file needs it. */
async function newestBillOf(accountNumber: string): Promise<string> {
  const found = JSON.parse(await portal.coopline('member', 'find', accountNumber, '--json')) as {
    members: { memberNumber: string }[]
  }
  const folder = mkdtempSync(join(tmpdir(), 'coopline-e2e-export-'))
  const file = join(folder, 'member.json')
  await portal.coopline('member', 'export', found.members[0]?.memberNumber ?? '', '--to', file, '--by', 'e2e')
  const { tables } = JSON.parse(readFileSync(file, 'utf8')) as {
    tables: { 'cis.bill': { account_number: string; bill_date: string; amount: number }[] }
  }
  rmSync(folder, { recursive: true })
  const newest = tables['cis.bill']
    .filter((bill) => bill.account_number === accountNumber)
    .toSorted((one, other) => other.bill_date.localeCompare(one.bill_date))[0]
  return (Number(newest?.amount) / 100).toFixed(2)
}

test('account 102000101 registers with the code from its mail and signs in, by keyboard alone [REL-29, RG-01, RG-70]', async () => {
  await portal.set({ paperlessOptions: 'BOTH' })
  const visitor = await newVisitor()
  const { page } = visitor
  const { keyboard } = page
  const large: string[] = []
  page.on('response', async (response) => {
    const length = Number(response.headers()['content-length'] ?? '0')
    if (response.url().endsWith('.js') && length > 150_000) large.push(response.url())
  })
  await page.goto(portal.origin + paths.register())
  await typeInto(page, 'Account number', '102000101')
  await keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Send Verification Code')
  // The phone is first.
  await tabTo(page, page.getByRole('radio').first())
  await keyboard.press('ArrowDown')
  expect(await page.getByRole('radio', { name: 'Email to t***@example.org' }).isChecked()).toBe(true)
  await pressByKeyboard(page, page.getByRole('button', { name: 'Send', exact: true }))
  await expect.poll(() => focused(page)).toBe('Enter Verification Code')
  await typeInto(page, 'Verification code', '000000')
  await keyboard.press('Enter')
  await page.getByRole('alert').getByText('Account verification is unsuccessful.').waitFor()
  await expect.poll(() => hasFocus(page.getByLabel('Verification code'))).toBe(true)
  await keyboard.type(await readCode(portal.origin, 'tess.hartley@example.org'))
  await keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Complete Registration')
  await page.getByText('Account verification is successful.').waitFor()

  expect(await page.getByLabel('Member number').inputValue()).toBe('10020')
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('tess.hartley@example.org')
  await typeInto(page, 'Username', 'ada.lindqvist')
  await keyboard.press('Tab')
  await page.locator('[data-ui="field-error"]').getByText('The username has already been registered.').waitFor()
  await keyboard.press('Shift+Tab')
  await typeInto(page, 'Username', 'tess.hartley')
  await keyboard.press('Tab')
  await page.getByText('This username is available.').waitFor()
  expect(large).toEqual([])
  await typeInto(page, 'Password', 'Password1!')
  await page.getByText('Password strength: weak').waitFor()
  // Its dictionaries came only now.
  expect(large).not.toEqual([])
  await typeInto(page, 'Confirm password', 'Password1!')
  await tabTo(page, page.getByLabel('Security question'))
  await keyboard.press('ArrowDown')
  await typeInto(page, 'Security answer', 'Rex')
  await tabTo(page, page.getByLabel('E-Billing', { exact: true }))
  await keyboard.press('Space')
  await pressByKeyboard(page, page.getByRole('button', { name: 'Complete Registration' }))
  const confirmation = page.getByLabel(/^I agree/u)
  await expect.poll(() => hasFocus(confirmation)).toBe(true)
  await keyboard.press('Space')
  await pressByKeyboard(page, page.getByRole('button', { name: 'Complete Registration' }))
  await page
    .getByRole('alert')
    .getByText(/This password is too easy to guess/u)
    .waitFor()
  await expect.poll(() => hasFocus(page.getByLabel('Password', { exact: true }))).toBe(true)
  await typeInto(page, 'Password', password)
  await typeInto(page, 'Confirm password', password)
  await pressByKeyboard(page, page.getByRole('button', { name: 'Complete Registration' }))
  const success = 'User has been successfully registered with email tess.hartley@example.org'
  await page.getByText(success, { exact: true }).waitFor()

  await pressByKeyboard(page, page.getByRole('link', { name: 'Sign in', exact: true }))
  await page.waitForURL(portal.origin + paths.login())
  await typeInto(page, 'Username', 'tess.hartley')
  await typeInto(page, 'Password', password)
  await keyboard.press('Enter')
  await onOverview(page)
  await page.getByText('102000101').first().waitFor()
  expect(unexpected(visitor)).toEqual([])
  expect([...visitor.origins]).toEqual([portal.origin])
})

test('every state of registration with and without errors passes axe and fits 320 px in both languages, with a contact that is not on file [RG-17]', async () => {
  await portal.set({
    allowUserProvidedContact: 'Y',
    paperlessOptions: 'BOTH',
    marketingSignup: 'Y',
    keyEmailTwice: 'Y',
  })
  const { page } = await newVisitor()
  expect(await walk(page, '102900101', 'walker@example.net')).toEqual([])
})

/** Walks through every state with and without errors. @returns what is wrong with any of them. */
async function walk(page: Page, accountNumber: string, address: string): Promise<readonly string[]> {
  const found: string[] = []
  const look = async (name: string) => found.push(...(await pageFaults(page, `register-${name}`)))
  await page.goto(portal.origin + paths.register())
  await page.getByLabel('Account number').waitFor()
  await look('account')
  await pressed(page, 'Next')
  await page.getByRole('alert').waitFor()
  await look('account-errors')
  await page.getByLabel('Account number').fill(accountNumber)
  await pressed(page, 'Next')
  await stage(page, 'Send Verification Code')
  await look('option')
  // The whole card is its label and takes the press.
  await page.getByRole('radio', { name: 'A different mobile number' }).check({ force: true })
  await page.getByRole('textbox', { name: 'Mobile number' }).pressSequentially('0155550100')
  await pressed(page, 'Send')
  await page.getByRole('alert').waitFor()
  await look('option-errors')
  await page.getByRole('radio', { name: 'A different email address' }).check({ force: true })
  await page.getByRole('textbox', { name: 'Email address' }).fill(address)
  await page.getByRole('textbox', { name: 'Amount of your last bill' }).fill(await newestBillOf(accountNumber))
  await pressed(page, 'Send')
  await stage(page, 'Enter Verification Code')
  await look('code')
  await page.getByLabel('Verification code').fill('000000')
  await pressed(page, 'Verify')
  await page.getByRole('alert').waitFor()
  await look('code-wrong')
  await page.getByLabel('Verification code').fill(await readCode(portal.origin, address))
  await pressed(page, 'Verify')
  await stage(page, 'Complete Registration')
  await look('form')
  await pressed(page, 'Complete Registration')
  await page.getByRole('alert').waitFor()
  await look('form-errors')
  await page.getByLabel('Username').fill('walker')
  await page.getByLabel('Confirm email').fill(address)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await page.getByLabel('Security question').selectOption({ index: 1 })
  await page.getByLabel('Security answer').fill('Rex')
  await page.locator('[data-ui="strength-meter"][data-strength]').waitFor()
  await look('form-filled')
  await pressed(page, 'Complete Registration')
  await stage(page, 'You are registered')
  await look('done')
  return found
}
