import { apiPrefix, paths } from '@coopline/contract/paths'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { demoPassword } from './member.ts'
import { openEmptyPage } from './sign-in-by-call.ts'

/** The authenticator app of the demo's staff. */
export const staffApp = new TOTP({ secret: Secret.fromBase32('JBSWY3DPEHPK3PXP') })

/** Fills the sign-in page of the staff. */
export async function giveStaffCredentials(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByLabel('Code from your authenticator app').fill(staffApp.generate())
}

/** Signs a demo employee in with the call that the sign-in page makes, and opens the search for members. */
export async function signInStaff(page: Page, origin: string, username: string): Promise<void> {
  await openEmptyPage(page, origin)
  const given = { username, password: demoPassword, code: staffApp.generate() }
  await page.evaluate(
    async ({ address, body }) => {
      const headers = { 'content-type': 'application/json', applicationid: 'Web' }
      const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!response.ok) throw new Error(`The sign-in of staff answered ${response.status}`)
      localStorage.setItem('staff_session', JSON.stringify(await response.json()))
    },
    { address: `${apiPrefix}/v3/staff/session`, body: given },
  )
  await page.goto(origin + paths.staff())
  await page.getByRole('heading', { level: 1, name: /^(?:Find a member|Buscar un miembro)$/u }).waitFor()
}
