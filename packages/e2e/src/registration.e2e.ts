import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, unexpected } from './support/browser.ts'
import { closeCodes, giveRecoveryCode, pressed, setUpApp } from './support/authenticator-app.ts'
import { focused, pressByKeyboard, tabTo, hasFocus } from './support/keyboard.ts'
import { readCode } from './support/mailbox.ts'
import { giveCredentials, onOverview, signIn, signOut } from './support/member.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const password = 'gX7#pLq2vR'
const stage = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true }).waitFor()
const success = (page: Page, email: string) =>
  page.getByText(`User has been successfully registered with email ${email}`, { exact: true }).waitFor()

async function findAccount(page: Page, accountNumber: string): Promise<void> {
  await page.goto(portal.origin + paths.register())
  await page.getByLabel('Account number').fill(accountNumber)
  await pressed(page, 'Next')
  await stage(page, 'Send Verification Code')
}

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

describe('registering', () => {
  test('account 102000101 registers with the code from its mail, signs in, sets up an app, loses it and gets in with a recovery code [REL-29, RG-01, RG-70]', async () => {
    const visitor = await newVisitor()
    const { page, context } = visitor
    const large: string[] = []
    page.on('response', async (response) => {
      const length = Number(response.headers()['content-length'] ?? '0')
      if (response.url().endsWith('.js') && length > 150_000) large.push(response.url())
    })
    await findAccount(page, '102000101')
    // The whole card is its label and takes the press.
    await page.getByRole('radio', { name: 'Email to t***@example.org' }).check({ force: true })
    await pressed(page, 'Send')
    await stage(page, 'Enter Verification Code')
    await page.getByLabel('Verification code').fill('000000')
    await pressed(page, 'Verify')
    await page.getByRole('alert').getByText('Account verification is unsuccessful.').waitFor()
    await expect.poll(() => hasFocus(page.getByLabel('Verification code'))).toBe(true)
    await page.keyboard.type(await readCode(portal.origin, 'tess.hartley@example.org'))
    await pressed(page, 'Verify')
    await stage(page, 'Complete Registration')
    await page.getByText('Account verification is successful.').waitFor()

    expect(await page.getByLabel('Member number').inputValue()).toBe('10020')
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('tess.hartley@example.org')
    await page.getByLabel('Username').fill('ada.lindqvist')
    await page.getByLabel('Email', { exact: true }).focus()
    await page.locator('[data-ui="field-error"]').getByText('The username has already been registered.').waitFor()
    await page.getByLabel('Username').fill('tess.hartley')
    await page.getByLabel('Email', { exact: true }).focus()
    await page.getByText('This username is available.').waitFor()
    expect(large).toEqual([])
    await page.getByLabel('Password', { exact: true }).fill('Password1!')
    await page.getByText('Password strength: weak').waitFor()
    // Its dictionaries came only now.
    expect(large).not.toEqual([])
    await page.getByLabel('Confirm password', { exact: true }).fill('Password1!')
    await page.getByLabel('Security question').selectOption({ index: 1 })
    await page.getByLabel('Security answer').fill('Rex')
    await pressed(page, 'Complete Registration')
    await page
      .getByRole('alert')
      .getByText(/This password is too easy to guess/u)
      .waitFor()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password', { exact: true }).fill(password)
    await pressed(page, 'Complete Registration')
    await success(page, 'tess.hartley@example.org')

    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(portal.origin + paths.login())
    await signIn(page, portal.origin, 'tess.hartley', password)
    await page.getByText('102000101').first().waitFor()

    const { codes } = await setUpApp(page, portal.origin)
    await closeCodes(page)
    await signOut(page)
    await page.goto(portal.origin + paths.login())
    await giveCredentials(page, 'tess.hartley', password)
    await giveRecoveryCode(page, codes[0] ?? '')
    await onOverview(page)
    await page.getByText('102000101').first().waitFor()
    expect(unexpected(visitor)).toEqual([])
    expect([...visitor.origins]).toEqual([portal.origin])
  })

  test('an account that no code can reach reads to call customer support [RG-28]', async () => {
    const { page } = await newVisitor()
    await page.goto(portal.origin + paths.register())
    await page.getByLabel('Account number').fill('102100101')
    await pressed(page, 'Next')
    const sentence = 'Unable to fetch details for entered account. Please contact customer support.'
    await page.getByRole('alert').getByText(sentence).waitFor()
    expect(await page.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true')
  })

  test('entering a contact, the code, the form and the first login need only a keyboard [RG-17]', async () => {
    await portal.set({ allowUserProvidedContact: 'Y', paperlessOptions: 'BOTH' })
    const billAmount = await newestBillOf('102100101')
    const { page, context } = await newVisitor()
    const { keyboard } = page
    await page.goto(portal.origin + paths.register())
    await tabTo(page, page.getByLabel('Account number'))
    await keyboard.type('102100101')
    await keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Send Verification Code')
    await keyboard.press('Tab')
    await keyboard.press('Space')
    expect(await page.getByRole('radio', { name: 'A different email address' }).isChecked()).toBe(true)
    await tabTo(page, page.getByRole('textbox', { name: 'Email address' }))
    await keyboard.type('Pat.Doe@Example.net')
    await tabTo(page, page.getByRole('textbox', { name: 'Amount of your last bill' }))
    await keyboard.type(billAmount)
    await keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Enter Verification Code')
    await tabTo(page, page.getByLabel('Verification code'))
    await keyboard.type(await readCode(portal.origin, 'pat.doe@example.net'))
    await keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Complete Registration')
    for (const [label, words] of [
      ['Username', 'pat.doe'],
      ['Password', password],
      ['Confirm password', password],
    ] as const) {
      await tabTo(page, page.getByLabel(label, { exact: true }))
      await keyboard.type(words)
    }
    await tabTo(page, page.getByLabel('Security question'))
    await keyboard.press('ArrowDown')
    await tabTo(page, page.getByLabel('Security answer'))
    await keyboard.type('Rex')
    await tabTo(page, page.getByLabel('E-Billing', { exact: true }))
    await keyboard.press('Space')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Complete Registration' }))
    const confirmation = page.getByLabel(/^I agree/u)
    await expect.poll(() => hasFocus(confirmation)).toBe(true)
    await keyboard.press('Space')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Complete Registration' }))
    await success(page, 'pat.doe@example.net')
    await pressByKeyboard(page, page.getByRole('link', { name: 'Sign in', exact: true }))
    await tabTo(page, page.getByLabel('Username'))
    await keyboard.type('pat.doe')
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await keyboard.type(password)
    await keyboard.press('Enter')
    await onOverview(page)
  })
})

const words = {
  en: {
    account: 'Account number',
    next: 'Next',
    option: 'Send Verification Code',
    ownPhone: 'A different mobile number',
    phone: 'Mobile number',
    ownEmail: 'A different email address',
    email: 'Email address',
    billAmount: 'Amount of your last bill',
    send: 'Send',
    codeStage: 'Enter Verification Code',
    code: 'Verification code',
    verify: 'Verify',
    submit: 'Complete Registration',
    fields: ['Username', 'Password', 'Confirm password', 'Security question', 'Security answer'],
    confirmEmail: 'Confirm email',
    done: 'You are registered',
  },
  es: {
    account: 'Número de cuenta',
    next: 'Siguiente',
    option: 'Enviar código de verificación',
    ownPhone: 'Otro celular',
    phone: 'Celular',
    ownEmail: 'Otra dirección de correo electrónico',
    email: 'Dirección de correo electrónico',
    billAmount: 'Monto de su última factura',
    send: 'Enviar',
    codeStage: 'Ingresar código de verificación',
    code: 'Código de verificación',
    verify: 'Verificar',
    submit: 'Completar registro',
    fields: [
      'Nombre de usuario',
      'Contraseña',
      'Confirme la contraseña',
      'Pregunta de seguridad',
      'Respuesta de seguridad',
    ],
    confirmEmail: 'Confirme el correo electrónico',
    done: 'Su registro está completo',
  },
} as const

/** Walks through every state with and without errors. @returns what is wrong with any of them. */
async function walk(page: Page, language: keyof typeof words, accountNumber: string): Promise<readonly string[]> {
  const text = words[language]
  const found: string[] = []
  const look = async (name: string) =>
    found.push(...(await pageFaults(page, `${language}-register-${name}`, { translated: language === 'es' })))
  const address = `${language}@example.net`
  await page.goto(portal.origin + paths.register())
  await page.getByLabel(text.account).waitFor()
  await look('account')
  await pressed(page, text.next)
  await page.getByRole('alert').waitFor()
  await look('account-errors')
  await page.getByLabel(text.account).fill(accountNumber)
  await pressed(page, text.next)
  await stage(page, text.option)
  await look('option')
  await page.getByRole('radio', { name: text.ownPhone }).check({ force: true })
  await page.getByRole('textbox', { name: text.phone }).pressSequentially('0155550100')
  await pressed(page, text.send)
  await page.getByRole('alert').waitFor()
  await look('option-errors')
  await page.getByRole('radio', { name: text.ownEmail }).check({ force: true })
  await page.getByRole('textbox', { name: text.email }).fill(address)
  await page.getByRole('textbox', { name: text.billAmount }).fill(await newestBillOf(accountNumber))
  await pressed(page, text.send)
  await stage(page, text.codeStage)
  await look('code')
  await page.getByLabel(text.code).fill('000000')
  await pressed(page, text.verify)
  await page.getByRole('alert').waitFor()
  await look('code-wrong')
  await page.getByLabel(text.code).fill(await readCode(portal.origin, address))
  await pressed(page, text.verify)
  await stage(page, text.submit)
  await look('form')
  await pressed(page, text.submit)
  await page.getByRole('alert').waitFor()
  await look('form-errors')
  const [username, secret, confirm, question, answer] = text.fields
  await page.getByLabel(username).fill(`walker ${language}`)
  await page.getByLabel(text.confirmEmail).fill(address)
  await page.getByLabel(secret, { exact: true }).fill(password)
  await page.getByLabel(confirm, { exact: true }).fill(password)
  await page.getByLabel(question).selectOption({ index: 1 })
  await page.getByLabel(answer).fill('Rex')
  await page.locator('[data-ui="strength-meter"][data-strength]').waitFor()
  await look('form-filled')
  await pressed(page, text.submit)
  await stage(page, text.done)
  await look('done')
  return found
}

describe('axe, 320 px and the size of targets, light and dark', () => {
  for (const [language, accountNumber] of [
    ['en', '102900101'],
    ['es', '200000101'],
  ] as const) {
    test(`every state of registration with and without errors, in ${language === 'en' ? 'English' : 'Spanish'}`, async () => {
      await portal.set({
        allowUserProvidedContact: 'Y',
        paperlessOptions: 'BOTH',
        marketingSignup: 'Y',
        keyEmailTwice: 'Y',
      })
      const { page } = await newVisitor({ locale: language === 'es' ? 'es-US' : 'en-US' })
      expect(await walk(page, language, accountNumber)).toEqual([])
    })
  }
})
