import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, unexpected } from './support/browser.ts'
import { focused, pressByKeyboard, tabTo, hasFocus } from './support/keyboard.ts'
import { readMail, readResetLink } from './support/mailbox.ts'
import { demoPassword, giveCredentials, onOverview, signIn } from './support/member.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const password = 'Kiwi-Lampe9!Turm'
const neutral = 'If your details match our records, we have sent an email with a link to set a new password.'
const pressed = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function forgetPassword(page: Page, username: string): Promise<void> {
  await page.goto(portal.origin + paths.forgotPassword())
  await page.getByRole('textbox', { name: 'Username' }).fill(username)
  await pressed(page, 'Send')
  await page.getByText(neutral).waitFor()
}

async function setPassword(page: Page, words: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(words)
  await page.getByLabel('Confirm password', { exact: true }).fill(words)
  await pressed(page, 'Submit')
}

describe('a forgotten password', () => {
  test('is reset by the mailed link, on a page that leaks its address to no one; then only the new password signs in, and the link has expired [REL-29, FP-12, SEC-18]', async () => {
    await portal.set({ googleAnalyticsCode: 'G-TEST', tagManagerUrl: 'https://tags.example/loader.js' })
    const visitor = await newVisitor()
    const { page, context } = visitor
    await page.goto(portal.origin + paths.login())
    await page.getByRole('link', { name: 'Forgot username or password?' }).click()
    await page.waitForURL(portal.origin + paths.forgotPassword())
    await forgetPassword(page, 'ada.lindqvist')

    const link = await readResetLink(portal.origin, 'ada.lindqvist@example.org')
    const answer = await page.goto(link)
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
    await page.getByLabel('Member name').waitFor()
    expect(await page.getByLabel('Member name').inputValue()).toBe('Ada Lindqvist')
    expect(page.url()).toBe(portal.origin + paths.resetPassword())
    await setPassword(page, 'Ada.Lindqvist1!')
    await page
      .getByRole('alert')
      .getByText(/This password is too easy to guess/u)
      .waitFor()
    await setPassword(page, password)
    await page.getByText('Your password has been changed. Sign in with your new password.').waitFor()

    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await giveCredentials(page, 'ada.lindqvist', demoPassword)
    await page.getByRole('alert').waitFor()
    await giveCredentials(page, 'ada.lindqvist', password)
    await onOverview(page)
    await page.goto(link)
    await page.getByRole('alert').getByText('The reset link is invalid or has expired.').waitFor()
    expect([...visitor.origins]).toEqual([portal.origin])
    await portal.set({ googleAnalyticsCode: '' })
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await page.waitForURL(portal.origin + paths.home())
    expect(unexpected(visitor)).toEqual([])
    expect([...visitor.origins]).toEqual([portal.origin])
  })

  test('a login that does not exist gets the same answer [FP-03]', async () => {
    const { page } = await newVisitor()
    await forgetPassword(page, 'nobody.at.all')
    const displayedText = await page.getByRole('main').innerText()
    await forgetPassword(page, 'farid.haddad')
    expect(await page.getByRole('main').innerText()).toBe(displayedText)
  })

  test('the request, the link, the new password and signing in need only a keyboard', async () => {
    const { page, context } = await newVisitor()
    const { keyboard } = page
    await page.goto(portal.origin + paths.forgotPassword())
    await tabTo(page, page.getByRole('textbox', { name: 'Username' }))
    await keyboard.type('carla.nguyen')
    await keyboard.press('Enter')
    await expect.poll(() => focused(page)).toContain(neutral)
    await page.goto(await readResetLink(portal.origin, 'carla.nguyen@example.org'))
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await keyboard.type(password)
    await pressByKeyboard(page, page.getByRole('button', { name: 'Show password', exact: true }))
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
    await tabTo(page, page.getByLabel('Confirm password', { exact: true }))
    await keyboard.type(`${password}x`)
    await keyboard.press('Enter')
    const confirm = page.getByLabel('Confirm password', { exact: true })
    // The summary appears first and hands the keyboard on to the field.
    await page.getByRole('alert').waitFor()
    await expect.poll(() => hasFocus(confirm)).toBe(true)
    await keyboard.press('End')
    await keyboard.press('Backspace')
    await keyboard.press('Enter')
    await expect.poll(() => focused(page)).toContain('Your password has been changed.')
    await pressByKeyboard(page, page.getByRole('link', { name: 'Sign in', exact: true }))
    await tabTo(page, page.getByLabel('Username'))
    await keyboard.type('carla.nguyen')
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await keyboard.type(password)
    await keyboard.press('Enter')
    await onOverview(page)
  })
})

test('a forgotten user name is mailed, and signs in [FP-03]', async () => {
  const { page, context } = await newVisitor()
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

const words = {
  en: {
    username: 'Username',
    send: 'Send',
    byAccount: 'I do not know my username',
    mine: 'My username',
    name: 'Member name',
    secret: 'Password',
    confirm: 'Confirm password',
    submit: 'Submit',
    again: 'Try other details',
  },
  es: {
    username: 'Nombre de usuario',
    send: 'Enviar',
    byAccount: 'No sé mi nombre de usuario',
    mine: 'Mi nombre de usuario',
    name: 'Nombre del miembro',
    secret: 'Contraseña',
    confirm: 'Confirme la contraseña',
    submit: 'Guardar contraseña',
    again: 'Probar con otros datos',
  },
} as const

async function walk(page: Page, language: keyof typeof words, username: string): Promise<readonly string[]> {
  const text = words[language]
  const found: string[] = []
  const look = async (name: string) =>
    found.push(...(await pageFaults(page, `${language}-${name}`, { translated: language === 'es' })))
  await page.goto(portal.origin + paths.forgotPassword())
  await page.getByRole('textbox', { name: text.username }).waitFor()
  await look('forgot')
  await pressed(page, text.byAccount)
  await pressed(page, text.send)
  await page.getByRole('alert').waitFor()
  await look('forgot-errors')
  await page.goto(portal.origin + paths.forgotUsername())
  await page.getByRole('radio', { name: text.mine }).waitFor()
  await look('forgot-username')
  await page.goto(portal.origin + paths.forgotPassword())
  await page.getByRole('textbox', { name: text.username }).fill(username)
  await pressed(page, text.send)
  await page.getByRole('button', { name: text.again }).waitFor()
  await look('forgot-sent')
  await page.goto(portal.origin + paths.resetPassword())
  await page.getByRole('alert').waitFor()
  await look('reset-invalid')
  await page.goto(await readResetLink(portal.origin, `${username}@example.org`))
  await page.getByLabel(text.name).waitFor()
  await look('reset')
  await pressed(page, text.submit)
  await page.getByRole('alert').waitFor()
  await look('reset-errors')
  await page.getByLabel(text.secret, { exact: true }).fill(password)
  await page.getByLabel(text.confirm, { exact: true }).fill(password)
  await page.locator('[data-ui="strength-meter"][data-strength]').waitFor()
  await look('reset-filled')
  await pressed(page, text.submit)
  await page.getByLabel(text.name).waitFor({ state: 'detached' })
  await look('reset-done')
  return found
}

describe('axe, 320 px and the size of targets, light and dark', () => {
  for (const [language, username] of [
    ['en', 'dmitri.kowalski'],
    ['es', 'ben.ortega'],
  ] as const) {
    test(`every state of recovery with and without errors, in ${language === 'en' ? 'English' : 'Spanish'}`, async () => {
      const { page } = await newVisitor({ locale: language === 'es' ? 'es-US' : 'en-US' })
      expect(await walk(page, language, username)).toEqual([])
    })
  }
})
