import { apiPrefix } from '@coopline/contract/paths'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { demoPassword } from './member.ts'

/** The secret of the demo member with a second step. */
const secret = 'JBSWY3DPEHPK3PXP'

/**
 * Signs a demo member in with the calls that the login page makes, and without the page: for journeys that are not about
 * signing in. Signs out a member who was signed in here before.
 */
export async function signInByCall(page: Page, origin: string, member: string): Promise<void> {
  await openEmptyPage(page, origin)
  const credentials = {
    prefix: apiPrefix,
    username: member,
    password: demoPassword,
    code: new TOTP({ secret }).generate(),
  }
  await page.evaluate(async ({ prefix, username, password, code }) => {
    const ask = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', applicationid: 'Web' }
      const response = await fetch(prefix + path, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      return (await response.json()) as {
        accessToken: string | null
        memberNumber: string
        memberMfaEnabled: boolean
        mfaAuthenticateModel: object | null
      }
    }
    const first = await ask('/v3/login', { username, password })
    const second = { ...first.mfaAuthenticateModel, userName: username, token: code }
    const { accessToken, memberNumber, memberMfaEnabled } =
      first.accessToken === null ? await ask('/v3/login/mfa', second) : first
    localStorage.clear()
    sessionStorage.clear()
    localStorage.setItem('mcp_currentUser', JSON.stringify({ accessToken, memberNumber, memberMfaEnabled }))
  }, credentials)
}

/** Opens an empty page of the portal's origin: calls and storage need no more. */
export async function openEmptyPage(page: Page, origin: string): Promise<void> {
  const empty = `${origin}/empty`
  await page.route(empty, async (route) => route.fulfill({ contentType: 'text/html', body: '' }), { times: 1 })
  await page.goto(empty)
}
