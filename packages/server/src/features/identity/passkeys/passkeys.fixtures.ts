import { passkeys } from '@coopline/contract/identity/passkeys/passkeys.contract'
import { type SliceFixtures, type ValidCall, visitor } from '../../../testing/endpoint-fixture.ts'
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from '../../../testing/software-authenticator.ts'
import type { TestPortal } from '../../../testing/test-portal.ts'

/** The calls of passkeys. Each call that uses up a passkey gets a new one of Ada's login. */
export const fixtures: SliceFixtures = async ({ portal, loginId, own }) => {
  const sending = async (body: unknown): Promise<ValidCall> => ({ ...(await own()), body })
  const ofPasskey = async (call: ValidCall, suspended = false): Promise<ValidCall> => {
    const { id } = await seedPasskey(portal, loginId, { suspended })
    return { ...call, params: { ...call.params, id } }
  }
  return [
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
    [passkeys.signInOptions, { ...visitor, body: {} }],
    [
      passkeys.signIn,
      async () => {
        const passkey = await seedPasskey(portal, loginId)
        const [challenge, userHandle] = [await seedChallenge(portal, null), handleOf(loginId)]
        return { ...visitor, body: { credential: passkey.get({ challenge, userHandle }) } }
      },
    ],
  ]
}

/** Returns the user handle of the passkeys of a login. */
export const handleOf = (loginId: string): string =>
  Buffer.from(loginId.replaceAll('-', ''), 'hex').toString('base64url')

/** Inserts a passkey of a login. */
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

/** Inserts a challenge for adding a passkey to a login, or for signing in when `loginId` is `null`. */
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
