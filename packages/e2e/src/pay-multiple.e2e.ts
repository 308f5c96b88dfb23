import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeFindings, desk, newVisitor, phone, unexpected } from './support/browser.ts'
import { pressByKeyboard, tabTo } from './support/keyboard.ts'
import { listMail, readMail } from './support/mailbox.ts'
import { onOverview } from './support/member.ts'
import { axeFaults, inDialog, pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { fact, payByCard, readConfirmation } from './support/quick-payer.ts'
import { takePictures } from './support/shots.ts'
import { showTheme } from './support/show-theme.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  // Journeys pay the same accounts again and again.
  await portal.set({ recentPaymentDays: 0 })
  return portal.close
})

const cents = (dollars: string): number => Math.round(Number(dollars.replaceAll(/[$,]/gu, '')) * 100)
const pay = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true })
const box = (page: Page, accountNumber: string) =>
  page.getByRole('checkbox', { name: new RegExp(`account ${accountNumber}$`, 'u') })
const amount = (page: Page, accountNumber: string) =>
  page.getByLabel(`Payment amount for account ${accountNumber}`, { exact: true })
const onProvider = (page: Page) => page.waitForURL(`${portal.providerOrigin}/pay/**`)

const openPage = async (page: Page, member: string, query: { accountno?: string } = {}) => {
  await signInByCall(page, portal.origin, member)
  await page.goto(portal.origin + paths.payMultiple(query))
  await page.getByRole('heading', { level: 1, name: 'Make a payment' }).waitFor()
  await pay(page).waitFor()
}

const balanceOf = async (page: Page, accountNumber: string) => {
  await page.goto(portal.origin + paths.accountOverview({ accountno: accountNumber }))
  await onOverview(page)
  return cents(await page.locator('h2:text-matches("^(Balance|Total due)$", "i") + p').first().innerText())
}

describe('a signed-in member pays', () => {
  test('from the overview to the provider’s page in two clicks, and back to a lower balance [AO-30, PS-12, HM-22]', async () => {
    const { page, complaints } = await newVisitor({ viewport: phone })
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    const owed = await balanceOf(page, '100100101')
    expect(await page.getByText(/To pay now, call/u).count()).toBe(0)
    await page.getByRole('link', { name: 'Pay now' }).first().click()
    await pay(page).click()
    await onProvider(page)
    await payByCard(page)

    expect(await readConfirmation(page)).toMatch(/^SB[0-9A-Z]{10}$/u)
    expect(new URL(page.url()).search).not.toContain('encodedParam')
    expect(await fact(page, 'Account Number').innerText()).toBe('100100101')
    expect(cents(await fact(page, 'Payment Amount').innerText())).toBe(owed)
    await page.reload()
    await readConfirmation(page)
    await page.getByRole('link', { name: 'Done' }).click()
    await onOverview(page)
    expect(await balanceOf(page, '100100101')).toBe(0)
    expect(complaints).toEqual([])
  })

  test('from a bill of one account that is not the primary one: that account alone is chosen and paid', async () => {
    const { page, complaints } = await newVisitor({ viewport: phone })
    const account = '102200133'
    await signInByCall(page, portal.origin, 'uma.fields')
    const owed = await balanceOf(page, account)
    await page.goto(portal.origin + paths.viewBill({ accountno: account }))
    const link = page.getByRole('link', { name: 'Pay this bill' })
    expect(await link.getAttribute('href')).toBe(paths.payMultiple({ accountno: account }))
    await link.click()
    await page.waitForURL(portal.origin + paths.payMultiple())
    await pay(page).waitFor()
    await expect.poll(async () => page.getByRole('checkbox', { checked: true }).count()).toBe(1)
    expect(await box(page, account).isChecked()).toBe(true)
    expect(cents(await amount(page, account).inputValue())).toBe(owed)
    expect(cents(await fact(page, 'Payment amount').innerText())).toBe(owed)
    await pay(page).click()
    await onProvider(page)
    await expect.poll(async () => page.getByText(account, { exact: true }).count()).toBe(1)
    expect(await portal.payments(account)).toMatchObject([{ state: 'handed-off', amountCents: owed }])
    expect(complaints).toEqual([])
  })

  test('five of 60 accounts in one payment: the ledger, the receipt and each account show it [HM-22, RT-25, PS-15]', async () => {
    const visitor = await newVisitor({ viewport: desk })
    const { page } = visitor
    const numbers = ['102200101', '102200102', '102200103', '102200131', '102200160']
    const shown = ['102200101', '102200160']
    await signInByCall(page, portal.origin, 'uma.fields')
    const owed = new Map<string, number>()
    for (const accountNumber of shown) owed.set(accountNumber, await balanceOf(page, accountNumber))
    await openPage(page, 'uma.fields', { accountno: '102200101' })
    await expect.poll(async () => page.getByRole('checkbox').count()).toBe(10)
    expect(await box(page, '102200101').isChecked()).toBe(true)
    for (const accountNumber of numbers.slice(1)) {
      await page.getByLabel('Find an account').fill(accountNumber)
      await box(page, accountNumber).check()
    }
    await page.getByLabel('Find an account').fill('')
    const sums = { '102200101': 1_000, '102200102': 2_001, '102200103': 3_002, '102200131': 4_003, '102200160': 5_004 }
    for (const [accountNumber, sum] of Object.entries(sums))
      await amount(page, accountNumber).fill((sum / 100).toFixed(2))
    const paid = new Map(Object.entries(sums))
    const total = Object.values(sums).reduce((all, one) => all + one, 0)
    await page.getByText('For 5 accounts.').waitFor()
    expect(cents(await fact(page, 'Payment amount').innerText())).toBe(total)
    await takePictures(page, 'pay-multiple-60')
    const displayedTotal = await fact(page, 'Total').innerText()
    await pay(page).click()
    await onProvider(page)
    await expect.poll(async () => page.getByText('102200101 +4').count()).toBe(1)
    expect(await page.getByText(displayedTotal).first().isVisible()).toBe(true)
    await payByCard(page)
    const confirmation = await readConfirmation(page)
    for (const [accountNumber, sum] of Object.entries(sums))
      expect(cents(await fact(page, `Account ${accountNumber}`).innerText())).toBe(sum)
    await takePictures(page, 'pay-multiple-result')

    for (const accountNumber of numbers) {
      const [payment] = (await portal.payments(accountNumber)).filter((one) => one.confirmationNumber === confirmation)
      expect(payment).toMatchObject({ state: 'confirmed', amountCents: total })
      const lines = payment?.bookings[0]?.entries ?? []
      expect(lines.filter((line) => line.ledgerAccount.startsWith('member-account/'))).toEqual(
        Object.entries(sums).map(([number, sum]) => ({
          ledgerAccount: `member-account/${number}`,
          amountCents: -sum,
        })),
      )
    }
    for (const accountNumber of shown)
      expect(await balanceOf(page, accountNumber)).toBe((owed.get(accountNumber) ?? 0) - (paid.get(accountNumber) ?? 0))
    await readMail(portal.origin, new RegExp(confirmation, 'u'))
    expect((await listMail(portal.origin)).filter((text) => text.includes(confirmation))).toHaveLength(1)
    expect(unexpected(visitor)).toEqual([])
  })

  test('comes Back by keyboard to the same payment with the amounts kept, cancels it, and tries again with a new one [PS-14]', async () => {
    const { page } = await newVisitor({ viewport: desk })
    await openPage(page, 'uma.fields', { accountno: '102200110' })
    await amount(page, '102200110').fill('12.34')
    await tabTo(page, box(page, '102200102'))
    await page.keyboard.press('Space')
    await amount(page, '102200102').waitFor()
    await pay(page).dblclick()
    await onProvider(page)
    await expect.poll(async () => page.getByText('102200110 +1').count()).toBe(1)
    const provider = page.url()
    await page.goBack()
    await pay(page).waitFor()
    expect(await amount(page, '102200110').inputValue()).toBe('12.34')
    await pressByKeyboard(page, pay(page))
    await onProvider(page)
    expect(page.url()).toBe(provider)
    expect((await portal.payments('102200110')).length).toBe(1)

    await page.getByRole('button', { name: /^Cancel/u }).click()
    await page.getByRole('heading', { name: 'Your payment has been canceled.' }).waitFor()
    await page.getByRole('link', { name: 'Try again' }).click()
    await box(page, '102200110').waitFor()
    await box(page, '102200110').check()
    await pay(page).click()
    await onProvider(page)
    expect(page.url()).not.toBe(provider)
  })

  test('goes Back after a payment to what is still owed, and Forward to the same result [REL-28]', async () => {
    const { page } = await newVisitor({ viewport: phone })
    await signInByCall(page, portal.origin, 'uma.fields')
    const account = '102200150'
    const owed = await balanceOf(page, account)
    await page.goto(portal.origin + paths.payMultiple({ accountno: account }))
    await amount(page, account).fill('10.00')
    await pay(page).click()
    await onProvider(page)
    await payByCard(page)
    const confirmation = await readConfirmation(page)

    while (new URL(page.url()).pathname !== paths.payMultiple()) await page.goBack()
    await pay(page).waitFor()
    expect(await amount(page, account).inputValue()).toBe(((owed - 1_000) / 100).toFixed(2))
    while (new URL(page.url()).pathname !== paths.paymentSuccess()) await page.goForward()
    expect(await readConfirmation(page)).toBe(confirmation)
    expect((await portal.payments(account)).map(({ state, amountCents }) => [state, amountCents])).toEqual([
      ['confirmed', 1_000],
    ])
  })
})

describe('the page', () => {
  test('is without faults at 390 and 1280 px, with problems shown', async () => {
    const { page } = await newVisitor({ viewport: phone })
    await openPage(page, 'ada.lindqvist', { accountno: '100100102' })
    await amount(page, '100100102').fill('0')
    await pay(page).click()
    await page.getByText('Payment amount should be greater than 0.').first().waitFor()
    expect(await pageFaults(page, 'pay-multiple-problem')).toEqual([])
    await page.setViewportSize(desk)
    await showTheme(page, 'light')
    expect(await axeFindings(page, 'colors')).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(desk.width)
  })

  test('opens as a dialog of 600 pixels from Quick Pay on the home page [HM-16, HM-17]', async () => {
    const { page } = await newVisitor({ viewport: desk })
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await page.goto(portal.origin + paths.home())
    await page.getByRole('button', { name: 'Quick Pay', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('account 100100101').waitFor()
    expect((await dialog.boundingBox())?.width).toBe(600)
    expect(await axeFaults(page, 'home-quick-pay', inDialog)).toEqual([])
    await takePictures(page, 'home-quick-pay')
    await dialog.getByLabel('Payment amount').fill('5.00')
    await dialog.getByRole('button', { name: 'Pay', exact: true }).click()
    await onProvider(page)
  })
})
