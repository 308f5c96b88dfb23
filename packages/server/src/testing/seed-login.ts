import { randomUUID } from 'node:crypto'
import { signIn, type LoginResponse } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { bensAccount } from '@coopline/testing/builders/account'
import { ben } from '@coopline/testing/builders/member'
import type { LightMyRequestResponse } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import {
  createLogin,
  lookUpLogin,
  type NewLogin,
  openSession,
  sessionCookie,
} from '../features/identity/sign-in/public.ts'
import { sha256 } from '../platform/secrets/split-token.ts'
import { inTransaction } from '../platform/db/in-transaction.ts'
import type { RequestFacts } from '../platform/http/call.ts'
import { encryptAtRest } from '../platform/secrets/encrypt-at-rest.ts'
import { hashPassword } from '../platform/secrets/hash-password.ts'
import { seedAccount } from './seed-account.ts'
import type { CallOptions, TestPortal } from './test-portal.ts'

export const adasPassword = 'Prairie!2026'

/** The demo's authenticator secret (base32). */
export const appSecret = 'JBSWY3DPEHPK3PXP'

/** Hashes are sealed with the keys of a portal: another file of the worker may have others. */
const hashesByKeys = new WeakMap<object, Map<string, Promise<string>>>()

/** Hashing is slow on purpose; one hash of a password serves every test of a portal. */
async function hashed({ deps }: TestPortal, password: string): Promise<string> {
  const hashes = hashesByKeys.get(deps.keys) ?? new Map<string, Promise<string>>()
  hashesByKeys.set(deps.keys, hashes)
  const hash = hashes.get(password) ?? hashPassword(deps, password)
  hashes.set(password, hash)
  return hash
}

/** Makes a login: Ada's, unless the test says otherwise. @returns its id. */
export async function seedLogin(
  portal: TestPortal,
  login: Partial<NewLogin> & { readonly password?: string; readonly withApp?: boolean } = {},
): Promise<string> {
  const { password = adasPassword, withApp = false, ...given } = login
  const loginId = given.loginId ?? randomUUID()
  const passwordHash = given.passwordHash ?? (await hashed(portal, password))
  const isNew = await createLogin(portal.db, {
    username: 'ada.lindqvist',
    memberNumber: '10001',
    email: 'ada.lindqvist@example.org',
    secretQuestion: null,
    secretAnswerHash: null,
    language: 'en',
    createdAt: portal.clock.now(),
    ...given,
    passwordHash,
    loginId,
  })
  if (!isNew) throw new Error('That login is there already')
  if (withApp) await giveApp(portal, loginId)
  return loginId
}

/** Gives a login the authenticator app that `appCode` has the codes of, none of them used. */
export async function giveApp(portal: TestPortal, loginId: string): Promise<void> {
  await portal.db
    .updateTable('portal.login')
    .set({
      app_secret: encryptAtRest(portal.deps, 'app-secret', Secret.fromBase32(appSecret).bytes, loginId),
      app_active_since: portal.clock.now(),
      app_last_step: null,
    })
    .where('login_id', '=', loginId)
    .execute()
}

/** The code that an authenticator app shows at the portal's time, some steps on or back. */
export const appCode = (portal: TestPortal, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(appSecret) }).generate({
    timestamp: portal.clock.now().getTime() + steps * 30_000,
  })

export const login = async (
  portal: TestPortal,
  more: Partial<CallOptions> & { username?: string; password?: string } = {},
) => {
  const { username = 'ada.lindqvist', password = adasPassword, ...options } = more
  return portal.call(signIn.login, { body: { username, password }, ...options })
}

/** The session in a browser: the token in its storage, and the cookie that scripts cannot read. */
export interface SignedIn {
  readonly bearer: string
  readonly cookie: string
  readonly memberNumber: string
}

/** The halves of the session in a sign-in answer. @throws Error when the answer has no session. */
export function halvesOf(response: LightMyRequestResponse): SignedIn {
  const { accessToken, memberNumber } = response.json<LoginResponse>()
  const cookie = response.cookies.find((one) => one.name === '__Host-portal_fp')
  if (response.statusCode !== 200 || accessToken === null || cookie === undefined)
    throw new Error(`Nobody was signed in: ${response.statusCode} ${response.body}`)
  return { bearer: accessToken, cookie: `${cookie.name}=${cookie.value}`, memberNumber: memberNumber ?? '' }
}

/** The cookie by which logins recognize the browser, as an answer set it; empty when it set none. */
export function deviceOf(response: LightMyRequestResponse): string {
  const cookie = response.cookies.find((one) => one.name === '__Host-portal_device')
  return cookie === undefined ? '' : `${cookie.name}=${cookie.value}`
}

const aRequest: RequestFacts = {
  id: 'seeded',
  clientAddress: '198.51.100.200',
  clientNetwork: '198.51.100.0',
  language: 'en',
  header: () => undefined,
  headers: () => ({}),
  cookie: () => undefined,
  rawBody: new Uint8Array(),
}

/** Signs a login in without its password. */
export async function seedSession(
  portal: TestPortal,
  loginId: string,
): Promise<SignedIn & { readonly sessionId: string }> {
  const { answer, cookie } = await inTransaction(portal.db, async (tx) => {
    // Another fixture that changes the login at the same time waits.
    await tx.selectFrom('portal.login').select('login_id').where('login_id', '=', loginId).forUpdate().execute()
    const found = await lookUpLogin(tx, { loginId })
    if (found === undefined) throw new Error('No such login')
    return openSession(portal.deps, tx, aRequest, found, ['password'])
  })
  const bearer = answer.accessToken ?? ''
  const { session_id: sessionId } = await portal.db
    .selectFrom('portal.session')
    .select('session_id')
    .where('token_hash', '=', sha256(bearer))
    .executeTakeFirstOrThrow()
  return { bearer, cookie: `${sessionCookie}=${cookie}`, memberNumber: answer.memberNumber ?? '', sessionId }
}

/** Ada with her account and her login, signed in. */
export async function adaSignedIn(portal: TestPortal): Promise<SignedIn & { readonly loginId: string }> {
  await seedAccount(portal.db)
  const loginId = await seedLogin(portal)
  return { ...halvesOf(await login(portal)), loginId }
}

/** Ben with his account and his login, signed in. */
export async function benSignedIn(portal: TestPortal) {
  await seedAccount(portal.db, bensAccount)
  const { username, memberNumber } = ben.facts
  return seedSession(portal, await seedLogin(portal, { username, memberNumber }))
}
