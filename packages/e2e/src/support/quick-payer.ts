import { paths } from '@coopline/contract/paths'
import type { Locator, Page } from 'playwright-core'
import type { PortalUnderTest } from './portal-under-test.ts'

/** An account of the demo cooperative and the end of a phone number on file for it. */
export interface DemoAccount {
  readonly number: string
  readonly phone: string
}

export const card = {
  approved: '4111111111111111',
  declined: '4000000000000002',
  postbackLost: '4000000000000341',
  postbackDoubled: '4000000000000358',
  postbackLate: '4000000000000366',
} as const

const bank = { routing: '021000021', account: '000123456789' } as const

/** Locates the value beside a label, such as the balance, the fee or the confirmation code. */
export const fact = (page: Page | Locator, label: string): Locator =>
  page
    .locator('div, dl')
    .filter({ has: page.locator(`dt:text-is("${label}")`) })
    .last()
    .locator('dd')
    .first()

/** Fills in and sends step 1. */
export async function enterAccount(
  page: Page,
  { origin }: Pick<PortalUnderTest, 'origin'>,
  account: DemoAccount,
): Promise<void> {
  await page.goto(origin + paths.quickPay())
  await page.getByLabel('Account number').fill(account.number)
  await page.getByLabel('Last 4 digits of your phone number').fill(account.phone)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Completes steps 1 and 2. Ends at the pay step. */
export async function openPayStep(
  page: Page,
  portal: Pick<PortalUnderTest, 'origin'>,
  account: DemoAccount,
): Promise<void> {
  await enterAccount(page, portal, account)
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('heading', { name: 'Pay', exact: true }).waitFor()
}

/** Sends the pay step, and confirms the question about a recent payment. */
export async function sendPayment(page: Page, amount: string, method: 'card' | 'eCheck' = 'card'): Promise<void> {
  await page.getByLabel('Payment amount').fill(amount)
  // The label covers the whole card and receives the press, which Playwright accepts only with `force`.
  await page.getByRole('radio', { name: method === 'card' ? 'Credit or debit card' : 'eCheck' }).check({ force: true })
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  const continueButton = page.getByRole('dialog').getByRole('button', { name: 'Continue' })
  await Promise.race([continueButton.waitFor(), page.waitForURL((url) => url.pathname !== paths.quickPay())])
  if (new URL(page.url()).pathname === paths.quickPay()) await continueButton.click()
}

/** Completes Quick Pay from its first step. Ends on the provider's page. */
export async function goToProvider(
  page: Page,
  portal: Pick<PortalUnderTest, 'origin' | 'providerOrigin'>,
  account: DemoAccount,
  choice: { readonly amount?: string; readonly method?: 'card' | 'eCheck' } = {},
): Promise<void> {
  await openPayStep(page, portal, account)
  await sendPayment(page, choice.amount ?? '10.00', choice.method)
  await page.waitForURL(`${portal.providerOrigin}/pay/**`)
}

/** Enters a card at the provider and pays. */
export async function payByCard(page: Page, number: string = card.approved): Promise<void> {
  await enterCard(page, number)
  await page.getByRole('button', { name: /^Pay \$/u }).click()
}

/** Enters a card at the provider. */
export async function enterCard(page: Page, number: string = card.approved): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Name on card').fill('Ada Lindqvist')
  await page.getByLabel('Expiration date').fill('12/39')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Billing ZIP code').fill('54701')
}

/** Enters a bank account at the provider and pays. */
export async function payByBankAccount(page: Page): Promise<void> {
  await page.getByLabel('Name on account').fill('Ada Lindqvist')
  await page.getByLabel('Routing number').fill(bank.routing)
  await page.getByLabel('Account number', { exact: true }).fill(bank.account)
  await page.getByLabel('Confirm account number').fill(bank.account)
  await page.getByLabel('Checking').check()
  await page.getByRole('button', { name: /^Pay \$/u }).click()
}

/** Waits for the success page of a confirmed payment. @returns its confirmation code. */
export async function readConfirmation(page: Page): Promise<string> {
  await page.getByRole('heading', { level: 1, name: 'Your payment was successfully processed' }).waitFor()
  return fact(page, 'Confirmation Code').innerText()
}
