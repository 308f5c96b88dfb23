import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newVisitor, unexpected } from './support/browser.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { fact, openPayStep, readConfirmation, sendPayment } from './support/quick-payer.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest
let stripe: string

beforeAll(async () => {
  portal = await startPortalUnderTest({ PAYMENT_PROVIDER: 'stripe' })
  stripe = portal.env.STRIPE_API_ORIGIN ?? ''
  // Journeys pay the same account again and again. The run of the day is that of the journey: once it is complete, it takes nothing more.
  await portal.set({ recentPaymentDays: 0, runHour: 23 })
  return portal.close
})

const ada = { number: '100100101', phone: '4821' }

async function enterCard(page: Page, number = '4242 4242 4242 4242'): Promise<void> {
  await page.waitForURL(`${stripe}/c/pay/**`)
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel(/^Expiration date/u).fill('12/30')
  await page.getByLabel('Security code').fill('123')
}

/** The state of the payment with a confirmation code, and the cents that the provider holds of it by the ledger. */
async function booksOf(charge: string): Promise<readonly [state: string | undefined, held: number]> {
  const payment = (await portal.payments(ada.number)).find(({ confirmationNumber }) => confirmationNumber === charge)
  const entries = (payment?.bookings ?? []).flatMap((booking) => booking.entries)
  const held = entries.filter(({ ledgerAccount }) => ledgerAccount === 'provider-clearing')
  return [payment?.state, held.reduce((sum, { amountCents }) => sum + amountCents, 0)]
}

test('a guest pays on a page that the browser is sent to, right to the cent [PS-01]', async () => {
  const visitor = await newVisitor()
  const { page } = visitor
  await openPayStep(page, portal, ada)
  await sendPayment(page, '10.00')
  await enterCard(page)
  await page.getByRole('button', { name: 'Pay $10.30' }).click()
  const charge = await readConfirmation(page)
  expect(charge).toMatch(/^ch_/u)
  expect(await fact(page, 'Convenience Fee').innerText()).toBe('$0.30')
  expect(await fact(page, 'Card ending in').innerText()).toBe('4242')
  expect(await booksOf(charge)).toEqual(['confirmed', 1_030])
  expect(unexpected(visitor)).toEqual([])
})

test('a member stores a card on the page of Stripe and pays with it without the page', async () => {
  const visitor = await newVisitor()
  const { page } = visitor
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.paymentProfile())
  await page.getByRole('button', { name: 'Add payment method' }).click()
  await enterCard(page, '5555 5555 5555 4444')
  await page.getByRole('button', { name: 'Save payment method' }).click()
  await page.getByText('Your payment method was saved.').waitFor()
  await page.goto(portal.origin + paths.payMultiple({ accountno: ada.number }))
  expect(await page.getByRole('radio', { name: /Mastercard ending in 4444/u }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  const charge = await readConfirmation(page)
  expect(charge).toMatch(/^ch_/u)
  expect((await booksOf(charge))[0]).toBe('confirmed')
  expect(unexpected(visitor)).toEqual([])
})

test('AutoPay charges a card that a member stored on the page of Stripe, right to the cent', async () => {
  const visitor = await newVisitor()
  const { page } = visitor
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.autoPay())
  await page.getByRole('button', { name: `Set up AutoPay for Electric account ${ada.number}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Turn on AutoPay' }).click()
  await page.getByText('AutoPay is set up.').waitFor()

  // A bill that is due in two days, which AutoPay announces today.
  await portal.onDatabase(`update cis.balance set balance = balance + 12345,
    due_date = (now() at time zone 'America/Chicago')::date + 2 where account_number = '${ada.number}'`)
  await portal.coopline('jobs', 'run', 'auto-pay.announce-charges')
  const next = async () => {
    await page.reload()
    return fact(page, 'Next payment').innerText()
  }
  await expect.poll(next).toMatch(/^\$123\.45 on /u)
  // Two days pass.
  await portal.onDatabase(`update portal.autopay_charge set charge_on = charge_on - 2 where state = 'waiting'`)
  expect(await portal.coopline('runs', 'run')).toMatch(/autopay +booked +1 +\$123\.45/u)

  const [charged] = await portal.payments(ada.number)
  expect([charged?.state, charged?.amountCents, charged?.feeCents]).toEqual(['confirmed', 12_345, 364])
  expect(await booksOf(charged?.confirmationNumber ?? '')).toEqual(['confirmed', 12_709])
  const events = (await portal.coopline('events', 'list'))
    .split('\n')
    .filter((line) => line.includes(charged?.transNo ?? '-'))
  expect(events).toHaveLength(1)
  expect(events[0]).toMatch(/"kind":"payment-confirmed".+"amount":12345,/u)
  const day = new Date().toISOString().slice(0, 10)
  const compared = JSON.parse(await portal.coopline('reconcile', '--date', day, '--json')) as Compared
  expect(compared).toMatchObject({ takenIn: 0, missing: 0, extra: 0, different: 0, eventsDiffer: 0, findings: [] })
  expect(compared.sides.ledger).toEqual(compared.sides.provider)
  await page.goto(portal.origin + paths.billingHistory({ accountno: ada.number }))
  await page.getByRole('tab', { name: 'Payments' }).click()
  await page.getByText('$123.45').first().waitFor()
  expect(unexpected(visitor)).toEqual([])
})

/** The answer of the command that compares a day. */
interface Compared {
  readonly sides: Readonly<Record<'provider' | 'ledger', object>>
}
