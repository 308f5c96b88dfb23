import { readFileSync } from 'node:fs'
import { paths } from '@coopline/contract/paths'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { desk, newVisitor, unexpected } from './support/browser.ts'
import { inDialog, pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const account = '100100101'
/** The dialog of a PDF takes 90% of the width and 94% of the height of a desktop. */
async function expectSizeAtDesk(dialog: Locator): Promise<void> {
  const box = await dialog.boundingBox()
  const size = [Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]
  expect(size).toEqual([Math.round(desk.width * 0.9), Math.round(desk.height * 0.94)])
}

const pdfText = (page: Page) => page.locator('[data-ui="document-page"]').innerText()

describe('a bill', () => {
  test('shows the same figures as a page and as a PDF, explains its change, is saved under its name, and survives a reload', async () => {
    const visitor = await newVisitor({ acceptDownloads: true })
    const { page } = visitor
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await page.goto(portal.origin + paths.viewBill({ accountno: account }))
    await page.getByText('Amount due: $142.37').waitFor()
    expect(await pageFaults(page, 'bill')).toEqual([])
    // The explanation of the change is only on the page, not in the PDF. Its parts add up to the difference.
    const changes = page.getByRole('heading', { name: 'Why this bill changed' })
    const table = page.getByRole('region', { name: 'Why this bill changed' }).getByRole('table').first()
    await table.waitFor()
    const effects = await table.locator('tbody tr td:last-child').allInnerTexts()
    const cents = effects.map((text) => Math.round(Number(text.replaceAll(/[$+,]/gu, '')) * 100))
    expect(cents.length).toBeGreaterThan(1)
    expect(cents.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(cents.at(-1))
    const cards = page.locator('[data-ui="card"]').filter({ hasNot: changes })
    const figures = await cards.getByText(/^-?\$[\d,]+\.\d\d$/u).allInnerTexts()
    expect(figures.length).toBeGreaterThan(5)

    await page.getByRole('button', { name: 'View PDF' }).click()
    await expect.poll(() => pdfText(page)).toContain('Amount due: $142.37')
    const text = await pdfText(page)
    for (const figure of figures) expect(text).toContain(figure)
    const dialog = page.getByRole('dialog', { name: /^Bill dated/u })
    expect((await dialog.boundingBox())?.width).toBe(390)
    await page.setViewportSize(desk)
    await expectSizeAtDesk(dialog)
    // A press outside leaves it open.
    await page.mouse.click(4, 4)
    await dialog.waitFor()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^bill-100100101-\d{4}-\d\d-\d\d\.pdf$/u)

    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('Amount due: $142.37').waitFor()
    expect(unexpected(visitor)).toEqual([])
  })
})

describe('the history', () => {
  test('is filtered by days, paged, read as page and PDF, and saved as CSV with the same amounts', async () => {
    const visitor = await newVisitor({ acceptDownloads: true, viewport: desk })
    const { page } = visitor
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await page.goto(portal.origin + paths.billingHistory())
    await page.getByText('1–10 of 36').waitFor()
    expect(await pageFaults(page, 'history')).toEqual([])
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('11–20 of 36').waitFor()
    // The rows of the page before stay until those of this one are there.
    await page.locator('table[aria-busy]').waitFor({ state: 'detached' })
    const day = (await page.getByRole('rowheader').first().innerText()).trim()
    const [month, date, year] = day.split('/')
    await page.getByLabel('From').fill(`${year}-${month}-${date}`)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByText('1–10 of 11').waitFor()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).first().click(),
    ])
    expect(download.suggestedFilename()).toBe('bills-100100101.csv')
    const csv = readFileSync(await download.path(), 'utf8')
    expect(csv.split('\r\n')).toHaveLength(13)
    expect(csv).toContain(',142.37,142.37\r\n')

    await page
      .getByRole('button', { name: /^PDF dated/u })
      .first()
      .click()
    await expect.poll(() => pdfText(page)).toContain('Amount due: $142.37')
    expect(await pageFaults(page, 'history-pdf', inDialog)).toEqual([])
    await page.keyboard.press('Escape')
    await page
      .getByRole('link', { name: /^View bill dated/u })
      .first()
      .click()
    await page.getByText('Amount due: $142.37').waitFor()
    expect(unexpected(visitor)).toEqual([])
  })

  test('the Spanish pages of budget billing, deposits, arrangements and the bill have no faults', async () => {
    const visitor = await newVisitor({ locale: 'es-US' })
    const { page } = visitor
    await signInByCall(page, portal.origin, 'luis.romero')
    await page.goto(portal.origin + paths.billingHistory({ navto: 'budget-average' }))
    await page.getByText('Diferencia en lo que va del año').waitFor()
    expect(await pageFaults(page, 'budget-es')).toEqual([])
    await page.goto(portal.origin + paths.viewDeposits())
    await page.getByText('Esta cuenta no tiene depósitos.').waitFor()
    expect(await pageFaults(page, 'deposits-none-es')).toEqual([])
    await page.goto(portal.origin + paths.viewBill())
    await page.getByRole('button', { name: 'Ver el PDF' }).click()
    await expect.poll(() => pdfText(page)).toContain('Monto a pagar: $110.00')
    expect(await pageFaults(page, 'bill-pdf-es', inDialog)).toEqual([])
    expect(unexpected(visitor)).toEqual([])
  })
})

describe('deposits, arrangements and late bills', () => {
  test('are listed for members who have them; a late bill opens at its size, is saved and closes with Escape [DH-12]', async () => {
    const visitor = await newVisitor({ acceptDownloads: true })
    const { page } = visitor
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await page.goto(portal.origin + paths.viewDeposits())
    await page.getByRole('rowheader', { name: 'Meter loop deposit' }).waitFor()
    expect(await pageFaults(page, 'deposits')).toEqual([])

    await page.goto(portal.origin + paths.delinquentHistory())
    await page.getByText('Ada Lindqvist · Active').waitFor()
    await expect.poll(async () => page.getByRole('rowheader').count()).toBe(3)
    expect(await pageFaults(page, 'delinquents')).toEqual([])
    const views = page.getByRole('button', { name: /^View PDF/u })
    await expect.poll(async () => views.count()).toBe(2)
    await views.first().click()
    await expect.poll(() => pdfText(page)).toContain('100100101')
    await page.setViewportSize(desk)
    await expectSizeAtDesk(page.getByRole('dialog', { name: /^Past-due bill dated/u }))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^delinquent-100100101-\d{4}-\d\d-\d\d\.pdf$/u)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(unexpected(visitor)).toEqual([])
    await visitor.context.close()

    const noah = await newVisitor()
    await signInByCall(noah.page, portal.origin, 'noah.becker')
    await noah.page.goto(portal.origin + paths.viewArrangements())
    await noah.page.getByText('Past due', { exact: true }).waitFor()
    expect(await pageFaults(noah.page, 'arrangements')).toEqual([])
  })

  test('a member without a bill reads so on its page [RT-41]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await signInByCall(page, portal.origin, 'dora.finch')
    await page.goto(portal.origin + paths.viewBill())
    await page.getByText('The billing statement is not available. Please check back soon.').waitFor()
    expect(new URL(page.url()).pathname).toBe(paths.noBill())
    expect(await pageFaults(page, 'no-bill')).toEqual([])
  })
})

test('a member sets an alert that is still there after a reload', async () => {
  const visitor = await newVisitor({ viewport: desk })
  const { page } = visitor
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.manageNotifications())
  const card = page.getByRole('region', { name: 'Usage alerts' })
  await card.getByRole('textbox', { name: /^Daily usage above/u }).fill('25')
  await card.getByRole('button', { name: 'Save alerts' }).click()
  await card.getByText('Your usage alerts are saved.').waitFor()
  await page.reload()
  await card.waitFor()
  expect(await card.getByRole('textbox', { name: /^Daily usage above/u }).inputValue()).toBe('25')
  expect(unexpected(visitor)).toEqual([])
})
