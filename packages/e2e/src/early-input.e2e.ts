import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { desk, newVisitor, phone, unexpected, type Visitor } from './support/browser.ts'
import { hasTakenOver } from './support/keyboard.ts'
import { giveCredentials, onOverview, storedUser } from './support/member.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { takePictures } from './support/shots.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

interface Scripts {
  readonly hold: () => void
  readonly release: () => void
}

/** Holds every script of the portal back until it is released, as on a slow phone. */
async function holdScripts(page: Page): Promise<Scripts> {
  let gate = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise
    // A page that was left no longer needs its scripts.
    await route.continue().catch(() => undefined)
  })
  return {
    hold: () => {
      gate = Promise.withResolvers()
    },
    release: () => gate.resolve(),
  }
}

/** Opens a page without its scripts: what happens next happens to the served frame. */
const openFrame = async (page: Page, path: string) => {
  await page.goto(portal.origin + path, { waitUntil: 'commit' })
  await page.getByRole('contentinfo').waitFor()
}

async function takeOver({ page, scripts }: Opened): Promise<void> {
  scripts.release()
  await expect.poll(() => hasTakenOver(page)).toBe(true)
}

interface EarlyPage {
  readonly name: string
  readonly path: string
  /** Heading in Spanish. */
  readonly inSpanish: string
  readonly member?: string
}

const pages = {
  home: { name: 'home', path: paths.home(), inSpanish: 'Pague su factura sin iniciar sesión' },
  quickPay: { name: 'Quick Pay', path: paths.quickPay(), inSpanish: 'Pago rápido' },
  login: { name: 'login', path: paths.login(), inSpanish: 'Iniciar sesión' },
  overview: {
    name: 'overview',
    path: paths.accountOverview(),
    inSpanish: 'Resumen de la cuenta',
    member: 'ada.lindqvist',
  },
  payment: { name: 'payment', path: paths.payMultiple(), inSpanish: 'Hacer un pago', member: 'ada.lindqvist' },
} as const satisfies Record<string, EarlyPage>

type Opened = Visitor & { readonly scripts: Scripts }

async function open({ path, member }: EarlyPage, viewport: { width: number; height: number } = phone): Promise<Opened> {
  const visitor = await newVisitor({ viewport })
  if (member !== undefined) await signInByCall(visitor.page, portal.origin, member)
  const scripts = await holdScripts(visitor.page)
  await openFrame(visitor.page, path)
  return { ...visitor, scripts }
}

test.each([pages.home, pages.quickPay, pages.overview])(
  'before the scripts have loaded, $name opens its menus, turns dark and changes to Spanish, and all of it stays once they load',
  async (opened: EarlyPage) => {
    const visitor = await open(opened, desk)
    const { page, scripts } = visitor
    const menu = page.getByRole('navigation', { name: 'Main' })
    const more = menu.getByRole('button', { name: 'More' })
    const link = menu.getByRole('link', { name: 'Services and Products' })
    await more.focus()
    await page.keyboard.press('Enter')
    expect(await more.getAttribute('aria-expanded')).toBe('true')
    await link.waitFor()
    await page.keyboard.press('Escape')
    expect(await more.getAttribute('aria-expanded')).toBe('false')
    await page.setViewportSize(phone)
    await menu.getByRole('button', { name: 'Menu' }).click()
    await more.click()
    await link.waitFor()
    const colors = page.getByRole('combobox', { name: 'Appearance' })
    await colors.selectOption('dark')
    await more.focus()
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme'])
    expect([await theme(), await hasTakenOver(page)]).toEqual(['dark', false])
    await takePictures(page, `early-${opened.name}-menu`)
    await takeOver(visitor)
    expect([await link.isVisible(), await more.getAttribute('aria-expanded')]).toEqual([true, 'true'])
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('More')
    expect([await theme(), await colors.inputValue()]).toEqual(['dark', 'dark'])
    await link.click()
    await page.waitForURL(portal.origin + paths.servicesProducts())

    scripts.hold()
    await openFrame(page, opened.path)
    expect(await theme()).toBe('dark')
    await page.getByRole('banner').getByRole('button', { name: 'Español' }).click()
    await page.getByRole('banner').getByRole('button', { name: 'English' }).waitFor()
    expect(await hasTakenOver(page)).toBe(false)
    await takePictures(page, `early-${opened.name}-es`)
    await takeOver(visitor)
    await page.getByRole('heading', { level: 1, name: opened.inSpanish }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('es')
    expect(unexpected(visitor)).toEqual([])
  },
)

describe('before the scripts have loaded', () => {
  test('the links to sign in and to pay lead there at once', async () => {
    const visitor = await open(pages.home)
    const { page } = visitor
    await page.getByRole('main').getByRole('button', { name: 'Quick Pay' }).click()
    await page.waitForURL(portal.origin + paths.quickPay(), { waitUntil: 'commit' })
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await page.waitForURL(portal.origin + paths.login(), { waitUntil: 'commit' })
    expect(await hasTakenOver(page)).toBe(false)
  })

  test('text typed into Quick Pay stays, with the focus and over a change of language, and is sent once the scripts load', async () => {
    const visitor = await open(pages.quickPay)
    const { page } = visitor
    const field = page.getByLabel('Account number')
    await field.pressSequentially('100100')
    await takeOver(visitor)
    expect(await field.inputValue()).toBe('100100')
    await page.keyboard.type('101')
    expect(await field.inputValue()).toBe('100100101')
    visitor.scripts.hold()
    await openFrame(page, paths.quickPay())
    await field.pressSequentially('100100101')
    await page.getByLabel('Last 4 digits of your phone number').pressSequentially('4821')
    await page.keyboard.press('Enter')
    expect(await hasTakenOver(page)).toBe(false)
    visitor.scripts.release()
    await page.getByRole('heading', { level: 2, name: 'Is this your account?' }).waitFor()
    expect(page.url()).toBe(portal.origin + paths.quickPay())
    visitor.scripts.hold()
    await openFrame(page, paths.quickPay())
    await field.pressSequentially('100100101')
    await page.getByRole('banner').getByRole('button', { name: 'Español' }).click()
    await takeOver(visitor)
    await page.getByRole('heading', { level: 1, name: 'Pago rápido' }).waitFor()
    expect(await page.locator('input[name="accountNumber"]').inputValue()).toBe('100100101')
    expect(unexpected(visitor)).toEqual([])
  })

  test('username and password are typed and sent, and sign the member in once the scripts load', async () => {
    const visitor = await open(pages.login)
    const { page } = visitor
    await giveCredentials(page, 'ada.lindqvist')
    expect(await hasTakenOver(page)).toBe(false)
    visitor.scripts.release()
    await onOverview(page)
    expect(page.url()).not.toContain('password')
    expect(unexpected(visitor)).toEqual([])
  })

  test('a member who presses Sign Out is signed out once the scripts load', async () => {
    const visitor = await open(pages.overview)
    const { page } = visitor
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    expect(await hasTakenOver(page)).toBe(false)
    visitor.scripts.release()
    await expect.poll(() => storedUser(page)).toBeNull()
  })

  test('the payment page shows its heading and what to choose, which stay where they are once the scripts load', async () => {
    const visitor = await open(pages.payment)
    const { page } = visitor
    const heading = page.getByRole('heading', { level: 1, name: 'Make a payment' })
    const lead = page.getByText('Choose the accounts to pay, how much and how.')
    const skeleton = page.getByRole('main').locator('[data-ui="skeleton"]')
    const places = async () => [await heading.boundingBox(), await lead.boundingBox()]
    const before = await places()
    expect((await skeleton.boundingBox())?.height).toBe(448)
    expect(await hasTakenOver(page)).toBe(false)
    await takePictures(page, 'early-payment')
    await takeOver(visitor)
    await page.getByRole('button', { name: 'Pay', exact: true }).waitFor()
    expect(await places()).toEqual(before)
    expect(unexpected(visitor)).toEqual([])
  })

  test.each([
    { who: 'who never signed in', keepsCookie: false },
    { who: 'whose session only the cookie remembers', keepsCookie: true },
  ])('the payment page shows nothing of itself to a visitor $who, and leads to sign in', async ({ keepsCookie }) => {
    const visitor = await newVisitor()
    const { page, context } = visitor
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await page.evaluate(() => localStorage.clear())
    if (!keepsCookie) await context.clearCookies()
    const scripts = await holdScripts(page)
    await openFrame(page, paths.payMultiple())
    expect(await page.locator('main').innerText()).toBe('')
    expect(await page.locator('main h1').count()).toBe(keepsCookie ? 1 : 0)
    expect(await hasTakenOver(page)).toBe(false)
    scripts.release()
    await page.waitForURL(portal.origin + paths.login({ returnUrl: paths.payMultiple() }))
    expect(unexpected(visitor)).toEqual([])
  })

  test("the overview's reads are under way, and the page does not repeat them", async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    // The calls of the previous page have their answers.
    await page.waitForLoadState('networkidle')
    const scripts = await holdScripts(page)
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(new URL(request.url()).pathname + new URL(request.url()).search)
    })
    await openFrame(page, paths.accountOverview())
    await expect.poll(() => calls.filter((address) => address.includes('/members/')).length).toBe(4)
    expect(await hasTakenOver(page)).toBe(false)
    const early = [...calls]
    scripts.release()
    await page
      .getByRole('button', { name: /^Details/u })
      .first()
      .waitFor()
    expect(calls.filter((address) => early.includes(address))).toEqual(early)
    expect(unexpected(visitor)).toEqual([])
  })
})
