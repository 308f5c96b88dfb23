import { randomUUID } from 'node:crypto'
import { accounts } from '@coopline/contract/accounts/accounts.contract'
import { calendar } from '@coopline/contract/calendar/calendar.contract'
import type { Endpoint } from '@coopline/contract/endpoint'
import { signIn } from '@coopline/contract/sign-in/sign-in.contract'
import { randomText } from '../platform/random.ts'
import { findLogin, insertHandOff, openSecondStep } from '../features/sign-in/public.ts'
import { sha256 } from '../platform/secrets/split-token.ts'
import { hashRecoveryCode } from '../platform/secrets/recovery-code.ts'
import type { ValidCall, CallSource } from './endpoint-fixture.ts'
import { adasPassword, seedLogin, seedSession, type SignedIn } from './seed-login.ts'
import type { TestPortal } from './test-portal.ts'

/** What Ada, signed in, sends with a call that names her. */
export const asMember = (session: SignedIn): ValidCall => ({
  params: { memberNumber: session.memberNumber },
  query: {},
  body: undefined,
  headers: { authorization: `Bearer ${session.bearer}`, cookie: session.cookie, applicationid: 'Web' },
})

/** A live session with a recent proof: the same one until a call ends it or time passes. */
export function keepSession(portal: TestPortal, loginId: string): () => Promise<SignedIn> {
  let kept: (SignedIn & { readonly sessionId: string }) | undefined
  return async () => {
    const live = await portal.db
      .selectFrom('portal.session')
      .select('session_id')
      .where('session_id', '=', kept?.sessionId ?? null)
      .where('proven_at', '=', portal.clock.now())
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    kept = live === undefined || kept === undefined ? await seedSession(portal, loginId) : kept
    return kept
  }
}

/** Calls of signing in and of sessions that are answered: Ada has a login, and Sam one with an authenticator app. */
export async function signInCalls(portal: TestPortal): Promise<readonly (readonly [Endpoint, CallSource])[]> {
  const loginId = await seedLogin(portal)
  const sam = await seedLogin(portal, { username: 'sam.whitfield', memberNumber: '10019', withApp: true })
  const none: ValidCall = { params: {}, query: {}, body: undefined, headers: { applicationid: 'Web' } }
  const sessionOf = keepSession(portal, loginId)
  const own = async (): Promise<ValidCall> => asMember(await sessionOf())
  const nameless = async (): Promise<ValidCall> => ({ ...asMember(await seedSession(portal, loginId)), params: {} })
  return [
    [accounts.list, async () => ({ ...(await own()), query: { search: 'oak', sort: 'dueDate', order: 'desc' } })],
    [accounts.totals, own],
    [calendar.status, own],
    [calendar.turnOn, async () => ({ ...(await own()), body: {} })],
    [calendar.turnOff, own],
    [signIn.login, { ...none, body: { username: 'ada.lindqvist', password: adasPassword } }],
    [signIn.verifyMfa, async () => ({ ...none, body: await secondStep(portal, sam) })],
    [signIn.exchange, async () => ({ ...none, body: { token: await handOff(portal), member: '10001' } })],
    [
      signIn.issueHandOff,
      async () => ({ ...none, headers: { 'webhook-id': `h.${randomUUID()}` }, body: { memberNumber: '10001' } }),
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

/** A sign-in of Sam that waits for its second step, and a recovery code that completes it. */
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

/** A partner's code for Ada. */
export async function handOff(portal: TestPortal): Promise<string> {
  const token = randomText(portal.deps.random, 32)
  const expiresAt = new Date(portal.clock.now().getTime() + 60_000)
  await insertHandOff(portal.db, { tokenHash: sha256(token), eventId: randomUUID(), memberNumber: '10001', expiresAt })
  return token
}
