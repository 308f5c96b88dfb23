import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import { TooManyTries } from '../../platform/errors.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import { clientHash, clientSubject } from '../../platform/tries/client-subject.ts'
import { countTriesBeside, countTry, type Limit, takeBackTriesUnder } from '../../platform/tries/count-try.ts'
import { hasVerifiedBefore } from './pass.store.ts'

type GuardDeps = Pick<Deps, 'clock' | 'keys' | 'settings'>

/** Whether a try may be judged, and what must be said of it once it was. One of the two, before the transaction ends. */
export interface GuardedTry {
  /** False when the account has had its failures: then the right digits are refused like wrong ones. */
  readonly mayBeJudged: boolean
  /** A try that succeeds was no failure: its counts are taken back. @throws TooManyTries as `failed`. */
  readonly succeeded: () => Promise<void>
  /**
   * Counts the failure by the portal's budget.
   *
   * @returns true when that used the budget up.
   * @throws TooManyTries when others have used it up meanwhile: nothing is said of the try then, right or wrong.
   */
  readonly failed: () => Promise<boolean>
}

const hour = 3600
const standingDays = 30

/**
 * Counts a try to verify an account before it is judged, so that no number of tries at once gets past a limit: until the
 * transaction ends, other tries of the same account, client or network wait. Nothing is counted when it is rolled back.
 *
 * Four failures budgets apply (decision 0.5): of the client, its network, the account, and the whole portal. Budgets that
 * strangers can use up (network and portal) do not stop a payer who has verified that account from that client before.
 *
 * The portal's budget is one row for everybody. It is looked at first and not waited for; only failures are counted by it,
 * after they were judged, and a success waits for failures under way. So honest payers never queue behind each other, and
 * yet nobody hears of more failures than the budget has: whoever comes later is told the same, right or wrong.
 *
 * @throws TooManyTries when the budget of the client, its network or the portal is used up; Unavailable when the
 *   counters cannot be kept.
 */
export async function guardVerification(
  deps: GuardDeps,
  tx: Tx,
  facts: RequestFacts,
  accountNumber: string,
): Promise<GuardedTry> {
  const now = deps.clock.now()
  const budget = portalLimit(deps)
  const looked = await countTriesBeside(tx, ownLimits(deps, facts, accountNumber), budget, now)
  const [client, network, account] = looked.counts
  if (client === undefined || network === undefined || account === undefined) throw new Error('A limit was not counted')
  const since = new Date(now.getTime() - standingDays * 24 * hour * 1000)
  const stop = async (limit: typeof client, mayHaveStanding = true): Promise<void> => {
    if (limit.allowed) return
    if (
      mayHaveStanding &&
      (await hasVerifiedBefore(tx, accountNumber, clientHash(deps.keys, facts.clientAddress), since))
    )
      return
    throw new TooManyTries(limit.kind, limit.retryAfterSeconds)
  }
  await stop(client, false)
  await stop(network)
  await stop(looked.beside)
  return {
    mayBeJudged: account.allowed,
    succeeded: async () => stop(await takeBackTriesUnder(tx, looked.counts, budget, now)),
    failed: async () => {
      // A try that was not judged uses up nothing of the portal's budget, or one account would close Quick Pay for all.
      // It is counted all the same, elsewhere, so that both kinds do the same work.
      const count = await countTry(tx, account.allowed ? budget : { ...budget, kind: 'quick-pay.not-judged' }, now)
      if (!account.allowed) return false
      await stop(count)
      return count.allowed && count.tries === count.limit
    },
  }
}

function ownLimits(deps: GuardDeps, facts: RequestFacts, accountNumber: string): readonly Limit[] {
  const settings = deps.settings.current()
  return [
    {
      kind: 'quick-pay.client',
      subject: clientSubject(deps.keys, facts.clientAddress),
      windowSeconds: hour,
      limit: settings.quickPayFailuresPerClientPerHour,
    },
    {
      kind: 'quick-pay.network',
      subject: clientSubject(deps.keys, facts.clientNetwork),
      windowSeconds: hour,
      limit: settings.quickPayFailuresPerNetworkPerHour,
    },
    {
      kind: 'quick-pay.account',
      subject: accountNumber,
      windowSeconds: 24 * hour,
      limit: settings.quickPayFailuresPerAccountPerDay,
    },
  ]
}

const portalLimit = (deps: GuardDeps): Limit => ({
  kind: 'quick-pay.portal',
  subject: 'all',
  windowSeconds: 600,
  limit: deps.settings.current().quickPayGlobalFailuresPer10Minutes,
})
