import type { Endpoint } from '@coopline/contract/endpoint'
import type { Deps } from '../../../platform/deps.ts'
import { NotAllowed, NotSignedIn } from '../../../platform/errors.ts'
import type { CallerOf, RequestFacts } from '../../../platform/http/call.ts'
import { checkForForgery } from '../../../platform/http/check-for-forgery.ts'
import { protocolRefusal } from '../../../platform/refusal.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { type ApiKey, findKeyBySecret, noteKeyUse } from './api-keys.store.ts'
import { mayUseFrom } from './key-addresses.ts'

/** A program of the cooperative, with its key. */
export type SystemCaller = CallerOf<'system'>

/** The secret of a key as the cooperative's system sends it: the prefix lets scanners of code find one that leaked. */
export const secretOf = (keyId: string, random: string): string => `coopline_${keyId}_${random}`

const bearer = /^Bearer (coopline_[a-z0-9]{10}_[A-Za-z0-9_-]{43})(?![\s\S])/iu

/** The last use is noted this often, so that a busy key does not write with every call. */
const noteEveryMs = 60_000

/**
 * Authenticates one of the cooperative's systems by its key, and requires the scope of the endpoint (REQ-D-500).
 *
 * @throws NotSignedIn, always the same, for a secret that is wrong or has ended and for a foreign address, with an audit entry;
 *   NotAllowed without the scope; TooManyAttempts when the key calls too often.
 */
export async function checkSystemKey(
  deps: Deps,
  request: RequestFacts,
  _params: Readonly<Record<string, unknown>>,
  { background, scope }: Pick<Endpoint, 'background' | 'scope'>,
): Promise<SystemCaller> {
  const now = deps.clock.now()
  const key = await checkForForgery(deps, request, 'system-api.refused', async () => findKey(deps, request, now))
  // The look at a large body before it is read is no call of its own.
  const share = background ? noShare : deps.systemLimit.count(key.keyId)
  if (scope !== undefined && scope !== 'any' && !key.scopes.includes(scope))
    throw new NotAllowed(
      'A key without the scope',
      protocolRefusal('scope-missing', `The key lacks the scope ${scope}`),
    )
  if (key.lastUsedAt === null || now.getTime() - key.lastUsedAt.getTime() >= noteEveryMs)
    await noteKeyUse(deps.db, key.keyId, now, request.clientAddress)
  return { kind: 'system', keyId: key.keyId, name: key.name, scopes: key.scopes, share }
}

const noShare: SystemCaller['share'] = { limit: 0, remaining: 0, resetSeconds: 0, windowSeconds: 0 }

async function findKey({ db }: Pick<Deps, 'db'>, request: RequestFacts, now: Date): Promise<ApiKey> {
  const secret = bearer.exec(request.header('authorization') ?? '')?.[1]
  if (secret === undefined) throw new NotSignedIn('A call without a key')
  const key = await findKeyBySecret(db, sha256(secret), now)
  if (key === undefined) throw new NotSignedIn('The key is unknown or has ended')
  if (!mayUseFrom(key.addresses, request.clientAddress)) throw new NotSignedIn('The key is not for this address')
  return key
}
