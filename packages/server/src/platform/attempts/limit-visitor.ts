import type { Deps } from '../deps.ts'
import type { RequestFacts } from '../http/call.ts'
import { clientSubject } from './client-subject.ts'
import { type Limit, recordAttempts, requireAllowed } from './record-attempt.ts'

const hour = 3600

/** A network may be a company or a phone carrier, so it gets this multiple of the client limit. */
const clientsPerNetwork = 5

export interface VisitorLimit {
  /** The counted action, as `slice.action`. */
  readonly kind: string
  /** Actions per client within the window. */
  readonly limit: number
  /** An hour unless given. */
  readonly windowSeconds?: number
  /** Further limits for the same action. */
  readonly others?: readonly Limit[]
}

/**
 * Counts a visitor's action against the limits of the client, of its network, and any others given.
 *
 * @throws TooManyAttempts when any limit is reached; then no limit counts the action.
 */
export async function limitVisitor(
  deps: Pick<Deps, 'db' | 'clock' | 'keys'>,
  { clientAddress, clientNetwork }: Pick<RequestFacts, 'clientAddress' | 'clientNetwork'>,
  { kind, limit, windowSeconds = hour, others = [] }: VisitorLimit,
): Promise<void> {
  const limits: readonly Limit[] = [
    { kind, subject: clientSubject(deps.keys, clientAddress), windowSeconds, limit },
    {
      kind: `${kind}-network`,
      subject: clientSubject(deps.keys, clientNetwork),
      windowSeconds,
      limit: clientsPerNetwork * limit,
    },
    ...others,
  ]
  await requireAllowed(deps.db, await recordAttempts(deps.db, limits, deps.clock.now()))
}
