import { paths } from '@coopline/contract/paths'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { desk, newVisitor, phone, unexpected } from './support/browser.ts'
import { hasFocus, pressByKeyboard } from './support/keyboard.ts'
import { readCode, readMail } from './support/mailbox.ts'
import { demoPassword } from './support/member.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { signInByCall } from './support/sign-in-by-call.ts'
import { staffApp } from './support/staff.ts'

let portal: PortalUnderTest
beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const words = {
  en: {
    username: 'Username',
    password: 'Password',
    app: 'Code from your authenticator app',
    signIn: 'Sign in',
    find: 'Find a member',
    add: 'Add a contact',
    mobile: 'Mobile number',
    send: 'Send code',
    code: 'Code',
    verified: 'is verified.',
    invite: 'Invite someone',
    name: 'Name',
    email: 'Email',
    sendInvitation: 'Send invitation',
    resendCode: /^Resend code to/u,
    codeTitle: 'Send a new code?',
    resend: 'Resend code',
    codeDone: 'The new code is on its way.',
    resendInvitation: 'Resend invitation to Bookkeeper',
    invitationTitle: 'Send this invitation again?',
    again: 'Resend invitation',
    invitationDone: 'The invitation is on its way.',
    limit: /^Nothing was sent: .*You can try again on/u,
    seenCode: 'Our staff sent a new code to a contact that you have not verified',
    seenInvitation: 'Our staff resent one of your invitations',
  },
  es: {
    username: 'Nombre de usuario',
    password: 'Contraseña',
    app: 'Código de su aplicación',
    signIn: 'Iniciar sesión',
    find: 'Buscar un miembro',
    add: 'Agregar un contacto',
    mobile: 'Número de celular',
    send: 'Enviar código',
    code: 'Código',
    verified: 'Se verificó',
    invite: 'Invitar a alguien',
    name: 'Nombre',
    email: 'Correo electrónico',
    sendInvitation: 'Enviar invitación',
    resendCode: /^Reenviar código a/u,
    codeTitle: '¿Enviar un código nuevo?',
    resend: 'Reenviar código',
    codeDone: 'El código nuevo está en camino.',
    resendInvitation: 'Reenviar invitación a Bookkeeper',
    invitationTitle: '¿Volver a enviar esta invitación?',
    again: 'Reenviar invitación',
    invitationDone: 'La invitación está en camino.',
    limit: /^No se envió nada: .*puede volver a intentarlo\.$/u,
    seenCode: 'Nuestro personal envió un código nuevo a un contacto que usted no ha verificado',
    seenInvitation: 'Nuestro personal volvió a enviar una invitación suya',
  },
} as const

type Words = (typeof words)['en' | 'es']

async function signInStaff(page: Page, text: Words, username: string): Promise<void> {
  await page.goto(portal.origin + paths.staffSignIn())
  await page.getByLabel(text.username).fill(username)
  await page.getByLabel(text.password, { exact: true }).fill(demoPassword)
  await page.getByLabel(text.app).fill(staffApp.generate())
  await page.getByRole('button', { name: text.signIn, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: text.find }).waitFor()
}

/** The member invites a bookkeeper. @returns the address of the link in the mail. */
async function invite(page: Page, text: Words, email: string): Promise<string> {
  await page.goto(portal.origin + paths.myProfile({ tab: 'people' }))
  await page.getByRole('button', { name: text.invite, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(text.name, { exact: true }).fill('Bookkeeper')
  await dialog.getByLabel(text.email, { exact: true }).fill(email)
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('button', { name: text.sendInvitation, exact: true }).click()
  await page.getByRole('rowheader', { name: email }).waitFor()
  return readLink(page.context(), email)
}

async function readLink(context: BrowserContext, email: string): Promise<string> {
  const mail = await readMail(portal.origin, new RegExp(`${email}[\\s\\S]*accept-access\\?token=`, 'u'))
  return /https?:\/\/\S+\/accept-access\?token=[\w-]{32}/u.exec(mail)?.[0] ?? ''
}

/** The member asks for a code to a new phone. The dialog for the code stays open. @returns the code. */
async function addPhone(page: Page, text: Words, digits: string): Promise<string> {
  await page.goto(portal.origin + paths.manageContacts())
  await page.getByRole('button', { name: text.add, exact: true }).click()
  await page.getByLabel(text.mobile).fill(digits)
  await page.getByRole('button', { name: text.send, exact: true }).click()
  await page.getByLabel(text.code, { exact: true }).waitFor()
  return readCode(portal.origin, digits)
}

test.for([
  ['en', 'demo.support', 'ada.lindqvist', '10001', '7155550131', desk],
  ['es', 'demo.admin', 'ben.ortega', '10002', '7155550132', phone],
] as const)(
  'staff have a code and an invitation sent again by keyboard, and the member uses the new ones (%s)',
  { timeout: 300_000 },
  async ([language, employee, username, number, digits, viewport]) => {
    const text = words[language]
    const looking = { translated: language === 'es' }
    const member = await newVisitor({ locale: `${language}-US`, viewport: desk })
    await signInByCall(member.page, portal.origin, username)
    const email = `books.${language}@example.org`
    const formerLink = await invite(member.page, text, email)
    const formerCode = await addPhone(member.page, text, digits)

    const visitor = await newVisitor({ locale: `${language}-US`, viewport })
    const { page } = visitor
    await signInStaff(page, text, employee)
    await page.goto(portal.origin + paths.staffMember({ number }))
    const button = page.getByRole('button', { name: text.resendCode })
    await button.waitFor()
    expect(await pageFaults(page, `staff-resend-member-${language}`, looking)).toEqual([])
    await pressByKeyboard(page, button)
    const dialog = page.getByRole('dialog', { name: text.codeTitle })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => hasFocus(button)).toBe(true)
    await pressByKeyboard(page, button)
    expect(await pageFaults(page, `staff-resend-code-${language}`, looking)).toEqual([])
    await pressByKeyboard(page, dialog.getByRole('button', { name: text.resend, exact: true }))
    await page.getByText(text.codeDone).waitFor()
    expect(await pageFaults(page, `staff-resend-done-${language}`, looking)).toEqual([])

    const newest = async () => readCode(portal.origin, digits)
    await expect.poll(newest).not.toBe(formerCode)
    await member.page.getByLabel(text.code, { exact: true }).fill(await newest())
    await member.page.getByLabel(text.code, { exact: true }).press('Enter')
    await member.page.getByText(text.verified).waitFor()

    const again = page.getByRole('button', { name: text.resendInvitation })
    const question = page.getByRole('dialog', { name: text.invitationTitle })
    const resendInvitation = async () =>
      pressByKeyboard(page, question.getByRole('button', { name: text.again, exact: true }))
    await pressByKeyboard(page, again)
    expect(await pageFaults(page, `staff-resend-invitation-${language}`, looking)).toEqual([])
    await resendInvitation()
    await page.getByText(text.invitationDone).waitFor()
    await pressByKeyboard(page, again)
    await resendInvitation()
    await page.getByText(text.invitationDone).waitFor()
    await expect.poll(async () => readLink(member.context, email)).not.toBe(formerLink)
    expect(unexpected(visitor)).toEqual([])

    // An address gets three invitations a day. The first was the member's.
    await pressByKeyboard(page, again)
    await resendInvitation()
    await question.getByText(text.limit).waitFor()
    expect(await pageFaults(page, `staff-resend-limit-${language}`, looking)).toEqual([])

    await member.page.goto(portal.origin + paths.myProfile({ tab: 'security' }))
    await member.page.getByText(text.seenCode).waitFor()
    await member.page.getByText(text.seenInvitation).first().waitFor()
  },
)
