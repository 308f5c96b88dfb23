import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { paths } from '@coopline/contract/paths'
import { publicData } from '@coopline/testing/public-data'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { desk, newVisitor, shareVisitor, unexpected } from './support/browser.ts'
import { hasFocus, pressByKeyboard, tabTo } from './support/keyboard.ts'
import { axeFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { takePictures } from './support/shots.ts'
import { showTheme } from './support/show-theme.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const chart = (page: Page, name: RegExp) => page.getByRole('group', { name })
const bars = (page: Page) => page.locator('[data-ui="usage-chart"] [data-bar]:visible')

/** Lists axe's findings in both themes and languages, and horizontal scrolling on a phone. */
async function faults(page: Page, name: string, within?: string): Promise<readonly string[]> {
  await takePictures(page, name)
  const found = await axeFaults(page, name, within === undefined ? {} : { within })
  await showTheme(page, 'light')
  const before = page.viewportSize() ?? desk
  await page.setViewportSize({ width: 320, height: 640 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  await page.setViewportSize(before)
  return [...found, ...(width > 320 ? [`${width} px wide at 320 px`] : [])]
}

const shared = shareVisitor(async ({ page }) => {
  await page.setViewportSize(desk)
  await signInByCall(page, portal.origin, 'ada.lindqvist')
})

test('a member reads the days, opens one and returns with the keyboard alone', async () => {
  const visitor = shared()
  const { page } = visitor
  await page.goto(portal.origin + paths.usageTracker())
  await chart(page, /^Daily usage in kWh$/u).waitFor()
  await expect.poll(async () => bars(page).count()).toBe(30)
  expect(await faults(page, 'usage-daily')).toEqual([])

  await tabTo(page, bars(page).last())
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => hasFocus(bars(page).nth(28))).toBe(true)
  expect(await bars(page).nth(28).getAttribute('aria-label')).toMatch(/, 20\d\d: [\d.]+ kWh/u)
  await page.keyboard.press('Enter')
  await chart(page, /^Usage on \d\d\/\d\d\/20\d\d in kWh$/u).waitFor()
  await expect.poll(() => bars(page).count()).toBe(96)
  const back = page.getByRole('button', { name: 'Back to daily usage' })
  expect(await hasFocus(back)).toBe(true)
  await page.keyboard.press('Enter')
  await chart(page, /^Daily usage in kWh$/u).waitFor()

  await pressByKeyboard(page, page.getByRole('button', { name: 'Show table' }))
  await page.getByRole('table', { name: 'Usage by day' }).waitFor()
  await page.getByRole('tab', { name: 'Monthly' }).click()
  await chart(page, /^Monthly usage in kWh$/u).waitFor()
  await expect.poll(async () => bars(page).count()).toBe(12)
  await page.getByRole('tab', { name: 'Interval' }).click()
  await chart(page, /^Interval usage in kWh$/u).waitFor()
  expect(await faults(page, 'usage-intervals')).toEqual([])
  expect(unexpected(visitor)).toEqual([])
})

test('a member downloads two years as CSV and as Green Button XML', async () => {
  const visitor = shared()
  const { page } = visitor
  await page.goto(portal.origin + paths.usageTracker())
  const dialog = page.getByRole('dialog', { name: 'Download your usage' })
  const save = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ])
    const text = await readFile(await download.path(), 'utf8')
    return { name: download.suggestedFilename(), text }
  }
  await page.getByRole('button', { name: 'Download' }).click()
  await dialog.waitFor()
  expect(await faults(page, 'usage-download', 'dialog[open]')).toEqual([])
  const csv = await save()
  expect(csv.name).toMatch(/^usage-\d+-20\d\d-\d\d-\d\d-20\d\d-\d\d-\d\d\.csv$/u)
  expect(csv.text.split('\r\n').length).toBeGreaterThan(29 * 90)

  await page.getByRole('button', { name: 'Download' }).click()
  const start = dialog.getByLabel('Start date')
  await start.fill(`${Number((await start.inputValue()).slice(0, 4)) - 2}-12-01`)
  await dialog.getByText('Green Button XML').click()
  const xml = await save()
  expect(xml.name).toMatch(/\.xml$/u)
  expect(xml.text.match(/<IntervalReading>/gu)?.length).toBeGreaterThan(13 * 28 * 90)
  expect(xml.text.endsWith('</feed>\n')).toBe(true)
  expect(unexpected(visitor)).toEqual([])
})

test('a prepaid account shows dollars and a water account shows gallons, in Spanish', async () => {
  const visitor = await newVisitor({ viewport: desk })
  const { page } = visitor
  await signInByCall(page, portal.origin, 'farid.haddad')
  await page.goto(portal.origin + paths.usageTracker())
  await page.getByRole('radio', { name: 'Dollars ($)' }).check()
  await page.getByRole('region', { name: 'Prepaid account' }).getByText('$12.44').waitFor()
  expect(await bars(page).nth(20).getAttribute('aria-label')).toMatch(/: \$\d+\.\d\d/u)

  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(`${portal.origin}${paths.usageTracker()}?accountno=100100102`)
  await chart(page, /^Daily usage in Gallons$/u).waitFor()
  expect(await faults(page, 'usage-water')).toEqual([])
  await page.getByRole('button', { name: 'Español' }).first().click()
  await chart(page, /^Consumo diario en galones$/u).waitFor()
  expect(unexpected(visitor)).toEqual([])
})

test('a solar member reads the energy bank and its periods, in both languages', async () => {
  const visitor = await newVisitor({ viewport: desk })
  const { page } = visitor
  await signInByCall(page, portal.origin, 'wren.abbott')
  await page.goto(portal.origin + paths.usageTracker())
  const bank = page.getByRole('region', { name: 'Your energy bank' })
  await bank.getByText('True-up date').waitFor()
  expect(await bank.getByRole('definition').first().textContent()).toMatch(/^[\d,.]+ kWh$/u)
  await expect
    .poll(async () => bank.getByRole('table', { name: 'Energy bank by billing period' }).getByRole('row').count())
    .toBe(14)
  await bank.scrollIntoViewIfNeeded()
  expect(await faults(page, 'usage-energy-bank')).toEqual([])
  await page.getByRole('button', { name: 'Español' }).first().click()
  await page.getByRole('region', { name: 'Su banco de energía' }).waitFor()
  expect(unexpected(visitor)).toEqual([])
})

test('the code of the charts loads after the page, beside the data', async () => {
  const visitor = shared()
  const { page } = visitor
  const isChartCode = (text: string) => /(?:bar|interval)-chart[\w.-]*\.js/u.test(text)
  expect(isChartCode(await (await page.request.get(portal.origin + paths.usageTracker())).text())).toBe(false)

  let releaseDays = () => {}
  const released = new Promise<void>((resolve) => {
    releaseDays = resolve
  })
  await page.route('**/usage/daily?*', async (route) => {
    await released
    await route.continue()
  })
  const requested = page.waitForRequest((request) => isChartCode(request.url()))
  await page.goto(portal.origin + paths.usageTracker())
  await requested
  expect(await chart(page, /^Daily usage in kWh$/u).count()).toBe(0)
  releaseDays()
  await chart(page, /^Daily usage in kWh$/u).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  expect(unexpected(visitor)).toEqual([])
})

test('a member saves the picture of a chart, prints it and drags 180 days of 5-minute readings', async () => {
  const visitor = await newVisitor({ viewport: desk })
  const { page } = visitor
  await signInByCall(page, portal.origin, 'amos.pike')
  await page.goto(portal.origin + paths.usageTracker())
  const to = await page.getByLabel('End date').inputValue()
  const from = new Date(Date.parse(to) - 179 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Start date').fill(from)
  await page.getByRole('button', { name: 'Search' }).click()
  await bars(page).nth(179).waitFor()
  await page.getByRole('tab', { name: 'Interval' }).click()
  const picture = chart(page, /^Interval usage in kWh$/u)
  const line = async () => (await picture.locator('path').first().getAttribute('d')) ?? ''
  await expect.poll(async () => (await line()).length).toBeGreaterThan(10_000)

  await page.getByRole('button', { name: 'Zoom in' }).click()
  const zoomed = await line()
  const box = await picture.boundingBox()
  const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + 100 }
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(middle.x + 200, middle.y, { steps: 5 })
  await page.mouse.up()
  expect(await line()).not.toBe(zoomed)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save picture' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`usage-${from}-${to}.png`)
  const { width, height, colors } = await pictureOf(page, await readFile(await download.path()))
  expect([width, height]).toEqual([Math.round((box?.width ?? 0) * 2), Math.round((box?.height ?? 0) * 2)])
  expect(colors).toBeGreaterThan(2)

  await page.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { printed: true }) }))
  await page.getByRole('button', { name: 'Print' }).click()
  expect(await page.evaluate(() => 'printed' in window)).toBe(true)
  await page.emulateMedia({ media: 'print' })
  expect(await picture.isVisible()).toBe(true)
  for (const name of ['Print', 'Save picture', 'Zoom in', 'Search'])
    expect(await page.getByRole('button', { name }).isVisible()).toBe(false)
  expect(unexpected(visitor)).toEqual([])
})

/** Returns the width and height of a PNG in pixels and its number of colors, as the browser decodes it. */
async function pictureOf(page: Page, png: Buffer) {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const data = context?.getImageData(0, 0, image.width, image.height).data.buffer
    return {
      width: image.width,
      height: image.height,
      colors: new Set(new Uint32Array(data ?? new ArrayBuffer(0))).size,
    }
  }, png.toString('base64'))
}

const feed = join(publicData, 'greenbutton-datasdk/hourlyForMonthMar.xml')
const hint = existsSync(feed) ? '' : ' (skipped: no data beside the project)'
const inUnits = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const kilowattHours = (wattHours: number) => `${inUnits.format(wattHours / 1_000)} kWh`

/** Returns the readings of the file, each with its local day as `03/01/2011`, in watt-hours. */
function readFeed(): readonly { readonly day: string; readonly used: number }[] {
  const days = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Chicago',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const reading = /<IntervalReading>[\s\S]*?<start>(\d+)<\/start>[\s\S]*?<value>\s*(\d+)\s*<\/value>/gu
  return [...readFileSync(feed, 'utf8').matchAll(reading)].map(([, start, value]) => ({
    day: days.format(Number(start) * 1_000),
    used: Number(value),
  }))
}

test.skipIf(hint !== '')(`a public Green Button file is imported and drawn with its own sums${hint}`, async () => {
  // The readings are from 2011. With MDM, the page shows the past 180 days only.
  await portal.set({ MDMEnabled: false })
  const visitor = await newVisitor({ viewport: desk })
  const { page } = visitor
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.usageTracker())
  const meter = page.locator('div:has(> dt:text-is("Meter")) > dd')
  const meterFlags = ['--account', '100100101', '--meter', (await meter.textContent()) ?? '']
  const report = ['--report', join(portal.env.DATA_DIR ?? '', 'import-report.csv')]
  const imported = await portal.coopline('import', 'readings', feed, ...meterFlags, ...report)
  expect(imported).toMatch(/: 743 rows, \d+ days written, 0 refused/u)

  await page.getByLabel('Start date').first().fill('2011-03-01')
  await page.getByLabel('End date').first().fill('2011-03-30')
  await page.getByRole('button', { name: 'Search' }).click()
  const readings = readFeed().filter(({ day }) => day >= '03/01/2011' && day <= '03/30/2011')
  const total = kilowattHours(readings.reduce((sum, { used }) => sum + used, 0))
  const sentence = page.locator('[data-ui="usage-sentence"]:visible')
  await sentence.getByText(`You used ${total} from 03/01/2011 to 03/30/2011, about `).waitFor()
  await expect.poll(async () => bars(page).count()).toBe(30)
  await page.getByRole('button', { name: 'Show table' }).click()
  const rows = page.getByRole('table', { name: 'Usage by day' }).getByRole('row').filter({ hasText: '2011' })
  await rows.nth(29).waitFor()
  const shown = await rows.allTextContents()
  const days = [...Map.groupBy(readings, ({ day }) => day)].map(([day, hours]) => ({
    day,
    used: kilowattHours(hours.reduce((sum, { used }) => sum + used, 0)),
  }))
  expect(days.filter(({ day, used }) => !shown.some((row) => row.includes(day) && row.includes(used)))).toEqual([])
  expect(shown).toHaveLength(30)

  await page.getByRole('tab', { name: 'Interval' }).click()
  await chart(page, /^Interval usage in kWh$/u).waitFor()
  const most = readings.reduce((highest, one) => (one.used > highest.used ? one : highest))
  const text = await sentence.textContent()
  expect(text).toContain(`You used ${total} from 03/01/2011 to 03/30/2011.`)
  expect(text).toMatch(new RegExp(`began on ${most.day}, .* with ${(most.used / 1_000).toString()} kWh`, 'u'))
  expect(unexpected(visitor)).toEqual([])
})
