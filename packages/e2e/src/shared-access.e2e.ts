import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { desk, newVisitor, phone, unexpected } from './support/browser.ts'
import { pressByKeyboard } from './support/keyboard.ts'
import { readMail } from './support/mailbox.ts'
import { pageFaults } from './support/page-faults.ts'
import { card } from './support/quick-payer.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { signInByCall } from './support/sign-in-by-call.ts'
import { signInStaff } from './support/staff.ts'

/** Harder to guess than that of the demo members. */
const password = 'Tamarack*Creek71'

/** The fields of the provider's page, whose labels are in the payer's language. */
const guestsCard = {
  cardNumber: card.approved,
  cardName: 'Book Keeper',
  cardExpiry: '12/39',
  cardCvc: '123',
  cardZip: '54701',
}

let portal: PortalUnderTest
beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const openTab = async (page: Page) => page.goto(portal.origin + paths.myProfile({ tab: 'people' }))

const words = {
  en: {
    invite: 'Invite someone',
    name: 'Name',
    email: 'Email',
    send: 'Send invitation',
    sendCode: 'Send code',
    code: 'Verification code',
    username: 'Username',
    password: 'Password',
    confirm: 'Confirm password',
    create: 'Create login and accept',
    accept: 'Accept access',
    signIn: 'Sign In',
    view: 'View bill of',
    activity: 'Activity of Bookkeeper',
    end: 'End access for Bookkeeper',
    endNow: 'End access',
    active: 'Has access',
    ended: 'Bookkeeper can no longer see your accounts.',
    gone: 'You cannot see this account',
    mail: 'You are invited',
    bookkeeper: 'Bookkeeper',
    seeAndPay: /^See and pay/u,
    pay: 'Pay',
    payTitle: 'Pay this account',
    paid: 'Your payment was successfully processed',
    done: 'Done',
    payments: 'Payments',
    stop: 'Stop payments by Bookkeeper',
    stopNow: 'Stop payments',
    stopped: 'Bookkeeper can no longer pay your accounts.',
    allow: 'Allow payments by Bookkeeper',
    allowNow: 'Allow payments',
    allowed: 'Bookkeeper can now pay your accounts.',
  },
  es: {
    invite: 'Invitar a alguien',
    name: 'Nombre',
    email: 'Correo electrónico',
    send: 'Enviar invitación',
    sendCode: 'Enviar código',
    code: 'Código de verificación',
    username: 'Nombre de usuario',
    password: 'Contraseña',
    confirm: 'Confirme la contraseña',
    create: 'Crear usuario y aceptar',
    accept: 'Aceptar el acceso',
    signIn: 'Iniciar sesión',
    view: 'Ver la factura del',
    activity: 'Actividad de Bookkeeper',
    end: 'Terminar el acceso de Bookkeeper',
    endNow: 'Terminar el acceso',
    active: 'Tiene acceso',
    ended: 'Bookkeeper ya no puede ver sus cuentas.',
    gone: 'No puede ver esta cuenta',
    mail: 'Le invitan a ver',
    bookkeeper: 'Bookkeeper',
    seeAndPay: /^Ver y pagar/u,
    pay: 'Pagar',
    payTitle: 'Pagar esta cuenta',
    paid: 'Su pago se procesó correctamente',
    done: 'Listo',
    payments: 'Pagos',
    stop: 'Impedir pagos de Bookkeeper',
    stopNow: 'Impedir pagos',
    stopped: 'Bookkeeper ya no puede pagar sus cuentas.',
    allow: 'Permitir pagos de Bookkeeper',
    allowNow: 'Permitir pagos',
    allowed: 'Bookkeeper ya puede pagar sus cuentas.',
  },
} as const

type Language = keyof typeof words

/** The member invites someone. @returns the address of the link in the mail. */
async function invite(
  page: Page,
  language: Language,
  email: string,
  { shots, toPay = false }: { readonly shots: string; readonly toPay?: boolean },
): Promise<string> {
  const text = words[language]
  await openTab(page)
  await button(page, text.invite).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(text.name, { exact: true }).fill(text.bookkeeper)
  await dialog.getByLabel(text.email, { exact: true }).fill(email)
  await dialog.getByRole('checkbox').first().check()
  // The whole card is its label and takes the press.
  if (toPay) await dialog.getByRole('radio', { name: text.seeAndPay }).check({ force: true })
  expect(await pageFaults(page, `${shots}-invite`, { translated: language === 'es' })).toEqual([])
  await pressByKeyboard(page, dialog.getByRole('button', { name: text.send, exact: true }))
  await page.getByRole('rowheader', { name: email }).waitFor()
  expect(await pageFaults(page, `${shots}-people`, { translated: language === 'es' })).toEqual([])
  const mail = await readMail(portal.origin, new RegExp(`${email}[\\s\\S]*accept-access\\?token=`, 'u'))
  return /https?:\/\/\S+\/accept-access\?token=[\w-]{32}/u.exec(mail)?.[0] ?? ''
}

/** The member lets the person pay, or takes that back. */
async function changeRights(page: Page, open: string, confirm: string, done: string): Promise<void> {
  await button(page, open).click()
  await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click()
  await page.getByText(done).first().waitFor()
}

async function codeFor(page: Page, email: string): Promise<string> {
  const mail = await readMail(portal.origin, new RegExp(`${email}[\\s\\S]*(?<!\\d)\\d{6}(?!\\d)`, 'u'))
  return /(?<!\d)\d{6}(?!\d)/u.exec(mail)?.[0] ?? ''
}

test.for([
  ['en', 'ada.lindqvist'],
  ['es', 'maya.iyer'],
] as const)(
  'a member invites a bookkeeper without a login, who sees and pays the account until the member ends it (%s)',
  async ([language, member]) => {
    const text = words[language]
    const shots = `shared-access-${language}`
    const looking = { translated: language === 'es' }
    const email = `bookkeeper.${language}@example.org`
    const locale = language === 'es' ? 'es-US' : 'en-US'
    const [owner, guest] = [await newVisitor({ viewport: desk, locale }), await newVisitor({ viewport: phone, locale })]
    await signInByCall(owner.page, portal.origin, member)
    await owner.page.evaluate((chosen) => localStorage.setItem('mcp_language', chosen), language)
    const link = await invite(owner.page, language, email, { shots, toPay: true })

    const { page } = guest
    await page.goto(link)
    await button(page, text.sendCode).waitFor()
    expect(await page.locator('main').innerText()).not.toContain('bookkeeper')
    expect(await pageFaults(page, `${shots}-invitation`, looking)).toEqual([])
    await button(page, text.sendCode).click()
    await page.getByLabel(text.code, { exact: true }).fill(await codeFor(page, email))
    await page.getByLabel(text.username, { exact: true }).fill(`book.keeper.${language}`)
    await page.getByLabel(text.password, { exact: true }).fill(password)
    await page.getByLabel(text.confirm, { exact: true }).fill(password)
    expect(await pageFaults(page, `${shots}-register`, looking)).toEqual([])
    await button(page, text.create).click()
    await page.getByRole('main').getByRole('link', { name: text.signIn, exact: true }).click()
    await page.getByLabel(text.username, { exact: true }).fill(`book.keeper.${language}`)
    await page.getByLabel(text.password, { exact: true }).fill(password)
    await page.getByLabel(text.password, { exact: true }).press('Enter')
    await page.waitForURL(`**${paths.sharedWithMe()}`)
    await page.getByRole('rowheader').first().waitFor()
    expect(await pageFaults(page, `${shots}-with-me`, looking)).toEqual([])

    await page.getByRole('rowheader').first().getByRole('link').click()
    await page.waitForURL(`**${paths.sharedAccount()}?**`)
    const bill = page.getByRole('button', { name: text.view }).first()
    await bill.waitFor()
    expect(await pageFaults(page, `${shots}-account`, looking)).toEqual([])
    await pressByKeyboard(page, bill)
    await page.getByRole('dialog').getByRole('rowheader').first().waitFor()
    expect(await pageFaults(page, `${shots}-bill`, looking)).toEqual([])
    await page.keyboard.press('Escape')
    // Every other page of members leads back.
    await page.goto(portal.origin + paths.accountOverview())
    await page.waitForURL(`**${paths.sharedWithMe()}`)
    await page.goto(portal.origin + paths.accountProfile())
    await page.waitForURL(`**${paths.sharedWithMe()}`)
    await page.goto(portal.origin + paths.myProfile())
    await page.getByRole('tab').first().waitFor()
    expect(await pageFaults(page, `${shots}-own-login`, looking)).toEqual([])
    await page.goto(portal.origin + paths.sharedWithMe())
    await page.getByRole('rowheader').first().getByRole('link').click()
    await bill.waitFor()

    const shared = page.url()
    await pressByKeyboard(page, button(page, text.pay))
    await page.getByRole('heading', { level: 2, name: text.payTitle }).waitFor()
    await button(page, text.pay).waitFor()
    expect(await pageFaults(page, `${shots}-pay`, looking)).toEqual([])
    await page.locator('main input[inputmode="decimal"]').fill('12.34')
    await button(page, text.pay).click()
    await page.waitForURL(`${portal.providerOrigin}/pay/**`)
    for (const [name, value] of Object.entries(guestsCard)) await page.locator(`[name="${name}"]`).fill(value)
    await page.getByRole('button', { name: /^(?:Pay|Pagar) \$/u }).click()
    await page.getByRole('heading', { level: 1, name: text.paid }).waitFor()
    await page.getByText('$12.34').first().waitFor()
    expect(new URL(page.url()).searchParams.get('encodedParam')).toBe(null)
    expect(await pageFaults(page, `${shots}-paid`, looking)).toEqual([])
    await page.getByRole('link', { name: text.done, exact: true }).click()
    await page.waitForURL(`**${paths.sharedWithMe()}`)
    // In the language of the member's login.
    const paidMail = new RegExp(`A payment was made on your account[\\s\\S]*${email} paid \\$12\\.34`, 'u')
    await readMail(portal.origin, paidMail)

    await openTab(owner.page)
    await owner.page.getByText(text.active).waitFor()
    await button(owner.page, text.activity).click()
    await owner.page.getByRole('dialog').getByRole('table', { name: text.payments }).getByText('$12.34').waitFor()
    expect(await pageFaults(owner.page, `${shots}-activity`, looking)).toEqual([])
    await owner.page.keyboard.press('Escape')
    await changeRights(owner.page, text.stop, text.stopNow, text.stopped)
    await page.goto(shared)
    await bill.waitFor()
    expect(await button(page, text.pay).count()).toBe(0)
    await changeRights(owner.page, text.allow, text.allowNow, text.allowed)
    expect(await pageFaults(owner.page, `${shots}-allowed`, looking)).toEqual([])
    await page.reload()
    await button(page, text.pay).waitFor()

    await button(owner.page, text.end).click()
    await owner.page.getByRole('dialog').getByRole('button', { name: text.endNow, exact: true }).click()
    await owner.page.getByText(text.ended).first().waitFor()

    await page.reload()
    await page.getByText(text.gone).waitFor()
    expect(await pageFaults(page, `${shots}-gone`, looking)).toEqual([])
    const late = await newVisitor({ locale })
    await late.page.goto(link)
    await late.page.getByRole('alert').waitFor()
    expect(await button(late.page, text.sendCode).count()).toBe(0)
    expect(unexpected(owner)).toEqual([])
  },
)

test('a member with a login of their own accepts after signing in, until staff end the access', async () => {
  const [owner, guest] = [await newVisitor({ viewport: desk }), await newVisitor({ viewport: desk })]
  await signInByCall(owner.page, portal.origin, 'henry.walsh')
  const email = 'neighbor@example.org'
  const link = await invite(owner.page, 'en', email, { shots: 'shared-access-neighbor' })
  const { page } = guest
  await signInByCall(page, portal.origin, 'luis.romero')
  await page.goto(link)
  await button(page, words.en.sendCode).click()
  await page.getByLabel(words.en.code, { exact: true }).fill('000000')
  await button(page, words.en.accept).click()
  await page.getByText('This code is not right or has expired.', { exact: false }).first().waitFor()
  await page.getByLabel(words.en.code, { exact: true }).fill(await codeFor(page, email))
  await button(page, words.en.accept).click()
  await page.waitForURL(`**${paths.sharedWithMe()}?accepted=true`)
  await page.getByText('You can now see these accounts.').waitFor()
  expect(await pageFaults(page, 'shared-access-accepted')).toEqual([])
  expect(paths.acceptAccess()).toBe(new URL(link).pathname)

  const staff = await newVisitor({ viewport: desk })
  await signInStaff(staff.page, portal.origin, 'demo.support')
  await staff.page.getByLabel('Name, account, phone').fill('henry walsh')
  await staff.page.getByRole('button', { name: 'Search' }).click()
  await staff.page.getByRole('link', { name: 'Henry Walsh' }).click()
  await button(staff.page, 'End the access of Bookkeeper').first().waitFor()
  expect(await pageFaults(staff.page, 'staff-people')).toEqual([])
  const row = staff.page.getByRole('row').filter({ hasText: email })
  await row.getByRole('button').click()
  await staff.page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
  await staff.page.getByText('The access has ended.').waitFor()
  await row.getByText('Ended').waitFor()
  await page.reload()
  await page.getByText('No accounts are shared with you.').waitFor()
  expect(unexpected(staff)).toEqual([])
})
