import { authenticatorApp } from '@coopline/contract/identity/authenticator-app/authenticator-app.contract'
import type { AnswerOf, Endpoint } from '@coopline/contract/endpoint'
import { passkeys } from '@coopline/contract/identity/passkeys/passkeys.contract'
import { sharedAccess } from '@coopline/contract/identity/shared-access/shared-access.contract'
import { type LoginResponse, signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { beforeEach, expect, it } from 'vitest'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adasPassword, halvesOf, login, seedLogin, seedSession, type SignedIn } from '../../../testing/seed-login.ts'
import { createSoftwareAuthenticator } from '../../../testing/software-authenticator.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { codeOf, setUpOf } from '../authenticator-app/authenticator-app.fixtures.ts'
import { handleOf, seedChallenge } from '../passkeys/passkeys.fixtures.ts'
import { seedGuest } from './shared-access.fixtures.ts'

const portal = useTestPortal({ settings: { MfaEnabled: true, sharedAccess: true } })
const memberNumber = 'guest-abcdefghijklmn'
const email = 'guest@example.org'
const username = 'guest.one'
let loginId: string
let guest: SignedIn
beforeEach(async () => {
  await seedAccount(portal.db)
  await seedLogin(portal)
  loginId = await seedLogin(portal, { username, memberNumber, email })
  guest = await seedSession(portal, loginId)
  await seedGuest(portal, loginId, { memberNumber: '10001', accountNumber: '100100101' })
})

const call = async (endpoint: Endpoint, who: SignedIn, body?: unknown) =>
  portal.call(endpoint, { ...who, params: { memberNumber }, body })
const sharedWith = async (who: SignedIn) => (await call(sharedAccess.withMe, who)).json<{ shared: unknown[] }>().shared

/** Sets up an app. @returns its secret. */
async function setUpApp(): Promise<string> {
  const form = await setUpOf(portal, guest)
  const { mfaEnabled } = (await call(authenticatorApp.activate, guest, form)).json<
    AnswerOf<typeof authenticatorApp.activate>
  >()
  expect(mfaEnabled).toBe(true)
  portal.clock.advance(60)
  return form.key
}

it('asks a guest with an authenticator app for its code, and the password alone opens nothing', async () => {
  const key = await setUpApp()
  const mails = await portal.db.selectFrom('outbox.message').select(['recipient', 'subject']).execute()
  expect(mails).toContainEqual({ recipient: email, subject: 'An authenticator app was added' })
  const first = await login(portal, { username })
  const { accessToken, mfaAuthenticateModel } = first.json<LoginResponse>()
  expect([accessToken, first.headers['set-cookie']]).toEqual([null, undefined])
  const verify = async (token: string) =>
    portal.call(signIn.verifyMfa, { body: { userName: username, token, ...mfaAuthenticateModel } })
  expect((await verify(codeOf(portal, key, 5))).statusCode).toBe(400)
  expect(await sharedWith(halvesOf(await verify(codeOf(portal, key))))).toHaveLength(1)
})

it('asks a guest for a fresh proof, with the code of an app, before a second factor is added', async () => {
  const key = await setUpApp()
  portal.clock.advance(portal.deps.settings.current().stepUpMinutes * 60 + 1)
  for (const endpoint of [authenticatorApp.qrCode, authenticatorApp.newRecoveryCodes, passkeys.options])
    expect((await call(endpoint, guest, {})).json(), endpoint.id).toMatchObject({
      status: 403,
      errors: [{ code: 'step-up-required' }],
    })
  const prove = async (code?: string) =>
    portal.call(signIn.stepUp, { ...guest, body: { password: adasPassword, ...(code !== undefined && { code }) } })
  expect((await prove()).statusCode).toBe(400)
  const proven = { ...halvesOf(await prove(codeOf(portal, key))), memberNumber }
  expect((await call(passkeys.options, proven, {})).statusCode).toBe(200)
})

it('signs a guest in with a passkey, which is both steps', async () => {
  await setUpApp()
  const authenticator = createSoftwareAuthenticator()
  const credential = authenticator.create({ challenge: await seedChallenge(portal, loginId) })
  expect((await call(passkeys.add, guest, { name: 'Telephone', credential })).statusCode).toBe(200)
  const signed = authenticator.get({ challenge: await seedChallenge(portal, null), userHandle: handleOf(loginId) })
  const answer = await portal.call(passkeys.signIn, { body: { credential: signed } })
  expect(await sharedWith(halvesOf(answer))).toHaveLength(1)
})
