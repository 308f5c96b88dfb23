import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** The text of the focused element. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')

/** Whether an element has focus. Poll it: effects move focus after their content is visible. */
export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement)

/** Whether React has taken over from the served frame. */
export const hasTakenOver = (page: Page): Promise<boolean> =>
  page.evaluate(() => Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react')))

/** Presses Tab until the target has focus. @throws Error when 60 presses do not reach it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let tabs = 0; tabs < 60; tabs += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target.toString()}`)
}

/**
 * Focuses the target with Tab and presses Enter once the target is not busy. A busy button ignores Enter, and a button may still be busy
 * when a dialog has just returned the focus to it.
 */
export async function pressByKeyboard(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await expect.poll(() => target.getAttribute('aria-disabled')).toBeNull()
  await page.keyboard.press('Enter')
}

/** Focuses a field with Tab and replaces its text. */
export async function typeInto(page: Page, label: string, words: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(words)
}
