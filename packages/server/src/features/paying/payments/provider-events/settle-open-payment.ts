import { awaitsProvider, move, pageOnItsWayMs } from '@coopline/rules/paying/payment-state/payment-state'
import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Unavailable } from '../../../../platform/errors.ts'
import { applyProviderAnswer, type EventDeps } from './apply-provider-event.ts'
import { notifyFailure } from '../notices/notices.ts'
import { claimOpenPaymentsOf, type OpenPayment, type OpenPaymentOfAccount } from './open-payments.store.ts'
import { atProvider, isChargedAway } from '../payment.ts'
import { findPaymentWithItems, lockPayment, lockPaymentWithItems, movePayment } from '../payments.store.ts'
import { alarmLongReview, raiseAlarm, settleLongReview } from '../alarms/alarms.ts'
import { startReview } from './start-review.ts'

/** The dependencies of settling. The command line has no others. */
export type SettlingDeps = EventDeps & Pick<Deps, 'gateways'>

/** Payments asked about for one caller, who waits for the answers. */
const mostPerCaller = 5
/** As many at a time when pages are ended, until none is left. */
const mostEnded = 50

/** The minimum time between two questions to the provider about one payment, even when payers are refused more often. */
const askAgainAfterMs = 10_000

/** The payments of a caller that are settled before it decides again. */
interface SettlingUnderWay {
  /** The maximum number of payments to ask about, oldest first, unless pages are ended. */
  readonly limit?: number
  /**
   * The pages of Quick Pay to end when they are not paid, because the holder of the account comes before those who know its number and
   * four digits: those that had time to open for a holder who tries again, and all for one who is away, because a stranger may open one
   * shortly before each run. Where the provider cannot end a page, and it is paid all the same, the payment is booked with the alarm
   * `corrected`.
   */
  readonly endsQuickPay?: 'arrived' | 'all' | undefined
}

/**
 * Asks the provider at once about the payments that hold up another payment of these accounts, instead of waiting for the sweeper.
 * Expires pages that the provider does not know, so that pages that were requested but not opened hold up no other payment.
 *
 * @returns true when any were asked about. Read the payments under way again then.
 */
export async function settleUnderWay(
  deps: SettlingDeps,
  accountNumbers: readonly string[],
  { limit = mostPerCaller, endsQuickPay }: SettlingUnderWay = {},
): Promise<boolean> {
  const now = deps.clock.now()
  const arrived = new Date(now.getTime() - pageOnItsWayMs)
  const quickPayUntil = endsQuickPay === 'all' ? now : arrived
  const ask = async (payment: OpenPaymentOfAccount): Promise<void> => {
    const isPage = payment.isPage && payment.requestedAt <= arrived
    const isEnded = payment.isPage && payment.isQuickPay && payment.requestedAt <= quickPayUntil
    const ends = isEnded && endsQuickPay !== undefined ? 'unpaid' : isPage ? 'unknown' : 'over'
    try {
      await settleOpenPayment(deps, payment, ends)
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      deps.log.warn({ transNo: payment.transNo, reason: error.message }, 'The provider did not answer a status request')
    }
  }
  const asked = new Set<string>()
  for (;;) {
    const claimed = await claimOpenPaymentsOf(deps.db, accountNumbers, {
      now,
      notSince: new Date(now.getTime() - askAgainAfterMs),
      quickPayUntil: endsQuickPay === undefined ? null : quickPayUntil,
      asked,
      limit: endsQuickPay === undefined ? limit : mostEnded,
    })
    await Promise.all(claimed.map(ask))
    for (const { transNo } of claimed) asked.add(transNo)
    if (endsQuickPay === undefined || claimed.length < mostEnded) return asked.size > 0
  }
}

/** The pages that end before their time is over: those that are over at the provider, that it does not know, or that nobody has paid. */
type Ends = 'over' | 'unknown' | 'unpaid'

/**
 * Asks the provider about an open payment once and applies its answer. A payment that the provider does not know, or still waits for,
 * expires at the end of its lifetime, after its page was ended; a payment whose page is over expires at once. One that the provider has
 * given a name, and no longer knows, goes to staff at the end of its lifetime. One whose charge is held does not expire, and raises an alarm
 * after a day.
 *
 * @param ends the pages that expire at once. Those that are ended unpaid are ended at the provider before, where it can.
 * @throws Unavailable when the provider does not answer, or is charging the payment.
 */
export async function settleOpenPayment(deps: SettlingDeps, payment: OpenPayment, ends: Ends = 'over'): Promise<void> {
  const held = await findPaymentWithItems(deps.db, payment.transNo)
  if (held === undefined) return
  const gateway = deps.gateways.of(held.payment.provider)
  const isOver = deps.clock.now() >= payment.expiresAt
  const status = await (isOver || ends === 'unpaid' ? gateway.end : gateway.fetch)(atProvider(held))
  await applyProviderAnswer(deps, status)
  if (status.kind === 'events') return
  if (status.kind === 'unreadable') {
    // It does not expire, because money may have moved. Staff get it, because such payments would otherwise fill every batch.
    if (isOver) await handToStaff(deps, payment.transNo)
    return
  }
  if (status.kind === 'open' && status.isHeld === true) {
    await inTransaction(deps.db, async (tx) => {
      const locked = await lockPayment(tx, payment.transNo)
      if (locked !== undefined) await alarmLongReview(tx, deps.log, locked, deps.clock.now())
    })
    return
  }
  // It made the page of the payment and no longer knows it: the keys may be those of another account, and the page may have been paid.
  const isLost = status.kind === 'unknown' && held.payment.providerReference !== null
  if (isLost) {
    if (isOver) await handToStaff(deps, payment.transNo, 'unanswered')
    return
  }
  const isEnded = ends === 'unpaid' || (ends === 'unknown' && status.kind === 'unknown')
  if (isOver || status.kind === 'over' || isEnded) await expirePayment(deps, payment.transNo)
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
    // The provider may no longer know a charge that it held.
    await settleLongReview(tx, payment, at)
    if (isChargedAway(payment)) await notifyFailure(deps, tx, held, 'declined')
  })
}
