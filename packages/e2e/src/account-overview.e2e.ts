import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeFindings, desk, newVisitor, openVisitor, phone, unexpected } from './support/browser.ts'
import { dayFromToday, demoAccounts, type DemoFacts } from './support/demo-accounts.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { takePictures } from './support/shots.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

/** Opens the overview of an account and waits until it is complete. */
async function openOverview(page: Page, account: string): Promise<void> {
  await page.goto(portal.origin + paths.accountOverview({ accountno: account }))
  await page.getByRole('region', { name: 'Your account' }).waitFor()
  await page.locator('[data-ui="skeleton"]').first().waitFor({ state: 'detached' })
}

/** The first value of each label outside the history, and the text of the page. */
const readPage = (page: Page) =>
  page.evaluate(() => ({
    facts: Object.fromEntries(
      [...document.querySelectorAll('dt')]
        .filter((term) => term.closest('tr') === null)
        .toReversed()
        .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    ),
    text: document.querySelector('main')?.innerText ?? '',
  }))

const cutoffKinds = ['Past Due', 'Pending Reconnect', 'Pending Disconnect', 'Disconnected', 'Final Billed']

const dollars = (text = '0') => {
  const amount = Number(text)
  const size = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(Math.abs(amount))
  return amount < 0 ? `-${size}` : size
}

/** Lists the facts that the overview must show for a row of the demo table. */
function promised(row: DemoFacts): Readonly<Record<string, string | undefined>> {
  const isPrepaid = row.prepaid === 'Y'
  const date = (days = '-') => (days === '-' ? undefined : dayFromToday(Number(days)))
  return {
    'Account number': row.account,
    Status: row.derived_status === 'Current' ? row.account_status : row.derived_status,
    Service: row.type,
    'Past due': isPrepaid ? undefined : dollars(row.past_due),
    'Due date': isPrepaid ? undefined : date(row.due_in_days),
    'Cutoff date': isPrepaid ? undefined : date(row.cutoff_in_days),
  }
}

const outage = 'There is an active outage interrupting the service in your area. The estimated restoration time '

/** The accounts whose overview looks unlike the others', each with the texts that show why. */
const shows: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  '100100101': ['Linked accounts', 'Water account 100100102', 'Messages for you', 'Balance with linked accounts'],
  '100200101': ['Your account is past due. Pay the past-due amount by the cutoff date', 'We added a 1.5% late fee'],
  '100600101': ['Your prepaid balance is low.', 'This is what you have left to use.'],
  '100700101': ['Your prepaid service is disconnected.', 'Make a payment to restore your service.'],
  '101400101': ['Payment arrangement', 'This payment is past due.'],
  '101700101': [`${outage}${dayFromToday(1)}`, /Power\s+OFF/u],
  '102400101': ['You have a credit. No payment is due.'],
  '103000101': ['No bills or payments yet.', 'No payment is due.'],
}

describe('the demo cooperative', () => {
  interface Seen extends Awaited<ReturnType<typeof readPage>> {
    readonly row: DemoFacts
  }
  let pages: readonly Seen[]
  let complaints: readonly string[]

  beforeAll(async () => {
    const visitor = await openVisitor({ viewport: desk })
    const { page, context } = visitor
    const seen: Seen[] = []
    let signedIn: string | undefined
    for (const row of demoAccounts().filter(({ account = '' }) => account in shows)) {
      const { username = '', account = '' } = row
      if (username !== signedIn) await signInByCall(page, portal.origin, username)
      signedIn = username
      await openOverview(page, account)
      seen.push({ row, ...(await readPage(page)) })
    }
    await context.close()
    pages = seen
    complaints = visitor.complaints
  })

  test('the overviews open without a fault', () => {
    expect(pages).toHaveLength(8)
    expect(complaints).toEqual([])
  })

  const factsOf = ({ facts }: Seen, labels: readonly string[]) => labels.map((label) => facts[label])
  const promisedOf = ({ row }: Seen, labels: readonly string[]) => labels.map((label) => promised(row)[label])

  test.each([
    [['Account number', 'Status', 'Service'], 'AO-08'],
    [['Past due', 'Due date', 'Cutoff date'], 'AO-11, AO-12, AO-13'],
  ])('every account shows the %j of its row [%s]', (labels) => {
    for (const seen of pages) expect(factsOf(seen, labels), seen.row.account).toEqual(promisedOf(seen, labels))
  })

  test('every account shows its balance, total due or prepaid credit [AO-05, AO-10]', () => {
    for (const { row, text } of pages) {
      const isCutoff = cutoffKinds.includes(row.derived_status ?? '') || Number(row.past_due) > 0
      const label = isCutoff ? 'Total due' : 'Balance'
      const amount = `${row.prepaid === 'Y' ? 'Prepaid' : label}\n${dollars(row.balance)}`
      expect(text.replaceAll(/\n+/gu, '\n'), row.account).toContain(amount)
    }
  })

  test('every account shows what its row in the demo table names, such as its outage [AO-44, AO-60, AO-61]', () => {
    const missing = pages.flatMap(({ row: { account = '' }, text }) =>
      (shows[account] ?? [])
        .filter((words) => (typeof words === 'string' ? !text.includes(words) : !words.test(text)))
        .map((words) => `${account}: ${String(words)}`),
    )
    expect(missing).toEqual([])
  })

  test('a login without an account reads what the page will show [EM-02]', async () => {
    const { page } = await newVisitor()
    await signInByCall(page, portal.origin, 'nia.empty')
    await page.goto(portal.origin + paths.accountOverview())
    await page.getByText('There are no accounts available...!').waitFor()
    await page.getByRole('navigation', { name: 'Your accounts' }).waitFor({ state: 'hidden' })
    expect(await pageFaults(page, 'overview-nobody')).toEqual([])
    await page.goto(portal.origin + paths.viewAllAccounts())
    await page.getByText('There are no accounts available...!').waitFor()
    expect(await page.getByRole('searchbox').count()).toBe(0)
    expect(await pageFaults(page, 'all-accounts-nobody')).toEqual([])
  })
})

describe('an account', () => {
  test('a full history leaves no room below it; a bill opens as PDF, and one that cannot be shown says why [AO-39, AO-52, AO-53]', async () => {
    const visitor = await newVisitor({ viewport: desk })
    const { page } = visitor
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await openOverview(page, '100100101')
    const rest = page.getByRole('region', { name: 'Account activity' }).locator('[data-placeholder]')
    expect(await rest.count()).toBe(1)
    expect((await rest.boundingBox())?.height).toBeLessThan(1)
    await page.setViewportSize(phone)
    await openOverview(page, '100100102')
    const history = page.getByRole('region', { name: 'Account activity' })
    const bills = history.getByRole('button', { name: /^View bill dated/u })
    const dialog = page.getByRole('dialog')
    // The newest bill is drawn, of the next ones one may not be shown and one has lost its file.
    await bills.nth(0).click()
    await dialog.getByRole('button', { name: 'Close' }).waitFor()
    await dialog.locator('canvas').first().waitFor()
    await page.keyboard.press('Escape')
    await bills.nth(2).click()
    await dialog.getByText('The billing statement is not available. Please check back soon.').waitFor()
    await page.keyboard.press('Escape')
    await bills.nth(3).click()
    await dialog.getByText('Bill History File not found.').waitFor()
    await page.keyboard.press('Escape')
    expect(unexpected(visitor)).toEqual([])
  })

  test('MyMeter opens in a new window, and inside the page by its link [AO-56, RU-39]', async () => {
    await portal.set({ myMeterUrl: 'https://mymeter.example.org/' })
    const { page, context } = await newVisitor()
    await context.route('https://mymeter.example.org/**', async (route) => route.fulfill({ body: 'MyMeter' }))
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await openOverview(page, '100100101')
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'MyMeter', exact: true }).click(),
    ])
    await opened.waitForURL(/^https:\/\/mymeter/u)
    expect(new URL(opened.url()).search).toBe('?memberNumber=10001&accountNumber=100100101')
    await page.goto(portal.origin + paths.accountOverview({ link: 'mymeter' }))
    await page.frameLocator('iframe[title="MyMeter"]').getByText('MyMeter', { exact: true }).waitFor()
    expect(context.pages()).toHaveLength(2)
  })
})

describe('looks', () => {
  test('the overview is free of faults on a phone and a desk, in both languages and themes', async () => {
    const { page } = await newVisitor()
    const found: string[] = []
    for (const [username, account] of [
      ['ada.lindqvist', '100100101'],
      ['ben.ortega', '100200101'],
      ['noah.becker', '101400101'],
    ] as const) {
      await signInByCall(page, portal.origin, username)
      await openOverview(page, account)
      await page
        .getByRole('button', { name: /^Details:/u })
        .first()
        .click()
      found.push(...(await pageFaults(page, `overview-${username}`)))
    }
    await page.setViewportSize(desk)
    found.push(...(await axeFindings(page)))
    expect(found).toEqual([])
  })

  test('names of 60 letters and long messages stay within the page at 320 px', async () => {
    const { page } = await newVisitor()
    await signInByCall(page, portal.origin, 'noah.becker')
    const long = 'W'.repeat(60)
    await page.route('**/accounts/101400101', async (route) => {
      const answer = await route.fetch()
      const info = (await answer.json()) as Record<string, unknown>
      await route.fulfill({
        response: answer,
        json: {
          ...info,
          accountHolderName: long,
          serviceAddress: `${long}, ${long}`,
          cutOffMsg: long.repeat(10),
          billMessages: long.repeat(10),
          ccPdfLinkText: long,
          viewccPdfUrl: 'x',
          meters: [long, long],
          accountStatus: long,
          accountBalance: -99_999_999_999_999,
        },
      })
    })
    await openOverview(page, '101400101')
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await takePictures(page, 'overview-long')
  })
})
