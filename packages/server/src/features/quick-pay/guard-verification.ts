import { recordAudit } from '../../platform/audit/audit.store.ts'
import type { Deps } from '../../platform/deps.ts'
import { TooManyTries } from '../../platform/errors.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import { clientHash, clientSubject } from '../../platform/tries/client-subject.ts'
import { countTries, countTry, takeBackTries, type TryCount } from '../../platform/tries/count-try.ts'
import { hasVerifiedBefore } from './pass.store.ts'

type GuardDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'log' | 'settings'>

/** Whether a try may be judged, and what it was counted by. */
export interface GuardedTry {
  /** False when the account has had its failures: then the right digits are refused like wrong ones. */
  readonly mayBeJudged: boolean
  /** A try that succeeds was no failure: its counts are taken back. */
  readonly takeBack: () => Promise<void>
}

const hour = 3600
const standingDays = 30

/**
 * Counts a try to verify an account before it is judged, so that no number of tries at once gets past a limit.
 *
 * Four failures budgets apply (decision 0.5): of the client, its network, the account, and the whole portal. Budgets that
 * strangers can use up (network and portal) do not stop a payer who has verified that account from that client before.
 *
 * @throws TooManyTries when the budget of the client, its network or the portal is used up; Unavailable when the
 *   counters cannot be kept.
 */
export async function guardVerification(
  deps: GuardDeps,
  facts: RequestFacts,
  accountNumber: string,
): Promise<GuardedTry> {
  const now = deps.clock.now()
  const settings = deps.settings.current()
  const limits = [
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
  ] as const
  const counts = await countTries(deps.db, limits, now)
  const [client, network, account] = counts
  if (client === undefined || network === undefined || account === undefined) throw new Error('A limit was not counted')
  if (!client.allowed) return refuse(deps, counts, client)
  const standing = () => hasStanding(deps, facts, accountNumber)
  if (!network.allowed && !(await standing())) return refuse(deps, counts, network)

  // A try that will not be judged uses up nothing of the portal's budget, or one account would close Quick Pay for all.
  // It is counted all the same, elsewhere, so that both kinds do the same work.
  const portal = await countTry(
    deps.db,
    {
      kind: account.allowed ? 'quick-pay.portal' : 'quick-pay.not-judged',
      subject: 'all',
      windowSeconds: 600,
      limit: settings.quickPayGlobalFailuresPer10Minutes,
    },
    now,
  )
  const all = [...counts, portal]
  if (account.allowed && !portal.allowed) {
    if (portal.refusedInARow === 1) await sayBudgetIsSpent(deps, facts, portal)
    if (!(await standing())) return refuse(deps, all, portal)
  }
  return { mayBeJudged: account.allowed, takeBack: () => takeBackTries(deps.db, all) }
}

/** A try that is not judged was no failure: what other limits counted of it is taken back. */
async function refuse(deps: GuardDeps, counts: readonly TryCount[], refusing: TryCount): Promise<never> {
  await takeBackTries(deps.db, counts)
  throw new TooManyTries(refusing.kind, refusing.retryAfterSeconds)
}

async function hasStanding(deps: GuardDeps, facts: RequestFacts, accountNumber: string): Promise<boolean> {
  const since = new Date(deps.clock.now().getTime() - standingDays * 24 * hour * 1000)
  return hasVerifiedBefore(deps.db, accountNumber, clientHash(deps.keys, facts.clientAddress), since)
}

/** Somebody sprays guesses over many accounts: an alarm, once each time that the budget is used up. */
async function sayBudgetIsSpent(deps: GuardDeps, facts: RequestFacts, portal: TryCount): Promise<void> {
  deps.log.error({ alarm: 'quick-pay-budget-spent', limit: portal.limit }, 'Too many failed Quick Pay verifications')
  await recordAudit(deps.db, {
    kind: 'quick-pay.budget-spent',
    at: portal.now,
    clientAddress: facts.clientAddress,
    requestId: facts.id,
    detail: { limit: portal.limit, windowSeconds: portal.windowSeconds },
  })
}
