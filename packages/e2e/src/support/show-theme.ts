import type { Page } from 'playwright-core'

/** Lets the system ask for light or dark, and waits until the page is painted so: colors change over, if only for a frame. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
}
