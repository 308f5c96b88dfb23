import { TOTP, URI } from 'otpauth'
import type { Page } from 'playwright-core'

/** Presses the button of that name. */
export const pressed = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Builds the app from the page's link for an app on the same device. */
export async function appFrom(page: Page): Promise<TOTP> {
  const address = await page.getByRole('link', { name: 'Open an app on this device instead' }).getAttribute('href')
  const app = URI.parse(address ?? '')
  if (!(app instanceof TOTP)) throw new Error('The page describes no app that counts time')
  return app
}

/** The second step with a recovery code, after the password. */
export async function giveRecoveryCode(page: Page, code: string): Promise<void> {
  await pressed(page, 'Use a recovery code')
  await page.getByLabel('Recovery code', { exact: true }).fill(code)
  await pressed(page, 'Verify')
}
