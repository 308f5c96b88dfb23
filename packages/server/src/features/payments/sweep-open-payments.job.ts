import { awaitsProvider, move } from '@coopline/rules/payment-state/payment-state'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { Unavailable } from '../../platform/errors.ts'
import { failAfterLast } from '../../platform/jobs/isolate-failures.ts'
import { job } from '../../platform/jobs/jobs.ts'
import { claimOpenPayments, listOpenPayments, type OpenPayment } from './open-payments.store.ts'
import { notifyFailure } from './notify-payer.ts'
import { isChargedAway, newTransNo } from './payment.ts'
import { lockPayment, lockPaymentWithItems, movePayment } from './payments.store.ts'
import { type EventDeps, applyProviderEvent } from './apply-provider-event.ts'
import { putAsideUnreadable } from './put-aside-unreadable.ts'
import { raiseAlarm } from './raise-alarm.ts'
import { startReview } from './start-review.ts'

export const sweepOpenPaymentsJob = job<Record<never, never>>('payments.sweep-open')

/** The dependencies of settling, which are all that the command line has. */
type SettlingDeps = EventDeps & Pick<Deps, 'gateway'>

/** Payments asked about in one run: at most ten seconds each, and the next run is a minute away. */
const mostPerRun = 50

/** How long past the lifetime of a payment the provider may leave it unanswered: it withholds drafts and AutoPay meanwhile. */
const longestUnansweredMs = 24 * 3_600_000

/**
 * Asks the provider about open payments, so that none depends on a postback alone. A payment that the provider does not know,
 * or still waits for, expires at the end of its lifetime; one with an unreadable answer goes to staff. Neither happens while
 * the provider is unavailable. A payment that it leaves unanswered for a day more, while it answers about others, goes to staff as well.
 */
export async function sweepOpenPayments(deps: SettlingDeps): Promise<void> {
  await settleAll(deps, await claimOpenPayments(deps.db, deps.clock.now(), mostPerRun))
}

/** The same for every open payment at once, however young. @returns how many were asked about. */
export async function settleOpenPaymentsNow(deps: SettlingDeps): Promise<number> {
  const open = await listOpenPayments(deps.db)
  await settleAll(deps, open)
  return open.length
}

async function settleAll(deps: SettlingDeps, payments: readonly OpenPayment[]): Promise<void> {
  await failAfterLast(deps.log, async (take) => {
    for (const payment of payments) {
      try {
        await take([payment], async () => settleOne(deps, payment))
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error
        deps.log.warn({ transNo: payment.transNo, reason: error.message }, 'Open payments wait for the provider')
        const isOverdue = deps.clock.now().getTime() > payment.expiresAt.getTime() + longestUnansweredMs
        if (!(await isProviderThere(deps))) return
        if (isOverdue) await take([payment], async () => handToStaff(deps, payment.transNo, 'unanswered'))
      }
    }
  })
}

/**
 * Asks about a payment that does not exist: a provider that is away must neither be asked about every open payment nor send every
 * page that members left open to staff.
 */
async function isProviderThere({ gateway, random }: SettlingDeps): Promise<boolean> {
  try {
    await gateway.status(newTransNo(random))
    return true
  } catch (error) {
    if (error instanceof Unavailable) return false
    throw error
  }
}

async function settleOne(deps: SettlingDeps, payment: OpenPayment): Promise<void> {
  const status = await deps.gateway.status(payment.transNo)
  if (status.kind === 'events') {
    for (const event of status.events) await applyProviderEvent(deps, event, 'status')
  } else if (status.kind === 'unreadable') {
    await putAsideUnreadable(deps, status.payment, 'status')
    // It does not expire, because money may have moved; but such payments would fill the batch if they were asked about forever.
    if (deps.clock.now() >= payment.expiresAt) await handToStaff(deps, payment.transNo)
  } else if (deps.clock.now() >= payment.expiresAt) {
    await expire(deps, payment.transNo)
  }
}

/** @param alarm raised with it, unless one was raised before. */
async function handToStaff(deps: SettlingDeps, transNo: string, alarm?: 'unanswered'): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const payment = await lockPayment(tx, transNo)
    if (payment === undefined || !awaitsProvider(payment.state)) return
    const to = move(payment.state, 'mismatched')
    if (to.kind === 'move') await startReview(deps, tx, payment, { to, source: 'status' })
    if (alarm !== undefined)
      await raiseAlarm(tx, deps.log, {
        kind: alarm,
        transNo,
        detail: { from: payment.state },
        dedupeKey: `${alarm}:${transNo}`,
        now: deps.clock.now(),
      })
  })
}

async function expire(deps: SettlingDeps, transNo: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const held = await lockPaymentWithItems(tx, transNo)
    if (held === undefined) return
    const { payment } = held
    const to = move(payment.state, 'expired')
    if (to.kind !== 'move') return
    const at = deps.clock.now()
    await movePayment(tx, transNo, {
      from: payment.state,
      to: to.to,
      event: 'expired',
      corrected: false,
      source: 'portal',
      at,
    })
    if (isChargedAway(payment)) await notifyFailure(tx, deps, held, 'declined')
  })
}
