import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeFindings, newVisitor } from './support/browser.ts'
import { readResetLink } from './support/mailbox.ts'
import { inDialog, pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { card, payByCard } from './support/quick-payer.ts'
import { settled, showTheme } from './support/show-theme.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  // The demo's payments are weeks old.
  await portal.set({ recentPaymentDays: 60 })
  return portal.close
})

async function enterAccount(page: Page, account: readonly [string, string]): Promise<void> {
  await page.goto(portal.origin + paths.quickPay())
  await page.getByLabel('Account number').fill(account[0])
  await page.getByLabel('Last 4 digits of your phone number').fill(account[1])
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Verify' }).waitFor()
}

async function openPay(page: Page, account: readonly [string, string]): Promise<void> {
  await enterAccount(page, account)
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).waitFor()
}

async function walkThroughSite(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  const look = async (name: string) => found.push(...(await pageFaults(page, name)))
  for (const path of [
    paths.home(),
    paths.servicesProducts(),
    paths.legalTerms(),
    paths.paymentSuccess(),
    paths.paymentCancel(),
  ]) {
    await page.goto(portal.origin + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(listMoving)).toEqual([])
    await look(path.slice(1).replaceAll('/', '-'))
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await look('menu')
  await portal.set({ underMaintenance: 'Y' })
  await page.goto(portal.origin + paths.maintenance())
  await page.getByRole('heading', { level: 1 }).waitFor()
  await look('maintenance')
  await portal.set({ underMaintenance: 'N' })
  return found
}

async function walkThroughQuickPay(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  const look = async (name: string) => found.push(...(await pageFaults(page, name)))
  await page.goto(portal.origin + paths.quickPay())
  await page.getByLabel('Account number').waitFor()
  expect(await page.evaluate(listMoving)).toEqual([])
  await look('step-1')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('alert').waitFor()
  await look('step-1-errors')
  await page.getByLabel('Account number').fill('999')
  await page.getByLabel('Last 4 digits of your phone number').fill('9999')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('alert').getByText('Unauthorized').waitFor()
  await look('step-1-refused')
  await enterAccount(page, ['100400101', '6650'])
  await look('step-2')
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByLabel('Payment amount').waitFor()
  await look('step-3-cutoff')
  await page.getByLabel('Payment amount').fill('1')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await look('step-3-errors')
  for (const [account, name] of [
    [['100600101', '9042'], 'prepaid'],
    [['100800101', '7730'], 'card-restricted'],
    [['100900101', '8124'], 'echeck-restricted'],
    [['101000101', '4409'], 'both-restricted'],
  ] as const) {
    await openPay(page, account)
    if (name === 'card-restricted') {
      await page.getByRole('button', { name: 'Why is Credit or debit card not available?' }).click()
      await page.getByText('Credit Card Payment Restricted.').waitFor()
    }
    await look(`step-3-${name}`)
  }
  return found
}

async function walkThroughPayment(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  const look = async (name: string, foreign = false) => found.push(...(await pageFaults(page, name, { foreign })))
  const toProvider = async () => {
    await openPay(page, ['100100101', '4821'])
    await page.getByLabel('Payment amount').fill('10.00')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByRole('dialog').waitFor()
  }
  await toProvider()
  found.push(...(await pageFaults(page, 'recent-payment', inDialog)))
  await page.route(`${portal.providerOrigin}/pay`, (route) => route.fulfill({ status: 204 }))
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.locator('form[method="post"]').waitFor()
  await look('hand-off')
  await page.unroute(`${portal.providerOrigin}/pay`)
  await page.locator('form[method="post"]').getByRole('button').click()
  await page.waitForURL(`${portal.providerOrigin}/pay/**`)
  await look('provider-card', true)
  await page.getByRole('button', { name: /^Pay \$/u }).click()
  await page.getByLabel('Card number').waitFor()
  await look('provider-errors', true)
  await payByCard(page, card.declined)
  await page.getByText('Your card was declined.').first().waitFor()
  await look('provider-declined', true)
  await page.goto(`${page.url().split('?')[0]}?method=echeck`)
  await look('provider-echeck', true)
  await page.goto(`${page.url().split('?')[0]}?method=cc`)
  await payByCard(page)
  await page.getByRole('heading', { level: 1, name: 'Your payment was successfully processed' }).waitFor()
  // The card that was declined has paid nothing; the next one has paid once.
  const booked = { state: 'confirmed', amountCents: 1000, bookings: [{ kind: 'payment' }] }
  expect((await portal.payments('100100101'))[0]).toMatchObject(booked)
  await look('success')
  await toProvider()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${portal.providerOrigin}/pay/**`)
  await page.getByRole('button', { name: /^Cancel and return/u }).click()
  await page.getByRole('heading', { level: 1, name: 'Your payment has been canceled.' }).waitFor()
  await look('canceled')
  return found
}

describe('axe, 320 px and the size of targets, light and dark', () => {
  test('the pages of the site, where no animation lasts for a visitor who asks for less motion', async () => {
    const { page } = await newVisitor()
    await portal.set({
      displayEmergencyAnnouncement: 'Y',
      emergencyAnnouncementMessage: '<p>Line down at <a href="/legal-terms">Elk Creek</a>.</p>',
    })
    expect(await walkThroughSite(page)).toEqual([])
    await portal.set({ displayEmergencyAnnouncement: 'N' })
  })

  test('the three steps of Quick Pay with and without errors', async () => {
    const { page } = await newVisitor()
    expect(await walkThroughQuickPay(page)).toEqual([])
  })

  test('the question, the hand-off, the provider’s pages and what comes after', async () => {
    const { page } = await newVisitor()
    expect(await walkThroughPayment(page)).toEqual([])
  })

  test('the provider’s page in Spanish', async () => {
    const { page } = await newVisitor({ locale: 'es-US' })
    await page.goto(portal.origin + paths.quickPay())
    await page.getByLabel('Número de cuenta').fill('101300101')
    await page.getByLabel('Últimos 4 dígitos de su teléfono').fill('2650')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('button', { name: 'Verificar' }).click()
    await page.getByLabel('Monto del pago').fill('10.00')
    await page.getByRole('button', { name: 'Pagar', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
    await page.waitForURL(`${portal.providerOrigin}/pay/**`)
    await page.getByRole('button', { name: /^Pagar /u }).click()
    await page.getByLabel('Número de tarjeta').waitFor()
    expect(await pageFaults(page, 'provider-es', { foreign: true })).toEqual([])
  })

  test('a mail has no axe findings in either theme and fits 320 pixels', async () => {
    const { page } = await newVisitor()
    await page.goto(portal.origin + paths.forgotPassword())
    await page.getByRole('textbox', { name: 'Username' }).fill('ada.lindqvist')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await readResetLink(portal.origin, 'ada.lindqvist@example.org')
    await page.goto(`${portal.origin}/demo/mailbox`)
    const frame = page.frameLocator('iframe').first()
    expect(await frame.getByRole('link', { name: 'Reset your password' }).getAttribute('target')).toBe('_blank')
    const address = await page.locator('iframe').first().getAttribute('src')
    const mail = await page.request.get(portal.origin + address)
    // Its own page forbids scripts, axe among them.
    await page.goto('about:blank')
    await page.setContent(await mail.text())
    expect(await pageFaults(page, 'mail')).toEqual([])
  })

  test('the demo mailbox, the API reference and the provider’s back office; the reference sends a call and breaks no security policy [SEC-63]', async () => {
    const { page, complaints } = await newVisitor({ httpCredentials: { username: 'clerk', password: 'sandbox' } })
    const found: string[] = []
    const addresses = {
      mailbox: `${portal.origin}/demo/mailbox`,
      'provider-backoffice': `${portal.providerOrigin}/backoffice`,
      'provider-unknown': `${portal.providerOrigin}/pay/unknown`,
    }
    for (const [name, address] of Object.entries(addresses)) {
      await page.goto(address)
      found.push(...(await pageFaults(page, name, { foreign: true })))
    }
    complaints.length = 0
    await page.goto(`${portal.origin}/api/reference`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    for (const colorScheme of ['dark', 'light'] as const) await showTheme(page, colorScheme)
    // Swagger UI nests its copy buttons, skips a heading level, has pale colors and a heading outside its main part.
    const except = ['color-contrast', 'heading-order', 'nested-interactive', 'region']
    found.push(...(await pageFaults(page, 'api-reference', { foreign: true, except })))
    await page.getByRole('button', { name: /GET \/api\/v3\/site\/maintenance/u }).click()
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.getByText('"underMaintenance": false').first().waitFor()
    expect(complaints).toEqual([])
    expect(found).toEqual([])
  })
})

test('links and text in the color of links have enough contrast in every alert, in both themes', async () => {
  const { page } = await newVisitor()
  await page.route('**/contents/legalContent**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto(portal.origin + paths.legalTerms())
  await page.getByRole('alert').waitFor()
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/home'
    const quiet = document.createElement('span')
    quiet.style.color = 'var(--link)'
    for (const planted of [link, quiet]) {
      planted.append('In the alert')
      const line = document.createElement('p')
      line.append(planted)
      document.querySelector('[data-ui="alert"] p')?.after(line)
    }
  })
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const)
    for (const tone of ['error', 'success', 'warning', 'info']) {
      await page.emulateMedia({ colorScheme })
      await page.getByRole('alert').evaluate((alert, ground) => {
        alert.style.background = ground
      }, `var(--${tone}-surface)`)
      await page.evaluate(settled)
      found.push(...(await axeFindings(page, 'colors')).map((finding) => `${tone}, ${colorScheme}: ${finding}`))
    }
  expect(found).toEqual([])
})

test('a page with planted faults fails by axe, by its width and by the size of its targets', async () => {
  const { page } = await newVisitor()
  await page.goto(portal.origin + paths.home())
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const button = document.createElement('button')
    button.style.cssText = 'width: 20px; height: 20px; padding: 0; min-height: 0; border: 0'
    const wide = document.createElement('p')
    wide.style.cssText = 'width: 600px; color: #999; background: #777'
    wide.append('Wide')
    document.querySelector('main')?.append(button, wide)
  })
  const found = (await pageFaults(page, 'planted')).join('\n')
  expect(found).toContain('planted, light: button-name')
  expect(found).toContain('planted, dark: color-contrast')
  expect(found).toMatch(/planted: 6\d\d px wide at 320 px/u)
  expect(found).toContain('is 20 × 20')
})

/** Runs in a page whose visitor asks for less motion: what lasts all the same. */
function listMoving(): readonly string[] {
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const { animationName, animationDuration, transitionDuration } = getComputedStyle(element)
    const longest = Math.max(
      ...`${animationName === 'none' ? '0s' : animationDuration},${transitionDuration}`
        .split(',')
        .map((time) => Number.parseFloat(time)),
    )
    return longest > 0.01 ? [`${element.tagName} ${element.getAttribute('class') ?? ''} ${longest}`] : []
  })
}
