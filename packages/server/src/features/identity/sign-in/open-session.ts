import { randomUUID } from 'node:crypto'
import type { LoginResponse } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotSignedIn } from '../../../platform/errors.ts'
import type { AnswerFacts, RequestFacts } from '../../../platform/http/call.ts'
import { deviceCookie, deviceSeconds, rememberDevice } from './remember-device.ts'
import { newSplitToken, sha256 } from '../../../platform/secrets/split-token.ts'
import { sessionCookie } from './session-cookie.ts'
import type { Login } from './login.ts'
import { clearFailuresIfCurrent } from './login-locks.store.ts'
import { noteSignIn } from './logins.store.ts'
import { endSessions, insertSession, type Proof } from './sessions.store.ts'

/** The marks of browsers in a user agent, in the order of search. Most user agents also contain Chrome and Safari. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['FxiOS/', 'Firefox'],
  ['Firefox/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['iPad', 'iPad'],
  ['iPhone', 'iPhone'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'Mac'],
  ['Linux', 'Linux'],
] as const

const nameIn = (list: readonly (readonly [string, string])[], userAgent: string): string | undefined =>
  list.find(([sign]) => userAgent.includes(sign))?.[1]

/** Returns the browser and the system in words that members know, such as `Chrome · Android`; empty when the user agent names neither. @internal */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 400)
  return [nameIn(browsers, text), nameIn(systems, text)].filter((name) => name !== undefined).join(' · ')
}

/** A session, with the values for the browser. */
export interface OpenedSession {
  readonly answer: LoginResponse
  readonly cookie: string
  /** The device cookie; `null` after a hand-off from a partner site, which proves nothing about this browser. */
  readonly deviceCookie: string | null
}

export type SessionDeps = Pick<Deps, 'clock' | 'random' | 'settings'>

/**
 * Opens a session, always with a new token and cookie, so that earlier values are invalid. Ends the previous session of the browser, and
 * remembers the browser for the login.
 *
 * @throws NotSignedIn when the password was changed, or an authenticator app added or removed, since the login was read.
 * @returns the answer to the browser. Its cookies are set by `setSessionCookies` once the transaction is committed.
 */
export async function openSession(
  deps: SessionDeps,
  tx: Tx,
  facts: RequestFacts,
  login: Login,
  proofs: readonly Proof[],
): Promise<OpenedSession> {
  if (!(await clearFailuresIfCurrent(tx, login))) throw new NotSignedIn('The login was changed meanwhile')
  const now = deps.clock.now()
  const settings = deps.settings.current()
  const credential = newSplitToken(deps.random)
  const before = facts.cookie(sessionCookie)
  if (before !== undefined) await endSessions(tx, { cookieHash: sha256(before) }, 'replaced', now)
  await insertSession(tx, {
    sessionId: randomUUID(),
    loginId: login.loginId,
    memberNumber: login.memberNumber,
    tokenHash: credential.tokenHash,
    cookieHash: credential.cookieHash,
    proofs,
    now,
    provenAt: proofs.includes('partner') ? new Date(0) : now,
    endsAt: new Date(now.getTime() + settings.sessionHours * 3_600_000),
    device: deviceName(facts.header('user-agent')),
    clientAddress: facts.clientAddress,
  })
  await noteSignIn(tx, login.loginId, now)
  await recordAudit(tx, {
    kind: 'sign-in.succeeded',
    at: now,
    memberNumber: login.memberNumber,
    clientAddress: facts.clientAddress,
    requestId: facts.id,
    detail: { proofs: proofs.join(' ') },
  })
  const answer: LoginResponse = {
    accessToken: credential.token,
    memberNumber: login.memberNumber,
    expireInMinutes: settings.sessionIdleMinutes,
    memberMfaEnabled: login.appSecret !== null,
    mfaAuthenticateModel: null,
    loginInfo: { userName: login.username },
  }
  const isVouchedFor = proofs.includes('partner')
  return {
    answer,
    cookie: credential.cookie,
    deviceCookie: isVouchedFor ? null : await rememberDevice(deps, tx, facts, login.loginId),
  }
}

export const setSessionCookie = (reply: AnswerFacts, cookie: string): void => reply.setCookie(sessionCookie, cookie)

export function setSessionCookies(reply: AnswerFacts, opened: OpenedSession): void {
  setSessionCookie(reply, opened.cookie)
  if (opened.deviceCookie !== null) reply.setCookie(deviceCookie, opened.deviceCookie, deviceSeconds)
}
