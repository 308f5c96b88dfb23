import { apiPrefix } from '@coopline/contract/paths'
import type { BrowserContextOptions } from 'playwright-core'
import { createClient } from './http-client.ts'

/** The state of a browser in which a member is signed in. */
export type SignedIn = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** Signs a demo member in and returns the state of their browser. The member has no second step. */
export async function signInDemoMember(origin: string, username: string): Promise<SignedIn> {
  const client = createClient(origin, 1)
  try {
    const { text, setCookie } = await client.call({
      method: 'POST',
      path: `${apiPrefix}/v3/login`,
      headers: { 'content-type': 'application/json', applicationid: 'Web' },
      body: JSON.stringify({ username, password: 'Prairie!2026' }),
    })
    const { accessToken, memberNumber, memberMfaEnabled } = JSON.parse(text) as Record<string, unknown>
    const [name = '', value = ''] = (setCookie ?? '').split(';')[0]?.split('=') ?? []
    const { hostname } = new URL(origin)
    const attributes = {
      domain: hostname,
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
    } as const
    const user = JSON.stringify({ accessToken, memberNumber, memberMfaEnabled })
    return {
      cookies: [{ name, value, ...attributes }],
      origins: [{ origin, localStorage: [{ name: 'mcp_currentUser', value: user }] }],
    }
  } finally {
    client.close()
  }
}
