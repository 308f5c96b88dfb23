import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { desk, newVisitor, phone } from './support/browser.ts'
import { pageFaults } from './support/page-faults.ts'
import { repositoryRoot } from './support/portal-under-test.ts'

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

const sizes = [
  ['phone', phone],
  ['desk', desk],
] as const

test.each(sizes)('every piece of the gallery passes axe and fits on a %s, in both themes', async (name, viewport) => {
  const visitor = await newVisitor({ viewport })
  const { page } = visitor
  await openGallery(page)
  expect(await page.locator('[data-specimen]').count()).toBeGreaterThan(100)
  expect(await pageFaults(page, `gallery-${name}`)).toEqual([])
  expect(await tooWide(page)).toEqual([])
  expect(visitor.complaints).toEqual([])
})

test.each(sizes)('what opens in the gallery passes axe and fits on a %s, in both themes', async (name, viewport) => {
  const { page } = await newVisitor({ viewport })
  await openGallery(page)
  const found: string[] = []
  for (const button of ['Open dialog', 'Open large dialog']) {
    await page.getByRole('button', { name: button, exact: true }).click()
    found.push(...(await pageFaults(page, `gallery-${name}-${button.replaceAll(' ', '-')}`)))
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  }
  const tip = page.getByRole('button', { name: 'About the reconnect fee' })
  await tip.focus()
  await tip.press('Enter')
  found.push(...(await pageFaults(page, `gallery-${name}-tip`)))
  if (name === 'phone') await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('button', { name: 'Payments', exact: true }).click()
  found.push(...(await pageFaults(page, `gallery-${name}-menu`)))
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
  const { page } = await newVisitor({ viewport: desk, reducedMotion: 'reduce' })
  await openGallery(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const moving = await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(painted))
    return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length
  })
  expect(moving).toBe(0)
})
