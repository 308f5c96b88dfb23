import type { Page } from 'playwright-core'

/** Lets the system ask for light or dark, and waits until the page is painted so. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(settled)
}

/** Runs in the page. Waits until two frames are painted and no animation runs, so that all colors are final. */
export async function settled(): Promise<void> {
  do {
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
  } while (document.getAnimations().some((animation) => animation.playState === 'running'))
}
