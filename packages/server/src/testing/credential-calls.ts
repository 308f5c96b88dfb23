import { authenticatorApp } from '@coopline/contract/authenticator-app/authenticator-app.contract'
import type { AnswerOf, Endpoint } from '@coopline/contract/endpoint'
import { passkeys } from '@coopline/contract/passkeys/passkeys.contract'
import { Secret, TOTP } from 'otpauth'
import { findLoginOfMember } from '../features/sign-in/public.ts'
import type { ValidCall, CallSource } from './endpoint-fixture.ts'
import { appCode, giveApp, type SignedIn } from './seed-login.ts'
import { asMember, keepSession } from './sign-in-calls.ts'
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from './software-authenticator.ts'
import type { TestPortal } from './test-portal.ts'

/** Valid calls of the authenticator app and of passkeys, for Ada's login. */
export async function credentialCalls(portal: TestPortal): Promise<readonly (readonly [Endpoint, CallSource])[]> {
  portal.set({ MfaEnabled: true })
  const login = await findLoginOfMember(portal.db, '10001')
  if (login === undefined) throw new Error('Ada has no login')
  const { loginId } = login
  const sessionOf = keepSession(portal, loginId)
  const own = async (): Promise<ValidCall> => asMember(await sessionOf())
  const sending = async (body: unknown): Promise<ValidCall> => ({ ...(await own()), body })
  const ofPasskey = async (call: ValidCall, suspended = false): Promise<ValidCall> => {
    const { id } = await seedPasskey(portal, loginId, { suspended })
    return { ...call, params: { ...call.params, id } }
  }
  const withApp = async (): Promise<void> => giveApp(portal, loginId)
  const none: ValidCall = { params: {}, query: {}, body: {}, headers: { applicationid: 'Web' } }
  return [
    [authenticatorApp.status, own],
    [authenticatorApp.qrCode, async () => sending({})],
    [
      authenticatorApp.activate,
      async () => {
        const session = await sessionOf()
        return { ...asMember(session), body: await setUpOf(portal, session) }
      },
    ],
    [authenticatorApp.remove, async () => withApp().then(async () => sending({ code: appCode(portal) }))],
    [authenticatorApp.newRecoveryCodes, async () => withApp().then(async () => sending({}))],
    [passkeys.list, own],
    [passkeys.options, async () => forgetPasskeys(portal, loginId).then(async () => sending({}))],
    [
      passkeys.add,
      async () => {
        await forgetPasskeys(portal, loginId)
        const challenge = await seedChallenge(portal, loginId)
        return sending({ name: 'Telephone', credential: createSoftwareAuthenticator().create({ challenge }) })
      },
    ],
    [passkeys.rename, async () => ofPasskey(await sending({ name: 'Laptop' }))],
    [passkeys.confirm, async () => ofPasskey(await sending({}), true)],
    [passkeys.remove, async () => ofPasskey(await own())],
    [passkeys.signInOptions, none],
    [
      passkeys.signIn,
      async () => {
        const passkey = await seedPasskey(portal, loginId)
        const [challenge, userHandle] = [await seedChallenge(portal, null), handleOf(loginId)]
        return { ...none, body: { credential: passkey.get({ challenge, userHandle }) } }
      },
    ],
  ]
}

/** The user handle under which passkeys of a login are known. */
export const handleOf = (loginId: string): string =>
  Buffer.from(loginId.replaceAll('-', ''), 'hex').toString('base64url')

/** Begins to set up an app, and answers what activates it. */
export async function setUpOf(
  portal: TestPortal,
  session: SignedIn,
): Promise<{ readonly encryptedMember: string; readonly key: string; readonly code: string }> {
  const { memberNumber, ...halves } = session
  const response = await portal.call(authenticatorApp.qrCode, { params: { memberNumber }, body: {}, ...halves })
  const { encryptedValidator, secretNewKey } = response.json<AnswerOf<typeof authenticatorApp.qrCode>>()
  return { encryptedMember: encryptedValidator, key: secretNewKey, code: codeOf(portal, secretNewKey) }
}

/** The code of an app with that secret (base32) at the portal's time, some steps on or back. */
export const codeOf = (portal: TestPortal, key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: portal.clock.now().getTime() + steps * 30_000 })

/** A passkey of a login, as if it had been added. */
export async function seedPasskey(
  portal: TestPortal,
  loginId: string,
  more: { readonly counter?: number; readonly name?: string; readonly suspended?: boolean } = {},
): Promise<SoftwareAuthenticator> {
  const authenticator = createSoftwareAuthenticator()
  await portal.db
    .insertInto('portal.passkey')
    .values({
      credential_id: authenticator.id,
      login_id: loginId,
      public_key: authenticator.publicKey,
      counter: more.counter ?? 0,
      transports: ['internal'],
      name: more.name ?? 'Telephone',
      is_synced: false,
      created_at: portal.clock.now(),
      last_used_at: null,
      suspended_at: more.suspended === true ? portal.clock.now() : null,
    })
    .execute()
  return authenticator
}

/** A challenge for adding a passkey to that login, or for signing in. */
export async function seedChallenge(portal: TestPortal, loginId: string | null): Promise<string> {
  const challenge = Buffer.from(portal.deps.random.bytes(32)).toString('base64url')
  await portal.db
    .insertInto('portal.passkey_challenge')
    .values({
      challenge,
      purpose: loginId === null ? 'sign-in' : 'add',
      login_id: loginId,
      expires_at: new Date(portal.clock.now().getTime() + 300_000),
    })
    .execute()
  return challenge
}

async function forgetPasskeys(portal: TestPortal, loginId: string): Promise<void> {
  await portal.db.deleteFrom('portal.passkey').where('login_id', '=', loginId).execute()
}
