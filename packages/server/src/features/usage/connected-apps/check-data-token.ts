import type { Endpoint } from '@coopline/contract/endpoint'
import type { Deps } from '../../../platform/deps.ts'
import { NotAllowed, NotSignedIn, TooManyAttempts } from '../../../platform/errors.ts'
import type { CallerOf, RequestFacts } from '../../../platform/http/call.ts'
import { clientSubject } from '../../../platform/attempts/client-subject.ts'
import { recordAttempt } from '../../../platform/attempts/record-attempt.ts'
import { bearerOf, sha256 } from '../../../platform/secrets/split-token.ts'
import { findByToken } from './connections.store.ts'

/** An app or a script of a member, with the token of a connection. */
export type DataCaller = CallerOf<'data-token'>

const hour = 3_600

/**
 * Authenticates an app or script by its access token. Checks the connection on every request, so ending a connection takes effect
 * immediately.
 *
 * @throws NotAllowed when the cooperative does not offer connections; NotSignedIn, always the same, for any invalid token;
 * TooManyAttempts when a connection reads too often or a client address sends too many wrong tokens.
 */
export async function checkDataToken(
  deps: Deps,
  request: RequestFacts,
  _params: Readonly<Record<string, unknown>>,
  endpoint: Pick<Endpoint, 'background'>,
): Promise<DataCaller> {
  const { connectEnabled, connectReadsPerHour, connectCallsPerClientPerMinute } = deps.settings.current()
  if (!connectEnabled) throw new NotAllowed('Connect My Data is off')
  const token = bearerOf(request.header('authorization'))
  const now = deps.clock.now()
  const found = token === '' ? undefined : await findByToken(deps.db, sha256(token), now)
  const limit =
    found === undefined
      ? {
          kind: 'connect.wrong-token',
          subject: clientSubject(deps.keys, request.clientAddress),
          windowSeconds: 60,
          limit: connectCallsPerClientPerMinute,
        }
      : { kind: 'connect.read', subject: found.grantId, windowSeconds: hour, limit: connectReadsPerHour }
  // Continuing a file does not count as another read.
  if (!endpoint.background) {
    const count = await recordAttempt(deps.db, limit, now)
    if (!count.allowed) throw new TooManyAttempts(limit.kind, count.retryAfterSeconds)
  }
  if (found === undefined) throw new NotSignedIn('The token is unknown or its connection has ended')
  return { kind: 'data-token', memberNumber: found.memberNumber, grantId: found.grantId, scope: found.scope }
}
