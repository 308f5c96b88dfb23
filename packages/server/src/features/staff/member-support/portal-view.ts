import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@coopline/contract/endpoint'
import type { PortalView } from '@coopline/contract/staff/member-support/member-support.contract'
import type { Language } from '@coopline/rules/kernel/problem'
import { checkReason } from '@coopline/rules/staff/staff-payments/check-reason'
import { staffPaymentMessage } from '@coopline/rules/staff/staff-payments/staff-payments.messages'
import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound, NotSignedIn, Refused } from '../../../platform/errors.ts'
import { Refusal, refusal } from '../../../platform/refusal.ts'
import type { MemberCaller, RequestFacts, StaffCaller } from '../../../platform/http/call.ts'
import { portalViewPrefix } from '../../../platform/http/guard-portal-view.ts'
import { bearerOf, newSplitToken, sha256 } from '../../../platform/secrets/split-token.ts'
import { lookUpLogin } from '../../identity/sign-in/public.ts'
import { requireStaffSession } from '../staff-sign-in/public.ts'
import { findMemberFacts } from './member-view.store.ts'
import { closePortalViews } from './close-portal-views.ts'
import {
  findPortalView,
  insertPortalView,
  lockPortalViews,
  lockViewedLogin,
  type PortalView as OpenView,
} from './portal-views.store.ts'

/** The most seconds that staff see the portal as a member. The view ends earlier when their session ends. */
const viewSeconds = 15 * 60

const noLogin: Readonly<Record<Language, string>> = {
  en: 'This member has no online account, so there is nothing to see.',
  es: 'Este miembro no tiene cuenta en línea, así que no hay nada que ver.',
}

interface StaffRequest {
  readonly deps: Deps
  readonly caller: StaffCaller
  readonly request: RequestFacts
}

/**
 * Opens a view of the portal as a member sees it, read-only, for the session of staff that asks. It replaces the one that the
 * session has. Nothing of the member is touched: no session, no last sign-in, no counter.
 *
 * @throws Refused for a reason that the rule refuses; NotFound when the member has no online account.
 */
export async function openPortalView(
  { deps, caller, request }: StaffRequest,
  memberNumber: string,
  typed: string,
): Promise<PortalView> {
  const problems = checkReason({ reason: typed })
  if (problems.length > 0)
    throw new Refused(...problems.map(({ code, field }) => refusal(staffPaymentMessage, code, field)))
  const member = await findMemberFacts(deps.db, memberNumber, 0)
  if (member === undefined) throw new NotFound('No such member')
  const login = await lookUpLogin(deps.db, { memberNumber })
  const withoutLogin = new NotFound('No login', new Refusal('no-login', (language) => noLogin[language]))
  if (login === undefined) throw withoutLogin
  const { token, tokenHash } = newSplitToken(deps.random)
  const now = deps.clock.now()
  const [viewId, endsAt] = [randomUUID(), new Date(now.getTime() + viewSeconds * 1_000)]
  await inTransaction(deps.db, async (tx) => {
    await lockPortalViews(tx, caller.sessionId)
    if (!(await lockViewedLogin(tx, login.loginId))) throw withoutLogin
    await endViewsOf(tx, now, { caller, request })
    await insertPortalView(tx, {
      viewId,
      sessionId: caller.sessionId,
      tokenHash,
      loginId: login.loginId,
      memberNumber,
      now,
      endsAt,
    })
    await recordAudit(tx, {
      ...entryOf({ request }, now),
      kind: 'staff.portal-viewed',
      memberNumber,
      detail: { by: caller.username, view: viewId, reason: typed.trim(), until: endsAt.toISOString() },
    })
  })
  return {
    accessToken: portalViewPrefix + token,
    memberNumber,
    name: member.name,
    memberMfaEnabled: login.appSecret !== null,
    secondsLeft: viewSeconds,
  }
}

/** Ends the view of the session of staff that asks; it may be over already. */
export async function endPortalView({ deps, caller, request }: StaffRequest): Promise<Record<string, never>> {
  await inTransaction(deps.db, async (tx) => {
    await lockPortalViews(tx, caller.sessionId)
    await endViewsOf(tx, deps.clock.now(), { caller, request })
  })
  return {}
}

type Actor = Pick<StaffRequest, 'caller' | 'request'>

const entryOf = ({ request }: Pick<StaffRequest, 'request'>, at: Date) => ({
  at,
  clientAddress: request.clientAddress,
  requestId: request.id,
})

const endViewsOf = async (tx: Tx, at: Date, { caller, request }: Actor): Promise<void> =>
  closePortalViews(tx, ['session_id', caller.sessionId], {
    ...entryOf({ request }, at),
    by: caller.username,
    why: 'staff',
  })

/**
 * Authenticates staff who see the portal as a member: by the token of the view, and by the cookie of the session of staff that
 * opened it, which is live and has a role that may view members. A member's own cookie and session play no part. A token
 * without that cookie was copied: the view ends immediately.
 *
 * @throws NotSignedIn, always the same, when anything is wrong; NotAllowed while the console is off.
 */
export async function checkPortalView(
  deps: Deps,
  facts: RequestFacts,
  _params: Readonly<Record<string, unknown>>,
  endpoint: Endpoint,
): Promise<MemberCaller> {
  const token = bearerOf(facts.header('authorization')?.replace(`Bearer ${portalViewPrefix}`, 'Bearer '))
  const view = token === '' ? undefined : await findPortalView(deps.db, sha256(token))
  if (view === undefined) throw new NotSignedIn('The portal view is unknown or was ended')
  if (view.endsAt <= deps.clock.now()) throw new NotSignedIn('The portal view has expired')
  const { username, role } = await requireStaffSession(deps, facts, view.sessionId, endpoint, async () =>
    endAsCopied(deps, facts, view),
  )
  if (!staffRights.members.includes(role)) throw new NotSignedIn(`Portal views are not for ${role}`)
  const { viewId, memberNumber, loginId } = view
  return {
    kind: 'member',
    memberNumber,
    loginId,
    sessionId: viewId,
    // The staff member has not proven to be the member.
    provenAt: new Date(0),
    viewer: { viewId, username, role },
  }
}

async function endAsCopied({ db, clock }: Deps, request: RequestFacts, { viewId }: OpenView): Promise<void> {
  const end = { ...entryOf({ request }, clock.now()), by: null, why: 'copied-token' } as const
  await inTransaction(db, async (tx) => closePortalViews(tx, ['view_id', viewId], end))
}
