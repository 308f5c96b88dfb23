import { randomUUID } from 'node:crypto'
import type { AnswerOf, BodyOf } from '@coopline/contract/endpoint'
import type { staffSignIn } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import { staffSignInMessage, type StaffSignInRefusal } from '@coopline/rules/staff/staff-sign-in/staff-sign-in.messages'
import { z } from 'zod'
import { limitVisitor } from '../../../platform/attempts/limit-visitor.ts'
import { recordAttempt } from '../../../platform/attempts/record-attempt.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotAllowed, Refused } from '../../../platform/errors.ts'
import type { AnswerFacts, RequestFacts } from '../../../platform/http/call.ts'
import { refusal } from '../../../platform/refusal.ts'
import { encryptAtRest } from '../../../platform/secrets/encrypt-at-rest.ts'
import { seal, unseal } from '../../../platform/secrets/seal.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import {
  type BegunSignOn,
  findIdentityProvider,
  type IdentityProvider,
  type Proof,
} from '../../../platform/staff-oidc/identity-provider.ts'
import { NotProven } from '../../../platform/staff-oidc/outcome-of.ts'
import { usernameKey } from '../../identity/sign-in/public.ts'
import { openStaffSession } from './open-staff-session.ts'
import { nameOf, provesSecondStep, roleOf, usernameOf } from './read-proof.ts'
import { requireConsole } from './require-console.ts'
import {
  findLoginOfIdentity,
  insertIdentity,
  insertProof,
  keepSignOn,
  noteLostGroup,
  type SignOnLogin,
} from './sign-on.store.ts'
import { signOnCookie, staffCookie } from './staff-cookies.ts'
import { insertStaffLogin } from './staff-logins.store.ts'

/** The seconds within which staff come back from the identity provider. */
const returnSeconds = 600

/** The name of the identity provider that the sign-in page offers; `null` where staff have local logins only. */
export const loadWays = async ({ env }: Pick<Deps, 'env'>): Promise<AnswerOf<typeof staffSignIn.ways>> => ({
  provider: findIdentityProvider(env)?.name ?? null,
})

function requireProvider(deps: Deps): IdentityProvider {
  requireConsole(deps)
  const provider = findIdentityProvider(deps.env)
  if (provider === null) throw new NotAllowed('Single sign-on is not used', refusal(staffSignInMessage, 'sign-on-off'))
  return provider
}

const limitOf = ({ settings }: Deps, kind: string) => ({
  kind,
  limit: settings.current().loginTriesPerClientPerMinute,
  windowSeconds: 60,
})

/**
 * Begins a sign-in at the identity provider: the browser gets the address to go to, and a cookie without which the way back leads nowhere.
 *
 * @throws NotAllowed where single sign-on is not used; TooManyAttempts; Unavailable while the provider does not answer.
 */
export async function beginSignOn(
  deps: Deps,
  facts: RequestFacts,
  reply: AnswerFacts,
): Promise<AnswerOf<typeof staffSignIn.beginSignOn>> {
  const provider = requireProvider(deps)
  await limitVisitor(deps, facts, limitOf(deps, 'staff-sign-on.begin'))
  const { address, begun } = await provider.begin()
  const until = new Date(deps.clock.now().getTime() + returnSeconds * 1000)
  reply.setCookie(signOnCookie, seal(deps.keys, 'staff-sign-on', begun, until))
  return { address }
}

/**
 * Signs staff in by the identity provider's answer, once, in the browser in which the sign-in was begun. The first sign-in of a person creates
 * their login; the role is that of their group.
 *
 * @throws Refused with the reason in words; as `beginSignOn`.
 */
export async function finishSignOn(
  deps: Deps,
  facts: RequestFacts,
  reply: AnswerFacts,
  { answer }: BodyOf<typeof staffSignIn.finishSignOn>,
): Promise<AnswerOf<typeof staffSignIn.finishSignOn>> {
  const provider = requireProvider(deps)
  await limitVisitor(deps, facts, limitOf(deps, 'staff-sign-on.finish'))
  reply.clearCookie(signOnCookie)
  const begun = await takeBegun(deps, facts)
  if (begun === null) return refuseSignOn(deps, facts, 'sign-on-not-begun')
  const proof = await provider.finish(answer, begun).catch((error: unknown) => {
    if (error instanceof NotProven) return error
    throw error
  })
  if (proof instanceof NotProven) return refuseSignOn(deps, facts, `sign-on-${proof.reason}`, { code: proof.code })
  const by = usernameOf(proof)
  if (!provesSecondStep(deps.env, proof.claims)) return refuseSignOn(deps, facts, 'sign-on-no-second-step', { by })
  const role = roleOf(deps.env, proof.claims)
  if (role === null) {
    await noteLostGroup(deps.db, proof, deps.clock.now())
    return refuseSignOn(deps, facts, 'sign-on-no-group', { by })
  }
  const opened = await inTransaction(deps.db, async (tx) => openSignOn(deps, tx, facts, { ...proof, role }))
  if (typeof opened === 'string') return refuseSignOn(deps, facts, opened, { by })
  reply.setCookie(staffCookie, opened.halves.cookie)
  const { name, username } = opened.login
  return { accessToken: opened.halves.token, name, username, role }
}

const begunForm = z.strictObject({ state: z.string(), nonce: z.string(), verifier: z.string() })

/** Takes what this browser began, once; `null` for another browser's, an old one, and the second time. */
async function takeBegun({ db, keys, clock }: Deps, facts: RequestFacts): Promise<BegunSignOn | null> {
  const now = clock.now()
  const begun = unseal(keys, 'staff-sign-on', facts.cookie(signOnCookie) ?? '', begunForm, now)
  if (begun === null) return null
  const subject = sha256(begun.state).toString('base64url')
  const once = { kind: 'staff-sign-on.taken', subject, windowSeconds: 2 * returnSeconds, limit: 1 }
  return (await recordAttempt(db, once, now)).allowed ? begun : null
}

type ProvenRole = Proof & Pick<SignOnLogin, 'role'>

async function openSignOn(deps: Deps, tx: Tx, facts: RequestFacts, proof: ProvenRole) {
  const now = deps.clock.now()
  const login = (await findLoginOfIdentity(tx, proof)) ?? (await createSignOnLogin(deps, tx, facts, proof))
  if (login === null) return 'sign-on-name-taken'
  const current = { ...login, name: nameOf(proof), role: proof.role }
  if (!(await keepSignOn(tx, current, now))) return 'sign-on-disabled'
  await noteLostGroup(tx, proof, null)
  if (login.role !== current.role) await recordSignOn(deps, tx, facts, 'role-changed', current)
  const { halves, sessionId, endsAt } = await openStaffSession(deps, tx, facts, current)
  const refreshToken =
    proof.refreshToken === null
      ? null
      : encryptAtRest(deps, 'staff-renewal', Buffer.from(proof.refreshToken), sessionId)
  await insertProof(tx, { ...proof, refreshToken, sessionId, endsAt, checkedAt: now })
  return { halves, login: current }
}

/** Creates the login of a person's first sign-in. @returns `null` when another login has the username. */
async function createSignOnLogin(
  deps: Deps,
  tx: Tx,
  facts: RequestFacts,
  proof: ProvenRole,
): Promise<SignOnLogin | null> {
  const now = deps.clock.now()
  const login = {
    staffId: randomUUID(),
    username: usernameOf(proof),
    name: nameOf(proof),
    role: proof.role,
    disabledAt: null,
  }
  const isNew = await insertStaffLogin(tx, {
    ...login,
    usernameKey: usernameKey(login.username),
    passwordHash: null,
    appSecret: null,
    setUpHash: null,
    setUpUntil: null,
    createdAt: now,
  })
  if (!isNew) return (await findLoginOfIdentity(tx, proof)) ?? null
  await insertIdentity(tx, proof, login.staffId, now)
  await recordSignOn(deps, tx, facts, 'added', login)
  return login
}

const recordSignOn = async (
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { clientAddress, id: requestId }: RequestFacts,
  what: 'added' | 'role-changed',
  { username, role }: Pick<SignOnLogin, 'username' | 'role'>,
): Promise<void> =>
  recordAudit(tx, {
    kind: `staff-sign-in.${what}`,
    at: clock.now(),
    clientAddress,
    requestId,
    detail: { by: 'single sign-on', staff: username, role },
  })

async function refuseSignOn(
  { db, clock }: Deps,
  facts: RequestFacts,
  reason: StaffSignInRefusal,
  detail: { readonly by?: string; readonly code?: string } = {},
): Promise<never> {
  const { by = null, code = null } = detail
  await recordAudit(db, {
    kind: 'staff-sign-in.failed',
    at: clock.now(),
    clientAddress: facts.clientAddress,
    requestId: facts.id,
    detail: { by, reason, ...(code !== null && { code }) },
  })
  throw new Refused(refusal(staffSignInMessage, reason))
}
