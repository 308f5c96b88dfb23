import { paths } from '@coopline/contract/paths'
import { freePort } from '@coopline/testing/free-port'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor } from './support/browser.ts'
import { type FaultProxy, startFaultProxy } from './support/fault-proxy.ts'
import { type PortalUnderTest, startPortalToKill } from './support/portal-under-test.ts'
import {
  card,
  enterAccount,
  fact,
  goToProvider,
  openPayStep,
  payByBankAccount,
  payByCard,
  readConfirmation,
  sendPayment,
} from './support/quick-payer.ts'

let portal: Awaited<ReturnType<typeof startPortalToKill>>
let proxy: FaultProxy
/** The portal as visitors reach it: through the proxy. The provider reaches it directly. */
let site: Pick<PortalUnderTest, 'origin' | 'providerOrigin'>

beforeAll(async () => {
  const [port, proxyPort] = [await freePort(), await freePort()]
  const origin = `http://127.0.0.1:${proxyPort}`
  ;[proxy, portal] = await Promise.all([
    startFaultProxy(proxyPort, port),
    startPortalToKill({
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      POSTBACK_URL: `http://127.0.0.1:${port}/api/v3/payments/postback`,
    }),
  ])
  site = { origin, providerOrigin: portal.providerOrigin }
  // The demo's payments are weeks old.
  await portal.set({ recentPaymentDays: 60 })
})

afterEach(() => proxy.cutAnswersTo(null))

afterAll(async () => {
  await Promise.all([portal?.close(), proxy?.close()])
})

const payAgain = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
}

const onePayment = [{ state: 'confirmed', amountCents: 1000, bookings: [{ kind: 'payment' }] }]

describe('the connection breaks after the server has committed', () => {
  test('says that the answer to the payment request was lost, keeps the form, and pays once when Pay is pressed again [REL-06]', async () => {
    const account = { number: '100100101', phone: '4821' }
    const { page } = await newVisitor()
    await openPayStep(page, site, account)
    proxy.cutAnswersTo('/pay?encryptedAccount')
    await sendPayment(page, '10.00', 'eCheck')
    await page.getByRole('alert').getByText('We could not connect.').waitFor()
    expect(proxy.cuts()).toBeGreaterThan(0)
    const [committed, ...more] = await portal.payments(account.number)
    expect([committed?.state, more]).toEqual(['handed-off', []])
    expect(await page.getByLabel('Payment amount').inputValue()).toBe('10.00')
    expect(await page.getByRole('radio', { name: 'eCheck' }).isChecked()).toBe(true)

    proxy.cutAnswersTo(null)
    await payAgain(page)
    await page.waitForURL(`${site.providerOrigin}/pay/**`)
    await payByBankAccount(page)
    await readConfirmation(page)
    expect(await portal.payments(account.number)).toMatchObject([{ ...onePayment[0], transNo: committed?.transNo }])
  })

  test('keeps confirming when the answers about the outcome are lost, and never offers to pay again [REL-06]', async () => {
    const account = { number: '101200101', phone: '3977' }
    const { page } = await newVisitor()
    await goToProvider(page, site, account)
    proxy.cutAnswersTo('/payments/status')
    await payByCard(page)
    await page.getByRole('heading', { level: 1, name: 'We are confirming your payment' }).waitFor()
    await page.getByText('The last check did not work. We will keep trying.').waitFor()
    const offers = page.getByRole('main').getByRole('link', { name: /pay|try again/iu })
    expect(await offers.count()).toBe(0)
    proxy.cutAnswersTo(null)
    await readConfirmation(page)
    expect(await portal.payments(account.number)).toMatchObject(onePayment)
  })
})

describe('faults of the browser', () => {
  test('says that the look-up and the request failed offline, keeps what was typed, and pays once the connection is back [REL-28]', async () => {
    const account = { number: '101300101', phone: '2650' }
    const { page, context } = await newVisitor()
    await page.goto(site.origin + paths.quickPay())
    await page.getByLabel('Account number').fill(account.number)
    await page.getByLabel('Last 4 digits of your phone number').fill(account.phone)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').getByText('We could not connect.').waitFor()
    expect(await page.getByLabel('Account number').inputValue()).toBe(account.number)
    expect(await page.getByLabel('Last 4 digits of your phone number').inputValue()).toBe(account.phone)
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByRole('heading', { name: 'Pay', exact: true }).waitFor()
    await context.setOffline(true)
    await sendPayment(page, '10.00')
    await page.getByRole('alert').getByText('We could not connect.').waitFor()
    expect(await portal.payments(account.number)).toEqual([])
    expect(await page.getByLabel('Payment amount').inputValue()).toBe('10.00')
    await context.setOffline(false)
    await payAgain(page)
    await page.waitForURL(`${site.providerOrigin}/pay/**`)
    await payByCard(page)
    await readConfirmation(page)
    expect(await portal.payments(account.number)).toMatchObject(onePayment)
  })

  test('double clicks on every button record one payment [REL-28]', async () => {
    const account = { number: '101400101', phone: '9913' }
    const { page } = await newVisitor()
    await page.goto(site.origin + paths.quickPay())
    await page.getByLabel('Account number').fill(account.number)
    await page.getByLabel('Last 4 digits of your phone number').fill(account.phone)
    await page.getByRole('button', { name: 'Continue' }).dblclick()
    await page.getByRole('button', { name: 'Verify' }).dblclick()
    await page.getByLabel('Payment amount').fill('10.00')
    await page.getByRole('button', { name: 'Pay', exact: true }).dblclick()
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).dblclick()
    await page.waitForURL(`${site.providerOrigin}/pay/**`)
    await page.getByLabel('Card number').fill(card.approved)
    await page.getByLabel('Name on card').fill('Noah Becker')
    await page.getByLabel('Expiration date').fill('12/39')
    await page.getByLabel('Security code').fill('123')
    await page.getByLabel('Billing ZIP code').fill('54701')
    await page.getByRole('button', { name: /^Pay \$/u }).dblclick()
    await readConfirmation(page)
    expect(await portal.payments(account.number)).toMatchObject(onePayment)
  })

  test('going back from the provider to the unchanged pay step, on again and reloading each page makes one payment with one confirmation [REL-28]', async () => {
    const account = { number: '101500101', phone: '6078' }
    const { page } = await newVisitor()
    await goToProvider(page, site, account)
    const [first] = await portal.payments(account.number)
    await page.goBack()
    await page.getByRole('heading', { name: 'Pay', exact: true }).waitFor()
    expect(await page.getByLabel('Payment amount').inputValue()).toBe('10.00')
    await payAgain(page)
    await page.waitForURL(`${site.providerOrigin}/pay/**`)
    await page.reload()
    await payByCard(page)
    const confirmation = await readConfirmation(page)
    await page.reload()
    expect(await readConfirmation(page)).toBe(confirmation)
    await page.goBack()
    await page.waitForLoadState()
    await page.goForward()
    expect(await readConfirmation(page)).toBe(confirmation)
    expect(await portal.payments(account.number)).toMatchObject([{ ...onePayment[0], transNo: first?.transNo }])
  })

  test('reloading the pay step starts over, and an expired Quick Pay says that nothing was charged; nothing is requested [REL-28]', async () => {
    const account = { number: '101700101', phone: '7402' }
    const { page, context } = await newVisitor()
    await openPayStep(page, site, account)
    await page.reload()
    await page.getByRole('heading', { name: 'Find your account' }).waitFor()
    expect(await page.getByLabel('Account number').inputValue()).toBe('')
    await openPayStep(page, site, account)
    await context.clearCookies()
    await sendPayment(page, '10.00')
    const alert = page.getByRole('alert')
    await alert.getByText('Unauthorized access.').waitFor()
    await alert.getByText('Enter your details again. You have not been charged.').waitFor()
    await page.getByRole('heading', { name: 'Find your account' }).waitFor()
    expect(await portal.payments(account.number)).toEqual([])
  })
})

describe('the portal is killed', () => {
  test('a portal that is killed while the visitor pays books the payment once after its restart', async () => {
    const account = { number: '101800101', phone: '3836' }
    const { page } = await newVisitor()
    await goToProvider(page, site, account)
    await portal.killPortal()
    await payByCard(page)
    await page.waitForURL((url) => url.pathname === paths.paymentSuccess() || url.protocol === 'chrome-error:')
    await portal.startPortal()
    await expect
      .poll(() => portal.payments(account.number))
      .toMatchObject([{ state: 'confirmed', bookings: [{ kind: 'payment' }] }])
    await enterAccount(page, site, account)
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByRole('heading', { name: 'Pay', exact: true }).waitFor()
    expect(await fact(page, 'Account balance').innerText()).toBe('$74.00')
  })
})
