import { paths } from '@coopline/contract/paths'
import { beforeAll, expect, test } from 'vitest'
import { desk, newVisitor, phone, unexpected } from './support/browser.ts'
import { pressByKeyboard } from './support/keyboard.ts'
import { readMail } from './support/mailbox.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { fact, payByCard } from './support/quick-payer.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  // Bill notices go out by day: noon now, wherever the cooperative is.
  const ahead = 12 - new Date().getUTCHours()
  await portal.set({ timeZone: ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}` })
  await portal.coopline('jobs', 'run', 'notifications.notify-of-bills')
  await portal.coopline('jobs', 'run', 'notifications.notify-of-power')
  return portal.close
})

const linkIn = (text: string, path: string): string =>
  new RegExp(`${portal.origin}${path}\\?token=[\\w-]{32}`, 'u').exec(text)?.[0] ?? ''

test('the link of a past-due mail pays the bill without a sign-in, by keyboard, and shows nothing else', async () => {
  const visitor = await newVisitor({ viewport: phone })
  const { page } = visitor
  const mail = await readMail(portal.origin, /\$157\.90 is past due[\s\S]*pay-bill\?token=/u)
  const link = linkIn(mail, paths.payBill())
  await page.goto(link)
  await page.getByRole('heading', { name: 'Account ending in 0101' }).waitFor()
  expect(await fact(page, 'Amount due').innerText()).toBe('$318.44')
  expect(await page.locator('main').innerText()).not.toMatch(/200101|Ortega/u)
  expect(await pageFaults(page, 'pay-bill')).toEqual([])

  await page.getByRole('radio', { name: /\$157\.90/u }).check()
  await pressByKeyboard(page, page.getByRole('button', { name: 'Continue to payment' }))
  await page.waitForURL(`${portal.providerOrigin}/pay/**`)
  expect(await page.locator('body').innerText()).toContain('****0101')
  expect(await page.content()).not.toContain('100200101')
  await payByCard(page)
  await page.getByText('Your payment was received').waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(await pageFaults(page, 'pay-bill-paid')).toEqual([])
  await readMail(portal.origin, /We received your payment of \$162\.56[\s\S]*ben\.ortega/u)

  const forwarded = await newVisitor({ viewport: desk, locale: 'es-US' })
  await forwarded.page.goto(link)
  await forwarded.page.getByRole('heading', { name: 'Cuenta que termina en 0101' }).waitFor()
  expect(await fact(forwarded.page, 'Monto a pagar').innerText()).toBe('$160.54')
  await forwarded.page.goto(portal.origin + paths.accountOverview())
  await forwarded.page.waitForURL(/\/login/u)
  expect([...unexpected(visitor), ...unexpected(forwarded)]).toEqual([])
})

test('the link of an outage message shows the outage without a sign-in', async () => {
  const visitor = await newVisitor({ viewport: phone })
  const { page } = visitor
  const mail = await readMail(portal.origin, /There is a power outage[\s\S]*see-outage\?token=/u)
  await page.goto(linkIn(mail, paths.seeOutage()))
  await page.getByText('About this outage').waitFor()
  expect(await pageFaults(page, 'see-outage')).toEqual([])
  expect(unexpected(visitor)).toEqual([])
})

test('a link that the portal did not send shows that it is invalid and pays nothing', async () => {
  const { page } = await newVisitor()
  for (const address of [paths.payBill({ token: 'A'.repeat(32) }), paths.payBill(), paths.seeOutage({ token: 'x' })]) {
    await page.goto(portal.origin + address)
    await page.getByText('Links in our messages expire after 72 hours.', { exact: false }).waitFor()
    expect(await page.getByRole('radio').count()).toBe(0)
  }
})
