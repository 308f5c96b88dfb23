import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeFindings, desk, phone, shareVisitor } from './support/browser.ts'
import { axeFaults, inDialog, pageFaults } from './support/page-faults.ts'
import { repositoryRoot } from './support/portal-under-test.ts'
import { settled } from './support/show-theme.ts'

const origin = 'http://gallery.test'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coopline-gallery-'))
  const config = join(repositoryRoot, 'packages/web/vite.gallery.config.ts')
  const build = [join(repositoryRoot, 'node_modules/vite/bin/vite.js'), 'build', '--config', config, '--outDir', folder]
  execFileSync(process.execPath, build, { env: { ...process.env, NODE_ENV: 'production' } })
  return () => rmSync(folder, { recursive: true, force: true })
})

/** The gallery as it is built, without a server. */
async function openGallery(page: Page): Promise<void> {
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ path: join(folder, pathname === '/' ? 'index.html' : pathname) })
  })
  await page.goto(origin)
  await page.getByRole('heading', { level: 1, name: 'Gallery' }).waitFor()
}

const shared = shareVisitor(({ page }) => openGallery(page))

test('every piece of the gallery passes axe and fits on a phone and a desk, in both themes', async () => {
  const { page, complaints } = shared()
  expect(await page.locator('[data-specimen]').count()).toBeGreaterThan(100)
  expect(await pageFaults(page, 'gallery')).toEqual([])
  expect(await tooWide(page)).toEqual([])
  await page.setViewportSize(desk)
  expect(await axeFindings(page, 'colors')).toEqual([])
  expect(await tooWide(page)).toEqual([])
  await page.setViewportSize(phone)
  expect(complaints).toEqual([])
})

test('open dialogs, tips and menus of the gallery pass axe and fit, in both themes', async () => {
  const { page } = shared()
  const found: string[] = []
  for (const button of ['Open dialog', 'Open large dialog']) {
    await page.getByRole('button', { name: button, exact: true }).click()
    found.push(...(await pageFaults(page, `gallery-${button.replaceAll(' ', '-')}`, inDialog)))
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  }
  const tip = page.getByRole('button', { name: 'About the reconnect fee' })
  await tip.focus()
  await tip.press('Enter')
  const openTip = '[data-ui="info-tip"]:has([aria-expanded="true"])'
  found.push(...(await pageFaults(page, 'gallery-tip', { within: openTip })))
  const menu = '[data-ui="disclosure-menu"]'
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('button', { name: 'Payments', exact: true }).click()
  found.push(...(await pageFaults(page, 'gallery-menu', { within: menu })))
  await page.setViewportSize(desk)
  found.push(...(await axeFaults(page, 'gallery-menu-desk', { within: menu })))
  await page.setViewportSize(phone)
  expect(found).toEqual([])
})

/** States that are wider than their column, at the width of the window. */
const tooWide = (page: Page): Promise<readonly (string | undefined)[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-specimen]')]
      .filter((specimen) => specimen.scrollWidth > specimen.clientWidth)
      .map((specimen) => `${specimen.closest('section')?.id}: ${specimen.dataset['specimen']}`),
  )

test('a visitor who asks for less motion gets the other theme at once', async () => {
  const { page } = shared()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(settled)
  await page.emulateMedia({ colorScheme: 'dark' })
  const moving = await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(painted))
    return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length
  })
  expect(moving).toBe(0)
})
