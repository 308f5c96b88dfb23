import { paths } from '@coopline/contract/paths'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desk, launchBrowser, newVisitor, unexpected } from './support/browser.ts'
import { signIn } from './support/member.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { takePictures } from './support/shots.ts'

let portal: PortalUnderTest
let browser: Browser

beforeAll(async () => {
  ;[portal, browser] = await Promise.all([startPortalUnderTest(), launchBrowser()])
  await portal.set({ loginTriesPerClientPerMinute: 1000 })
})

afterAll(async () => {
  await Promise.all([browser?.close(), portal?.close()])
})

const account = '100100101'
const pdfText = (page: Page) => page.locator('[data-ui="document-page"]').innerText()

describe('a bill', () => {
  test('is read as a page and as a PDF with the same figures, saved under its name, and survives a reload', async () => {
    const visitor = await newVisitor(browser, { acceptDownloads: true })
    const { page } = visitor
    await signIn(page, portal.origin, 'ada.lindqvist')
    await page.goto(portal.origin + paths.viewBill({ accountno: account }))
    await page.getByText('Amount due: $142.37').waitFor()
    expect(await pageFaults(page, 'bill')).toEqual([])
    const figures = await page.getByText(/^-?\$[\d,]+\.\d\d$/u).allInnerTexts()
    expect(figures.length).toBeGreaterThan(5)

    await page.getByRole('button', { name: 'View PDF' }).click()
    await expect.poll(() => pdfText(page), { timeout: 30_000 }).toContain('Amount due: $142.37')
    const text = await pdfText(page)
    for (const figure of figures) expect(text).toContain(figure)
    await page.waitForTimeout(300)
    await takePictures(page, 'bill-pdf')
    expect(await page.getByRole('dialog').evaluate((dialog) => dialog.getBoundingClientRect().width)).toBe(390)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^bill-100100101-\d{4}-\d\d-\d\d\.pdf$/u)

    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('Amount due: $142.37').waitFor()
    expect(unexpected(visitor)).toEqual([])
    await visitor.context.close()
  })

  test('on a desk its PDF takes 94% of the height and 90% of the width, and a press outside leaves it open', async () => {
    const visitor = await newVisitor(browser, { viewport: desk })
    const { page } = visitor
    await signIn(page, portal.origin, 'ada.lindqvist')
    await page.goto(portal.origin + paths.viewBill({ accountno: account }))
    await page.getByRole('button', { name: 'View PDF' }).click()
    await expect.poll(() => pdfText(page), { timeout: 30_000 }).toContain('Amount due')
    const dialog = page.getByRole('dialog', { name: /^Bill of/u })
    const box = await dialog.boundingBox()
    expect([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]).toEqual([
      Math.round(desk.width * 0.9),
      Math.round(desk.height * 0.94),
    ])
    await page.mouse.click(4, 4)
    await dialog.waitFor()
    expect(unexpected(visitor)).toEqual([])
    await visitor.context.close()
  })
})
