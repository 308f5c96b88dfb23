import type { Deps } from '../../../platform/deps.ts'
import { TooManyAttempts } from '../../../platform/errors.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { clientSubject } from '../../../platform/attempts/client-subject.ts'
import { recordAttempt, type Limit } from '../../../platform/attempts/record-attempt.ts'

const hour = 3_600

/** Calendar programs read every few minutes at most; several devices may share an address. */
const readingsPerHour = 120

/** A calendar program keeps requesting an address that was turned off. An attacker who tries tokens sends far more requests. */
const missesPerHour = 300

async function count(deps: Pick<Deps, 'db' | 'clock'>, limit: Limit): Promise<void> {
  const { allowed, retryAfterSeconds } = await recordAttempt(deps.db, limit, deps.clock.now())
  if (!allowed) throw new TooManyAttempts(limit.kind, retryAfterSeconds)
}

/** Counts a read of a calendar. @throws TooManyAttempts when the limit is reached. */
export const countReading = async (deps: Pick<Deps, 'db' | 'clock'>, tokenHash: Uint8Array): Promise<void> =>
  count(deps, {
    kind: 'calendar-reading',
    subject: Buffer.from(tokenHash).toString('base64url'),
    windowSeconds: hour,
    limit: readingsPerHour,
  })

/** Counts a request for a calendar that does not exist. @throws TooManyAttempts when the limit is reached. */
export const countMiss = async (deps: Pick<Deps, 'db' | 'clock' | 'keys'>, facts: RequestFacts): Promise<void> =>
  count(deps, {
    kind: 'calendar-miss',
    subject: clientSubject(deps.keys, facts.clientNetwork),
    windowSeconds: hour,
    limit: missesPerHour,
  })
