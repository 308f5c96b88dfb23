import { Unavailable } from '../../../../platform/errors.ts'
import { failAfterLast } from '../../../../platform/jobs/isolate-failures.ts'
import { scheduledJob } from '../../../../platform/jobs/feature-job.ts'
import { claimOpenPayments, listOpenPayments, type OpenPayment } from './open-payments.store.ts'
import { type ProviderName, providerOf } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { handToStaff, settleOpenPayment, type SettlingDeps } from './settle-open-payment.ts'

export const sweepOpenPaymentsJob = scheduledJob('payments.sweep-open', '* * * * *', sweepOpenPayments)

/** Payments asked about in one run: at most ten seconds each, and the next run is a minute away. */
const mostPerRun = 50

/** The provider may leave a payment unanswered for this long after it expired. Until then the payment holds back drafts and AutoPay. */
const longestUnansweredMs = 24 * 3_600_000

/**
 * Asks the provider about open payments, so that none depends on a postback alone. A payment that the provider does not know, or whose page
 * is still open, expires at the end of its lifetime, unless a charge of it is held. A payment with an unreadable answer goes to staff. Neither happens while the provider
 * is unavailable. A payment without an answer for one more day, while the provider answers about others, goes to staff as well.
 */
async function sweepOpenPayments(deps: SettlingDeps): Promise<void> {
  await settleAll(deps, async (away) => claimOpenPayments(deps.db, { now: deps.clock.now(), limit: mostPerRun, away }))
}

/** Asks the provider about every open payment at once, even the newest. @returns the number of open payments. */
export async function settleOpenPaymentsNow(deps: SettlingDeps): Promise<number> {
  const open = await listOpenPayments(deps.db)
  await settleAll(deps, async (away) => (away.size === 0 ? open : []))
  return open.length
}

/**
 * Settles the payments that `claim` lists. A provider that is down does not stop the others: its payments are passed over, and `claim` is
 * called again for those of the providers that are not `away`.
 */
async function settleAll(
  deps: SettlingDeps,
  claim: (away: ReadonlySet<ProviderName>) => Promise<readonly OpenPayment[]>,
): Promise<void> {
  const away = new Set<ProviderName>()
  await failAfterLast(deps.log, async (take) => {
    for (let known = -1; known < away.size; ) {
      known = away.size
      for (const payment of await claim(away)) {
        if (away.has(providerOf(payment.provider))) continue
        try {
          await take([payment], async () => settleOpenPayment(deps, payment))
        } catch (error) {
          if (!(error instanceof Unavailable)) throw error
          deps.log.warn({ transNo: payment.transNo, reason: error.message }, 'Open payments wait for the provider')
          const isOverdue = deps.clock.now().getTime() > payment.expiresAt.getTime() + longestUnansweredMs
          if (!(await isProviderThere(deps, payment))) away.add(providerOf(payment.provider))
          else if (isOverdue) await take([payment], async () => handToStaff(deps, payment.transNo, 'unanswered'))
        }
      }
    }
  })
}

/**
 * Finds out whether the provider of a payment answers at all. When it does not, it must not be asked about every open payment, and open
 * pages must not go to staff.
 */
async function isProviderThere({ gateways }: SettlingDeps, { provider }: OpenPayment): Promise<boolean> {
  // Its keys were removed: it will never answer, and staff must decide.
  if (gateways.find(providerOf(provider)) === undefined) return true
  try {
    await gateways.of(provider).ping()
    return true
  } catch (error) {
    if (error instanceof Unavailable) return false
    throw error
  }
}
