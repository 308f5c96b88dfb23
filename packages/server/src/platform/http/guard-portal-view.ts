import type { Endpoint } from '@coopline/contract/endpoint'
import { mayCallInPortalView } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { recordAudit } from '../audit/audit.store.ts'
import type { Deps } from '../deps.ts'
import { accountOfHandle } from '../documents/document-handle.ts'
import { NotAllowed } from '../errors.ts'
import { refusal } from '../refusal.ts'
import type { Authenticator, MemberCaller, RequestFacts } from './call.ts'
import { portalViewMessage } from './problem.messages.ts'

/** The prefix of tokens of portal views. No other check accepts a token with a dot. */
export const portalViewPrefix = 'view.'

const ofPortalView = /^Bearer view\./iu

/**
 * Authenticates calls with the token of a portal view: staff who see the portal as a member (decision 0219). Such a call is
 * refused unless the contract opens its endpoint to portal views of the role. All other calls are for `own`.
 *
 * This is the only place that decides it, before a body is parsed or a handler runs.
 *
 * @throws NotAllowed for an endpoint that is closed to portal views.
 */
export const guardPortalView =
  (own: Authenticator, ofView: Authenticator<MemberCaller>): Authenticator =>
  async (deps, facts, params, endpoint) => {
    if (!ofPortalView.test(facts.header('authorization') ?? '')) return own(deps, facts, params, endpoint)
    const caller = await ofView(deps, facts, params, endpoint)
    if (caller.viewer !== undefined && mayCallInPortalView(endpoint, caller.viewer.role)) return caller
    await recordPortalView(deps, facts, endpoint, caller, { isAllowed: false })
    const code = endpoint.method === 'GET' ? 'unopenable' : 'unchangeable'
    throw new NotAllowed(`${endpoint.id} in a portal view`, refusal(portalViewMessage, code))
  }

interface Seen {
  readonly isAllowed: boolean
  /** The checked parameters of the path. */
  readonly params?: unknown
  /** The checked body. It may name a document by its handle. */
  readonly body?: unknown
}

/** Records what staff call in a portal view: without the entry there is no answer. Members' own calls leave none. */
export async function recordPortalView(
  deps: Pick<Deps, 'db' | 'clock' | 'keys'>,
  { clientAddress, id: requestId }: RequestFacts,
  endpoint: Endpoint,
  { memberNumber, viewer }: MemberCaller,
  { isAllowed, params, body }: Seen,
): Promise<void> {
  if (viewer === undefined) return
  const { viewId: view, username: by, role } = viewer
  const { accountNumber } = (params ?? {}) as { readonly accountNumber?: string }
  const [ofDocument] = Object.values(body ?? {}).flatMap((one) => accountOfHandle(deps, one, memberNumber) ?? [])
  await recordAudit(deps.db, {
    kind: isAllowed ? 'console.called' : 'console.refused',
    at: deps.clock.now(),
    memberNumber,
    accountNumber: accountNumber ?? ofDocument,
    clientAddress,
    requestId,
    detail: { by, role, endpoint: endpoint.id, view },
  })
}
