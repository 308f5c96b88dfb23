import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { desk, phone } from './browser.ts'
import { showTheme } from './show-theme.ts'

const folder = process.env.SHOTS_DIR

/** Takes pictures of the page as it is, on a phone and a desk, light and dark, when SHOTS_DIR names a folder for them. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (folder === undefined || folder === '') return
  mkdirSync(folder, { recursive: true })
  const before = page.viewportSize() ?? phone
  for (const [width, size] of Object.entries({ 390: phone, 1280: desk })) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await showTheme(page, colorScheme)
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(before)
}
