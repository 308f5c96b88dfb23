import { randomUUID } from 'node:crypto'
import { signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { randomText } from '../../../platform/random.ts'
import { insertHandOff } from './hand-off.store.ts'
import { findLogin } from './logins.store.ts'
import { openSecondStep } from './open-second-step.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { hashRecoveryCode } from '../../../platform/secrets/recovery-code.ts'
import { asMember, type SliceFixtures, type ValidCall, visitor } from '../../../testing/endpoint-fixture.ts'
import { adasPassword, seedLogin, seedSession } from '../../../testing/seed-login.ts'
import type { TestPortal } from '../../../testing/test-portal.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

/** The calls of signing in and of sessions that succeed. Sam has a login with an authenticator app. */
export const fixtures: SliceFixtures = async ({ portal, loginId, own }) => {
  const sam = await seedLogin(portal, { username: 'sam.whitfield', memberNumber: '10019', withApp: true })
  const nameless = async (): Promise<ValidCall> => ({ ...asMember(await seedSession(portal, loginId)), params: {} })
  return [
    [signIn.login, { ...visitor, body: { username: 'ada.lindqvist', password: adasPassword } }],
    [signIn.verifyMfa, async () => ({ ...visitor, body: await secondStep(portal, sam) })],
    [signIn.exchange, async () => ({ ...visitor, body: { token: await handOff(portal), member: '10001' } })],
    [
      signIn.issueHandOff,
      async () => ({ ...visitor, headers: { 'webhook-id': `h.${randomUUID()}` }, body: { memberNumber: '10001' } }),
    ],
    [signIn.session, async () => ({ ...(await own()), params: {} })],
    [signIn.renew, async () => ({ ...(await nameless()), body: {} })],
    [
      signIn.stepUp,
      async () => {
        await portal.db.updateTable('portal.login').set({ app_secret: null }).where('login_id', '=', loginId).execute()
        return { ...(await nameless()), body: { password: adasPassword } }
      },
    ],
    [signIn.signOut, async () => ({ ...(await nameless()), body: { everywhere: false } })],
    [signIn.sessions, own],
    [
      signIn.endSession,
      async () => {
        const [{ sessionId }, call] = [await seedSession(portal, loginId), await own()]
        return { ...call, params: { ...call.params, sessionId } }
      },
    ],
    [signIn.activity, own],
  ]
}

/** Starts a sign-in of Sam, up to the second step. @returns the values to send, with a recovery code that completes it. */
async function secondStep(portal: TestPortal, loginId: string) {
  const code = randomText(portal.deps.random, 8)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, 'x')
    .slice(0, 10)
  const hash = hashRecoveryCode(portal.deps, loginId, code)
  await portal.db
    .insertInto('portal.recovery_code')
    .values({ login_id: loginId, code_hash: hash, used_at: null })
    .execute()
  const model = await openSecondStepOf(portal, loginId)
  return { userName: 'sam.whitfield', token: code, ...model }
}

async function openSecondStepOf(portal: TestPortal, loginId: string) {
  const login = await findLogin(portal.db, loginId)
  const model = login && (await openSecondStep(portal.deps, login)).mfaAuthenticateModel
  if (model === null || model === undefined) throw new Error('There is no second step')
  return model
}

/** Creates a partner's code for Ada. */
async function handOff(portal: TestPortal): Promise<string> {
  const token = randomText(portal.deps.random, 32)
  const expiresAt = new Date(portal.clock.now().getTime() + 60_000)
  await insertHandOff(portal.db, { tokenHash: sha256(token), eventId: randomUUID(), memberNumber: '10001', expiresAt })
  return token
}

export const storeCalls: StoreCalls = {
  logins: {
    rehash: [given.login, 'hash'],
    setUsername: [given.login, 'name'],
    setEmail: [given.login, 'a@b.test'],
  },
  'app-secrets': {
    setAppSecret: [given.login, given.hash, given.now],
    replaceAppSecret: [given.login, given.hash, given.hash],
  },
  sessions: {
    noteSeen: [given.login, given.now],
    noteUsed: [{ sessionId: given.login, tokenHash: given.hash }],
    endSessionsOfBackup: [given.now],
  },
  'known-devices': { isIssuedDevice: [given.hash, given.now] },
}
