import {
  type AttemptCount,
  lockOnly,
  readAttempts,
  readAttemptsInProgress,
  recordAttempts,
} from '../../../platform/attempts/record-attempt.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { TooManyAttempts } from '../../../platform/errors.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { payerHashOf } from './payer-browser.ts'
import type { PayerStanding } from './payer-browsers.store.ts'
import { accountLimits, sharedLimits } from './verification-limits.ts'

/** An attempt that was counted. The caller calls `succeeded` or `failed` before the transaction ends. */
export interface GuardedAttempt {
  /** False when the account or its member has used up its failures. The right digits are then refused like wrong ones. */
  readonly mayBeChecked: boolean
  /** @throws TooManyAttempts as `failed`. */
  readonly succeeded: () => Promise<void>
  /**
   * Counts the failure.
   *
   * @returns the budget that this failure used up, if it did.
   * @throws TooManyAttempts when others have used up the portal's budget in the meantime. The answer then does not reveal whether the
   *   attempt was right.
   */
  readonly failed: () => Promise<'portal' | 'member' | undefined>
}

/**
 * Guards an attempt to verify an account by five budgets of failures (decision 0282): of the client, its network, the
 * portal, the account and its member. A known payer is exempt from the three that strangers can use up.
 *
 * Before the check, all counters except the portal's are locked until the transaction ends, so that simultaneous attempts cannot
 * exceed them. The portal's counter is only read, so that honest payers do not wait for each other. After the check, only a
 * failure is counted. A success waits for failures in progress, so that the portal's budget also holds for simultaneous attempts.
 * A rollback counts nothing.
 *
 * @throws TooManyAttempts when the budget of the client, its network or the portal is used up; Unavailable when the counters cannot
 *   be stored.
 */
export async function guardVerification(
  deps: Pick<Deps, 'clock' | 'keys' | 'settings'>,
  tx: Tx,
  facts: RequestFacts,
  accountNumber: string,
  standing: PayerStanding,
): Promise<GuardedAttempt> {
  const now = deps.clock.now()
  const { client, network, portal } = sharedLimits(deps, facts)
  const browser = standing.isKnown ? payerHashOf(facts) : undefined
  const { account, member } = accountLimits(deps, accountNumber, standing, browser)
  const requireRoom = ({ allowed, kind, retryAfterSeconds }: AttemptCount): void => {
    if (!allowed && !standing.isKnown && !standing.isKnownClient) throw new TooManyAttempts(kind, retryAfterSeconds)
  }

  const locked = [lockOnly(client), lockOnly(network), lockOnly(account), lockOnly(member)] as const
  const [ofClient, ofNetwork, ...ofTarget] = await recordAttempts(tx, locked, now)
  requireRoom(ofClient)
  requireRoom(ofNetwork)
  requireRoom(await readAttempts(tx, portal, now))
  const mayBeChecked = ofTarget.every(({ allowed }) => allowed)
  return {
    mayBeChecked,
    succeeded: async () => requireRoom(await readAttemptsInProgress(tx, portal, now)),
    failed: async () => {
      // An attempt that was not checked counts for its client and network only. Otherwise one account would close Quick Pay for
      // all, and one bad day would close an account for a year. It locks the other counters, so that the work is the same.
      const unchecked = [client, network, lockOnly(account), lockOnly(member), lockOnly(portal)] as const
      const limits = mayBeChecked ? ([client, network, account, member, portal] as const) : unchecked
      const [, , , atMember, atPortal] = await recordAttempts(tx, limits, now)
      requireRoom(atPortal)
      if (isUsedUpBy(atPortal)) return 'portal'
      return isUsedUpBy(atMember) ? 'member' : undefined
    },
  }
}

const isUsedUpBy = ({ allowed, attempts, limit }: AttemptCount): boolean => allowed && attempts === limit
