import { accounts } from '@coopline/contract/accounts/accounts/accounts.contract'
import { signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { expect, it } from 'vitest'
import { login, seedLogin } from '../../testing/seed-login.ts'
import { useTestPortal } from '../../testing/test-portal.ts'
import { readEnv } from '../../read-env.ts'

const portal = useTestPortal({ env: { HAS_TLS: 'N' } })

it('sends cookies without prefix and Secure outside https, which Chrome 111 keeps, and reads them again [REQ-D-300]', async () => {
  await seedLogin(portal)
  const signedIn = await login(portal)
  expect(signedIn.headers['set-cookie']).toEqual([
    expect.stringMatching(/^portal_fp=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict$/u),
    expect.stringMatching(/^portal_device=[A-Za-z0-9_-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/u),
  ])
  const { accessToken, memberNumber } = signedIn.json<{ accessToken: string; memberNumber: string }>()
  const caller = {
    bearer: accessToken,
    cookie: signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
  }
  expect((await portal.call(accounts.list, { ...caller, params: { memberNumber } })).statusCode).toBe(200)
  const signedOut = await portal.call(signIn.signOut, { ...caller, body: { everywhere: false } })
  expect(signedOut.headers['set-cookie']).toMatch(/^portal_fp=; Max-Age=0; /u)
})

it('has https cookies wherever the public address is https [SEC-24]', () => {
  expect(readEnv({}).HAS_TLS).toBe(false)
  expect(readEnv({ PUBLIC_ORIGIN: 'https://portal.example.org', DEMO: 'N' }).HAS_TLS).toBe(true)
})
