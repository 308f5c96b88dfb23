import { clientSubject } from '../../platform/attempts/client-subject.ts'
import { type Limit, recordAttempts, refundAttempts } from '../../platform/attempts/record-attempt.ts'
import type { Deps } from '../../platform/deps.ts'
import { TooManyAttempts } from '../../platform/errors.ts'
import type { RequestFacts } from '../../platform/http/call.ts'

const hour = 3600

/** The settings with the hourly limits per client (decision 0079). */
const settingOf = {
  'capital-credits.letter': 'capitalCreditLettersPerHour',
  'capital-credits.search': 'capitalCreditSearchesPerHour',
  'capital-credits.claim': 'capitalCreditClaimsPerHour',
} as const

/** A network may be a company or a phone carrier, so it gets this multiple of the client limit. */
const clientsPerNetwork = 5

/**
 * Counts a call against the limits of the client, of its network and, for a letter, of the named member. Letter numbers are short
 * enough to guess from many addresses.
 * @throws TooManyAttempts when any limit is reached; then no limit counts the call.
 */
export async function limitVisitor(
  deps: Pick<Deps, 'db' | 'clock' | 'keys' | 'settings'>,
  { clientAddress, clientNetwork }: RequestFacts,
  kind: keyof typeof settingOf,
  memberNumber?: string,
): Promise<void> {
  const limit = deps.settings.current()[settingOf[kind]]
  const limits: readonly Limit[] = [
    { kind, subject: clientSubject(deps.keys, clientAddress), windowSeconds: hour, limit },
    {
      kind: `${kind}-network`,
      subject: clientSubject(deps.keys, clientNetwork),
      windowSeconds: hour,
      limit: clientsPerNetwork * limit,
    },
    ...(memberNumber === undefined
      ? []
      : [{ kind: `${kind}-member`, subject: memberNumber, windowSeconds: 24 * hour, limit }]),
  ]
  const counts = await recordAttempts(deps.db, limits, deps.clock.now())
  const refused = counts.find((count) => !count.allowed)
  if (refused === undefined) return
  await refundAttempts(deps.db, counts)
  throw new TooManyAttempts(refused.kind, refused.retryAfterSeconds)
}
