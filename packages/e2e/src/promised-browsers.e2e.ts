import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '@coopline/contract/paths'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNewInScript } from '../../../tools/repo-checks/src/browsers/new-in-script.ts'
import { listNewInStyles } from '../../../tools/repo-checks/src/browsers/new-in-styles.ts'
import { newVisitor, unexpected, type Visitor } from './support/browser.ts'
import { signIn } from './support/member.ts'
import { menuOf, openingFaults } from './support/opening-faults.ts'
import { type PortalUnderTest, repositoryRoot, startPortalUnderTest } from './support/portal-under-test.ts'
import { goToProvider, payByCard, readConfirmation } from './support/quick-payer.ts'
import { removeNewNames } from './support/without-new-names.ts'

/** Features that browsers may lack with a small loss. Any other listed feature breaks the page. */
const harmless =
  /^(?:cursor: [a-z-]+|text-wrap(?:: \w+)?|resize(?:: \w+)?|forced-color-adjust(?:: none)?|font-family: ui-monospace|paint-order|:selection|scrollbar-width(?:: thin)?|break-after: avoid|accent-color):/u

/** Names that libraries and our own objects have too, or that React uses only where the browser has them. */
const ours = /^(?:when|drop|use|watch|startViewTransition):/u

/** Added for pdf.js by `document-viewer/substitutes.ts` or by its own core-js, or only in its editors and compiled code, which the portal does not use. */
const substituted =
  /^(?:Promise\.withResolvers|toSpliced|bytes|transferToFixedLength|JSON\.(?:is)?[rR]awJSON|with|AbortSignal\.any|grow|isValid):/u

/** No pages of the portal, pages of staff, or pages that lead elsewhere at once. */
const without = /^(?:calendarFeed|memberInfoDoc|staff\w*|aclaraJump|accountList|meterSense|maintenance)$/u

/** The address of every page that a member may open, without a query. */
const memberPages: readonly string[] = Object.entries(paths)
  .filter(([name]) => !without.test(name))
  .map(([, path]) => (path as () => string)())

const dist = join(repositoryRoot, 'packages/web/dist')

let portal: PortalUnderTest
beforeAll(async () => {
  portal = await startPortalUnderTest()
})
afterAll(() => portal.close())

async function visitorOfOlderBrowser(): Promise<Visitor> {
  const visitor = await newVisitor()
  await removeNewNames(visitor.context)
  return visitor
}

test('the built scripts and style sheets use nothing that a promised browser lacks [REL-35]', () => {
  const found = new Set<string>()
  for (const folder of ['client', 'early', 'worker'])
    for (const name of readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' })) {
      const source = () => readFileSync(join(dist, folder, name), 'utf8')
      if (/\.m?js$/u.test(name))
        for (const one of listNewInScript(name, source()))
          if (!ours.test(one) && !(/pdf[-.]/u.test(name) && substituted.test(one))) found.add(`${name}: ${one}`)
      if (name.endsWith('.css'))
        for (const one of listNewInStyles(source())) if (!harmless.test(one)) found.add(`${name}: ${one}`)
    }
  expect([...found]).toEqual([])
})

test('a visitor pays in a browser without anything newer than promised [REL-35]', async () => {
  const visitor = await visitorOfOlderBrowser()
  await goToProvider(visitor.page, portal, { number: '100100101', phone: '4821' })
  await payByCard(visitor.page)
  expect(await readConfirmation(visitor.page)).not.toBe('')
  expect(unexpected(visitor)).toEqual([])
})

/** Texts that a member of the demo reads on pages of each part that the documents name. */
const parts: Readonly<Record<string, RegExp>> = {
  [paths.accountOverview()]: /Account Overview[^]*100100101[^]*\$/u,
  [paths.viewAllAccounts()]: /All Accounts[^]*100100101/u,
  [paths.accountProfile()]: /Account Profile[^]*Lindqvist/u,
  [paths.resetPassword()]: /Reset Password/u,
  [paths.forgotPassword()]: /Forgot username or password/u,
  [paths.forgotUsername()]: /Forgot username or password/u,
  [paths.myProfile()]: /My Profile[^]*Multi-Factor Authentication[^]*Sign-in details/u,
  [paths.viewBill()]: /Your bill[^]*\$/u,
  [paths.billingHistory()]: /Billing & Payment History[^]*\$/u,
  [paths.payMultiple()]: /Make a payment[^]*100100101[^]*\$/u,
  [paths.draftPayments()]: /Draft Setup[^]*100100101/u,
  [paths.scheduledPayments()]: /Scheduled Payments/u,
  [paths.paymentSuccess()]: /There is no payment to show here/u,
  [paths.paymentCancel()]: /Your payment has been canceled\./u,
  [paths.outageStatus()]: /Outage[^]*There are no active outages/u,
  [paths.usageTracker()]: /Usage Tracker[^]*100100101[^]*kWh/u,
  [paths.operationRoundUp()]: /Operation RoundUp[^]*100100101/u,
  [paths.averageBilling()]: /Average Billing[^]*100100101/u,
  [paths.serviceRequests()]: /Service Requests[^]*Service type/u,
  [paths.delinquentHistory()]: /Delinquents/u,
  [paths.letterReturn()]: /Capital Credit Letter Return[^]*Letter ID/u,
  [paths.unclaimedCredits()]: /Unclaimed Capital Credits[^]*First name/u,
  [paths.memberInfoDocs()]: /Member Information Documents/u,
  [paths.legalTerms()]: /Terms of Use/u,
}

test('a member signs in and opens every page, with each part of the portal, in a browser without anything newer than promised [RU-01, RU-02, CG-42]', async () => {
  const visitor = await visitorOfOlderBrowser()
  const { page } = visitor
  await signIn(page, portal.origin, 'ada.lindqvist')
  const menu = await menuOf(page)
  expect(menu.length).toBeGreaterThanOrEqual(27)
  const faults: string[] = []
  const mainText = async () => page.getByRole('main').innerText()
  for (const path of new Set([...memberPages, ...menu])) {
    if (menu.includes(path)) faults.push(...(await openingFaults(visitor, portal.origin, path, 'en')))
    else await page.goto(portal.origin + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect.poll(mainText, { message: path }).toMatch(parts[path] ?? /./u)
    const heading = await page.getByRole('heading', { level: 1 }).first().innerText()
    if (heading === 'This page could not be shown') faults.push(`${path} could not be shown`)
    faults.push(...unexpected(visitor).map((complaint) => `${path}: ${complaint}`))
    visitor.complaints.length = 0
  }
  expect(faults).toEqual([])
  await page.goto(portal.origin + paths.viewBill({ accountno: '100100101' }))
  await page.getByRole('button', { name: 'View PDF' }).click()
  await page.getByRole('dialog').locator('canvas').first().waitFor()
  expect(unexpected(visitor)).toEqual([])
})
