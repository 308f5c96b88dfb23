import { setTimeout as sleep } from 'node:timers/promises'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Executor } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotSignedIn, Unavailable } from '../../../platform/errors.ts'
import { decryptAtRest, encryptAtRest } from '../../../platform/secrets/encrypt-at-rest.ts'
import {
  findIdentityProvider,
  type IdentityProvider,
  type Proof,
} from '../../../platform/staff-oidc/identity-provider.ts'
import { NotProven } from '../../../platform/staff-oidc/outcome-of.ts'
import { roleOf } from './read-proof.ts'
import {
  claimRenewal,
  findRenewal,
  type Identity,
  keepRenewed,
  noteLostGroup,
  releaseRenewal,
  type StoredProof,
} from './sign-on.store.ts'
import { setStaffRole } from './staff-logins.store.ts'
import { endStaffSession, endStaffSessions, findStaffSession, type StaffSession } from './staff-sessions.store.ts'
import { usernameKey } from '../../identity/sign-in/public.ts'

/** The longest that one process asks, which is longer than its calls may last. */
const askingMs = 30_000
/** Others wait for it: this long between two looks, and so often at most. */
const [waitMs, mostWaits] = [100, 120] as const

/**
 * Returns the session with the role that the identity provider states for the person, which it is asked for anew when its last answer is
 * older than `STAFF_OIDC_CHECK_SECONDS`. One call asks, and others of the session wait for it (decision 0302). Local sessions stay as they are.
 *
 * @throws NotSignedIn when the provider refuses, or states no group that lets the person in: the session ends; Unavailable while the provider
 *   does not answer: nothing is served, and the session stays.
 */
export async function confirmSignOn(deps: Deps, session: StaffSession): Promise<StaffSession> {
  if (!session.isSignOn && session.checkedAt === null) return session
  const provider = findIdentityProvider(deps.env)
  if (provider === null || session.checkedAt === null) return endSession(deps, session, 'sign-on-off')
  if (isFresh(deps, session.checkedAt)) return session
  for (let waits = 0; waits < mostWaits; waits += 1) {
    const now = deps.clock.now()
    const checkedBefore = new Date(now.getTime() - checkMs(deps))
    const until = new Date(now.getTime() + askingMs)
    const claimed = await claimRenewal(deps.db, session.sessionId, { checkedBefore, now, until })
    if (claimed !== undefined) return renew(deps, provider, session, claimed)
    const state = await findRenewal(deps.db, session.sessionId)
    if (state === undefined) throw new NotSignedIn('The session ended while the provider was asked')
    if (isFresh(deps, state.checkedAt)) return reload(deps, session)
    if (state.askingUntil === null) break
    await sleep(waitMs)
  }
  throw new Unavailable('The identity provider')
}

const checkMs = ({ env }: Pick<Deps, 'env'>): number => env.STAFF_OIDC_CHECK_SECONDS * 1000

const isFresh = (deps: Pick<Deps, 'clock' | 'env'>, checkedAt: Date): boolean =>
  deps.clock.now().getTime() - checkedAt.getTime() < checkMs(deps)

async function reload({ db }: Pick<Deps, 'db'>, { sessionId }: StaffSession): Promise<StaffSession> {
  const session = await findStaffSession(db, 'session_id', sessionId)
  if (session === undefined || session.endedAt !== null) throw new NotSignedIn('The session has ended')
  return session
}

async function renew(
  deps: Deps,
  provider: IdentityProvider,
  session: StaffSession,
  claimed: Identity & Pick<StoredProof, 'refreshToken'>,
): Promise<StaffSession> {
  const { sessionId } = session
  try {
    const proof = await askAnew(deps, provider, sessionId, claimed)
    if (proof instanceof NotProven) return await endSession(deps, session, proof.reason)
    return await follow(deps, session, proof)
  } catch (error) {
    if (!(error instanceof NotSignedIn)) await releaseRenewal(deps.db, sessionId)
    throw error
  }
}

async function askAnew(
  { keys }: Deps,
  provider: IdentityProvider,
  sessionId: string,
  { issuer, subject, refreshToken }: Identity & Pick<StoredProof, 'refreshToken'>,
): Promise<Proof | NotProven> {
  if (refreshToken === null) return new NotProven('provider-refused', 'no-refresh-token')
  const token = Buffer.from(decryptAtRest(keys, 'staff-renewal', refreshToken, sessionId)).toString()
  try {
    const proof = await provider.renew(token)
    const isSame = proof.issuer === issuer && proof.subject === subject
    return isSame ? proof : new NotProven('token-not-valid', 'another-person')
  } catch (error) {
    if (error instanceof NotProven) return error
    throw error
  }
}

/** Gives the session the role that the provider states now. @throws NotSignedIn without one. */
async function follow(deps: Deps, session: StaffSession, proof: Proof): Promise<StaffSession> {
  const { sessionId, username } = session
  const now = deps.clock.now()
  const role = roleOf(deps.env, proof.claims)
  if (role === null) {
    await inTransaction(deps.db, async (tx) => {
      await noteLostGroup(tx, proof, now)
      await endStaffSessions(tx, session.staffId, now)
      await recordEnd(tx, session, 'sign-on-no-group', now)
    })
    throw new NotSignedIn('The person has no group that lets them in')
  }
  const sealed =
    proof.refreshToken === null
      ? null
      : encryptAtRest(deps, 'staff-renewal', Buffer.from(proof.refreshToken), sessionId)
  const isKept = await inTransaction(deps.db, async (tx) => {
    if (!(await keepRenewed(tx, sessionId, { refreshToken: sealed, checkedAt: now }))) return false
    if (role === session.role) return true
    await setStaffRole(tx, usernameKey(username), role)
    const detail = { by: 'single sign-on', staff: username, role }
    await recordAudit(tx, { kind: 'staff-sign-in.role-changed', at: now, detail })
    return true
  })
  if (!isKept) throw new NotSignedIn('The session ended while the provider was asked')
  return { ...session, role, checkedAt: now }
}

const recordEnd = async (
  executor: Executor,
  { username }: Pick<StaffSession, 'username'>,
  reason: string,
  at: Date,
): Promise<void> => recordAudit(executor, { kind: 'staff-sign-in.ended', at, detail: { by: username, reason } })

async function endSession({ db, clock }: Deps, session: StaffSession, reason: string): Promise<never> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    if (await endStaffSession(tx, 'session_id', session.sessionId, now)) await recordEnd(tx, session, reason, now)
  })
  throw new NotSignedIn('The identity provider no longer proves the session')
}
