import { paths } from '@coopline/contract/paths'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { demoPassword } from './member.ts'

/** The authenticator app of the demo's staff. */
export const staffApp = new TOTP({ secret: Secret.fromBase32('JBSWY3DPEHPK3PXP') })

/** Fills the sign-in page of the staff. */
export async function giveStaffCredentials(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByLabel('Code from your authenticator app').fill(staffApp.generate())
}

/** Signs a demo employee in, in English. The search for members is open afterwards. */
export async function signInStaff(page: Page, origin: string, username: string): Promise<void> {
  await page.goto(origin + paths.staff())
  await page.getByRole('heading', { level: 1, name: 'Staff sign-in' }).waitFor()
  await giveStaffCredentials(page, username)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Find a member' }).waitFor()
}
