import { recordAudit } from '../audit/audit.store.ts'
import type { Deps } from '../deps.ts'
import { NotSignedIn } from '../errors.ts'
import type { RequestFacts } from './call.ts'

/**
 * Checks a signed call. The signature is always checked first, so that forged calls never keep a genuine one out, not even
 * from the same address; only a call that fails is counted.
 *
 * @throws NotSignedIn as `check` does, with an audit row of that kind; TooManyAttempts when its client address forges many calls.
 */
export async function checkForForgery<T>(
  deps: Pick<Deps, 'clock' | 'db' | 'forgeryLimit'>,
  facts: RequestFacts,
  kind: string,
  check: () => T | Promise<T>,
): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof NotSignedIn && deps.forgeryLimit.count(facts.clientAddress))
      await recordAudit(deps.db, {
        kind,
        at: deps.clock.now(),
        clientAddress: facts.clientAddress,
        requestId: facts.id,
        detail: { reason: error.message },
      })
    throw error
  }
}
