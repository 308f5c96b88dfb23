import { createHmac } from 'node:crypto'
import { aclaraJump } from '@coopline/contract/usage/aclara-jump/aclara-jump.contract'
import { anAccount } from '@coopline/testing/builders/account'
import { expect, it } from 'vitest'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { aclaraSecret, useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'

const portal = useTestPortal({
  settings: { AclaraAce: true, aclaraUrl: 'https://aclara.example.org/portal', aclaraClientId: 'PRAIRIE' },
})
const ada = useFresh(async () => adaSignedIn(portal))

const ask = async (memberNumber = '10001') => portal.call(aclaraJump.settings, { ...ada, params: { memberNumber } })
const read = (part = ''): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())

it('returns the Aclara settings of the member’s primary account [AS-12, DU-10]', async () => {
  await seedAccount(portal.db, anAccount('100100100').secondary().with({ location_id: 'L9' }))
  expect((await ask()).json()).toEqual({
    aclaraUrl: 'https://aclara.example.org/portal',
    clientId: 'PRAIRIE',
    memberNumber: '10001',
    accountNumber: '100100101',
    premiseId: 'L1',
    webToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/u),
  })
})

it('signs a one-minute token with the Aclara key, not the partner site key', async () => {
  const [header, claims, signature] = (await ask()).json<{ webToken: string }>().webToken.split('.')
  expect(read(header)).toEqual({ alg: 'HS256', typ: 'JWT', kid: 'aclara' })
  const now = portal.clock.now().getTime() / 1_000
  expect(read(claims)).toMatchObject({ aud: 'PRAIRIE', sub: '10001', account: '100100101', iat: now, exp: now + 60 })
  const expected = createHmac('sha256', aclaraSecret).update(`${header}.${claims}`).digest('base64url')
  expect(signature).toBe(expected)
})

it('never logs the token', async () => {
  const { webToken } = (await ask()).json<{ webToken: string }>()
  expect(portal.logLines.length).toBeGreaterThan(0)
  expect(portal.logLines.join('\n')).not.toContain(webToken)
})

it('refuses with code 3101 when the Aclara portal is not set up or its address is not https [AJ-04]', async () => {
  for (const settings of [{ aclaraUrl: '' }, { aclaraUrl: 'http://aclara.example.org/' }, { aclaraClientId: '' }]) {
    portal.set({ aclaraUrl: 'https://aclara.example.org/portal', aclaraClientId: 'PRAIRIE', ...settings })
    const response = await ask()
    expect(response.statusCode).toBe(400)
    expect(response.json<{ errors: { code: string }[] }>().errors[0]?.code).toBe('3101')
  }
})

it('refuses other members, visitors and everyone while the feature is off [CF-04]', async () => {
  expect((await ask('10002')).statusCode).toBe(404)
  expect((await portal.call(aclaraJump.settings, { params: { memberNumber: '10001' } })).statusCode).toBe(401)
  portal.set({ AclaraAce: false })
  expect((await ask()).statusCode).toBe(403)
})
