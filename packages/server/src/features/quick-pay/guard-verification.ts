import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import { TooManyAttempts } from '../../platform/errors.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import { clientHash } from '../../platform/attempts/client-subject.ts'
import {
  clearAttempts,
  recordAttemptsBeside,
  recordAttempt,
  refundAttempts,
  refundAttemptsUnder,
  type AttemptCount,
} from '../../platform/attempts/record-attempt.ts'
import { hasVerifiedBefore } from './grant.store.ts'
import type { PayerStanding } from './payer-browsers.store.ts'
import { limitsOf, portalLimit } from './verification-limits.ts'

type GuardDeps = Pick<Deps, 'clock' | 'keys' | 'settings'>

/** Whether an attempt may be checked, and how it ended. The caller calls one of the two before the transaction ends. */
export interface GuardedAttempt {
  /** False when the account has had its failures: the right digits are then refused like wrong ones. */
  readonly mayBeChecked: boolean
  /** Takes the counts back, because an attempt that succeeded was no failure. @throws TooManyAttempts as `failed`. */
  readonly succeeded: () => Promise<void>
  /**
   * Counts the failure by the portal's budget.
   *
   * @returns the budget that this failure used up, if it did.
   * @throws TooManyAttempts when others have used up the portal's budget meanwhile: the answer then does not say whether the
   *   attempt was right.
   */
  readonly failed: () => Promise<'portal' | 'member' | undefined>
}

const standingDays = 30

/**
 * Counts an attempt to verify an account before it is checked, so that simultaneous attempts cannot exceed a limit: until the
 * transaction ends, other attempts at the same account, or from the same client or network, wait. A rollback counts nothing.
 *
 * Budgets of failures apply to the client, its network, the account and its member, and the whole portal (decision
 * 0041). A payer who has verified that account from that browser has a separate count for it, and passes the budgets that
 * strangers can use up (network and portal); so does one who has verified it from that address.
 *
 * The portal's budget is one shared row. It is read first, without a lock. Only failures are counted in it, after the check,
 * and a success waits for failures in progress. So honest payers never queue behind each other. The budget caps how many
 * failures are revealed. Later callers get the same answer for right and wrong digits.
 *
 * @throws TooManyAttempts when the budget of the client, its network or the portal is used up; Unavailable when the
 *   counters cannot be stored.
 */
export async function guardVerification(
  deps: GuardDeps,
  tx: Tx,
  facts: RequestFacts,
  accountNumber: string,
  standing: PayerStanding,
): Promise<GuardedAttempt> {
  const now = deps.clock.now()
  const budget = portalLimit(deps)
  const looked = await recordAttemptsBeside(tx, limitsOf(deps, facts, accountNumber, standing), budget, now)
  const [client, network, ...account] = looked.counts
  if (client === undefined || network === undefined || account.length !== 3) throw new Error('A limit was not counted')
  const isKnown = async (): Promise<boolean> => {
    if (standing.isKnown) return true
    const since = new Date(now.getTime() - standingDays * 24 * 3600 * 1000)
    return hasVerifiedBefore(tx, accountNumber, clientHash(deps.keys, facts.clientAddress), since)
  }
  const stop = async (limit: AttemptCount): Promise<void> => {
    if (!limit.allowed && !(await isKnown())) throw new TooManyAttempts(limit.kind, limit.retryAfterSeconds)
  }
  if (!client.allowed) throw new TooManyAttempts(client.kind, client.retryAfterSeconds)
  await stop(network)
  await stop(looked.beside)
  const mayBeChecked = account.every(({ allowed }) => allowed)
  return {
    mayBeChecked,
    succeeded: async () => {
      await stop(await refundAttemptsUnder(tx, looked.counts, budget, now))
      // Failures of a browser that then knows the digits were mistakes. Those of a stranger have narrowed down the digits. The
      // count of the year stays: each visit of the payer would otherwise give a thief of the cookie new guesses.
      const [today, month] = account
      const recent = [today, month].filter((one) => one !== undefined)
      if (standing.isKnown && recent.some(({ attempts }) => attempts > 1)) await clearAttempts(tx, recent)
    },
    failed: async () => {
      // An attempt that was not checked uses up nothing, or one account would close Quick Pay for all, and one bad day would close an
      // account for a year. It is counted elsewhere, and a judged one takes back nothing, so that both kinds do the same work.
      const unchecked = { ...budget, kind: 'quick-pay.not-judged' }
      const count = await recordAttempt(tx, mayBeChecked ? budget : unchecked, now)
      await refundAttempts(
        tx,
        account.map((one, index) => (mayBeChecked || !one.allowed ? nowhere(one, index) : one)),
      )
      if (!mayBeChecked) return undefined
      await stop(count)
      if (count.allowed && isLast(count)) return 'portal'
      return account.slice(1).some(isLast) ? 'member' : undefined
    },
  }
}

const isLast = ({ attempts, limit }: AttemptCount): boolean => attempts === limit

/** A placeholder that matches no counter, so both paths run the same statements. */
const nowhere = (count: AttemptCount, index: number): AttemptCount => ({
  ...count,
  allowed: true,
  kind: 'quick-pay.nothing',
  subject: String(index),
})
