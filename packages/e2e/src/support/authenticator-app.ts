import { paths } from '@coopline/contract/paths'
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

/** Opens My Profile and sets up an app with its first code. @returns the app and the recovery codes. */
export async function setUpApp(
  page: Page,
  origin: string,
): Promise<{ readonly app: TOTP; readonly codes: readonly string[] }> {
  await page.goto(origin + paths.myProfile({ tab: 'mfa' }))
  await pressed(page, 'Set Up Now')
  const app = await appFrom(page)
  await page.getByLabel('6-digit code').fill(app.generate())
  await pressed(page, 'Verify Code and Activate')
  const list = page.getByRole('list', { name: 'Your recovery codes' })
  await list.waitFor()
  return { app, codes: await list.getByRole('listitem').allInnerTexts() }
}

/** Confirms that the codes are saved and returns to the panel. */
export async function closeCodes(page: Page): Promise<void> {
  await page.getByLabel('I saved my recovery codes').check()
  await pressed(page, 'Done')
  await page.getByRole('button', { name: 'Change App' }).waitFor()
}

/** The second step with a recovery code, after the password. */
export async function giveRecoveryCode(page: Page, code: string): Promise<void> {
  await pressed(page, 'Use a recovery code')
  await page.getByLabel('Recovery code', { exact: true }).fill(code)
  await pressed(page, 'Verify')
}
