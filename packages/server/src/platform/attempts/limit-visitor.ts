import type { Deps } from '../deps.ts'
import { TooManyAttempts } from '../errors.ts'
import type { RequestFacts } from '../http/call.ts'
import { clientSubject } from './client-subject.ts'
import { type Limit, recordAttempts, refundAttempts } from './record-attempt.ts'

const hour = 3600

/** Clients of one network, which may be a company or a phone carrier. */
const clientsPerNetwork = 5

export interface VisitorLimit {
  /** What is counted, as `slice.action`. */
  readonly kind: string
  /** How often one client may do it within an hour. */
  readonly limit: number
  /** Further limits that the same action counts against. */
  readonly others?: readonly Limit[]
}

/**
 * Counts what a visitor does against the limits of the client and its network, and against others that are given.
 *
 * @throws TooManyAttempts when a limit refuses; then none of them counts.
 */
export async function limitVisitor(
  deps: Pick<Deps, 'db' | 'clock' | 'keys'>,
  { clientAddress, clientNetwork }: Pick<RequestFacts, 'clientAddress' | 'clientNetwork'>,
  { kind, limit, others = [] }: VisitorLimit,
): Promise<void> {
  const limits: readonly Limit[] = [
    { kind, subject: clientSubject(deps.keys, clientAddress), windowSeconds: hour, limit },
    {
      kind: `${kind}-network`,
      subject: clientSubject(deps.keys, clientNetwork),
      windowSeconds: hour,
      limit: clientsPerNetwork * limit,
    },
    ...others,
  ]
  const counts = await recordAttempts(deps.db, limits, deps.clock.now())
  const refused = counts.find((count) => !count.allowed)
  if (refused === undefined) return
  await refundAttempts(deps.db, counts)
  throw new TooManyAttempts(refused.kind, refused.retryAfterSeconds)
}
