import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { hasTakenOver } from './keyboard.ts'

/** Password of every named member of the demo cooperative. */
export const demoPassword = 'Prairie!2026'

/** Fills in the login page and sends it. The caller waits for the result. */
export async function giveCredentials(page: Page, username: string, password: string = demoPassword): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).last().click()
}

/** Signs in a member who has no second step. Ends on the account overview. */
export async function signIn(page: Page, origin: string, username: string, password?: string): Promise<void> {
  await page.goto(origin + paths.login())
  await giveCredentials(page, username, password)
  await onOverview(page)
}

export const onOverview = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: 'Account Overview' }).waitFor()
  // The served frame already has the heading.
  await expect.poll(() => hasTakenOver(page)).toBe(true)
}

/** Signs out with the button in the header. Ends on the page to which the cooperative sends members after that. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await page.getByRole('link', { name: 'Sign In', exact: true }).first().waitFor()
}

/** Returns the signed-in user in local storage; `null` without one. */
export const storedUser = (page: Page): Promise<unknown> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('mcp_currentUser') ?? 'null') as unknown)
