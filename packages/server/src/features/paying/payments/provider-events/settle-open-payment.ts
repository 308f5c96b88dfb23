import { awaitsProvider, move } from '@coopline/rules/paying/payment-state/payment-state'
import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Unavailable } from '../../../../platform/errors.ts'
import { applyProviderAnswer, type EventDeps } from './apply-provider-event.ts'
import { notifyFailure } from '../notices/notices.ts'
import { claimOpenPaymentsOf, type OpenPayment } from './open-payments.store.ts'
import { atProvider, isChargedAway } from '../payment.ts'
import { findPaymentWithItems, lockPayment, lockPaymentWithItems, movePayment } from '../payments.store.ts'
import { alarmLongReview, raiseAlarm } from '../alarms/alarms.ts'
import { startReview } from './start-review.ts'

/** The dependencies of settling. The command line has no others. */
export type SettlingDeps = EventDeps & Pick<Deps, 'gateways'>

/** Payments asked about for one caller, who waits for the answers. */
const mostPerCaller = 5

/** A payment that the provider was asked about. */
export interface AskedPayment {
  readonly transNo: string
  /** The provider answered that its page is still open. */
  readonly isOpen: boolean
}

/** The minimum time between two questions to the provider about one payment, even when payers are refused more often. */
const askAgainAfterMs = 10_000

/** The time in which a page may still reach the provider, although the provider does not know it yet. */
const onItsWayMs = 30_000

/**
 * Asks the provider at once about the payments that hold up another payment of these accounts, instead of waiting for the sweeper.
 * Expires pages that the provider does not know, so that pages that were requested but not opened hold up no other payment.
 *
 * @param limit the maximum number of payments to ask about, oldest first.
 * @returns the payments that were asked about. When there are any, read the payments under way again.
 */
export async function settleUnderWay(
  deps: SettlingDeps,
  accountNumbers: readonly string[],
  limit: number = mostPerCaller,
): Promise<readonly AskedPayment[]> {
  const now = deps.clock.now()
  const claimed = await claimOpenPaymentsOf(deps.db, accountNumbers, {
    now,
    notSince: new Date(now.getTime() - askAgainAfterMs),
    limit,
  })
  const ask = async (payment: (typeof claimed)[number]): Promise<AskedPayment> => {
    const endsUnknown = payment.isPage && now.getTime() - payment.requestedAt.getTime() >= onItsWayMs
    try {
      return { transNo: payment.transNo, isOpen: await settleOpenPayment(deps, payment, endsUnknown) }
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      deps.log.warn({ transNo: payment.transNo, reason: error.message }, 'The provider did not answer a status request')
      return { transNo: payment.transNo, isOpen: false }
    }
  }
  return Promise.all(claimed.map(ask))
}

/**
 * Asks the provider about an open payment once and applies its answer. A payment that the provider does not know, or still waits for,
 * expires at the end of its lifetime, after its page was ended; a payment whose page is over expires at once. One that the provider has
 * given a name, and no longer knows, goes to staff at the end of its lifetime. One whose charge is held does not expire, and raises an alarm
 * after a day.
 *
 * @param endsUnknown true to expire at once a payment that the provider does not know.
 * @returns true while the page of the payment is still open at the provider.
 * @throws Unavailable when the provider does not answer.
 */
export async function settleOpenPayment(
  deps: SettlingDeps,
  payment: OpenPayment,
  endsUnknown = false,
): Promise<boolean> {
  const held = await findPaymentWithItems(deps.db, payment.transNo)
  if (held === undefined) return false
  const gateway = deps.gateways.of(held.payment.provider)
  const isOver = deps.clock.now() >= payment.expiresAt
  const status = await (isOver ? gateway.end : gateway.fetch)(atProvider(held))
  await applyProviderAnswer(deps, status)
  if (status.kind === 'events') return false
  if (status.kind === 'unreadable') {
    // It does not expire, because money may have moved. Staff get it, because such payments would otherwise fill every batch.
    if (isOver) await handToStaff(deps, payment.transNo)
    return false
  }
  if (status.kind === 'open' && status.isHeld === true) {
    await alarmLongReview(deps, held.payment)
    return false
  }
  // It made the page of the payment and no longer knows it: the keys may be those of another account, and the page may have been paid.
  const isLost = status.kind === 'unknown' && held.payment.providerReference !== null
  if (isLost) {
    if (isOver) await handToStaff(deps, payment.transNo, 'unanswered')
    return false
  }
  if (isOver || status.kind === 'over' || (endsUnknown && status.kind === 'unknown')) {
    await expirePayment(deps, payment.transNo)
    return false
  }
  return status.kind === 'open'
}

/**
 * Puts an open payment under review.
 *
 * @param alarm the alarm to raise, unless it was raised before.
 */
export async function handToStaff(deps: SettlingDeps, transNo: string, alarm?: 'unanswered'): Promise<void> {
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

/** Ends a payment that can no longer be paid. A payment that is no longer open stays as it is. */
export async function expirePayment(deps: EventDeps, transNo: string): Promise<void> {
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
