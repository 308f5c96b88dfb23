import { awaitsProvider, move } from '@coopline/rules/paying/payment-state/payment-state'
import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Unavailable } from '../../../../platform/errors.ts'
import { applyProviderAnswer } from './apply-provider-answer.ts'
import type { EventDeps } from './apply-provider-event.ts'
import { notifyFailure } from '../notices/notify-payer.ts'
import { claimOpenPaymentsOf, type OpenPayment } from './open-payments.store.ts'
import { isChargedAway } from '../payment.ts'
import { lockPayment, lockPaymentWithItems, movePayment } from '../payments.store.ts'
import { raiseAlarm } from '../alarms/raise-alarm.ts'
import { startReview } from '../review/start-review.ts'

/** The dependencies of settling, which are all that the command line has. */
export type SettlingDeps = EventDeps & Pick<Deps, 'gateway'>

/** Payments asked about for one caller, who waits for the answers. */
const mostPerCaller = 5

/** A payment that the provider was asked about. */
export interface AskedPayment {
  readonly transNo: string
  /** The provider answered that its page is still open. */
  readonly isOpen: boolean
}

/** The provider is not asked about one payment more often than this, however often payers are refused. */
const askAgainAfterMs = 10_000

/** The time in which a page may still reach the provider, although the provider does not know it yet. */
const onItsWayMs = 30_000

/**
 * Asks the provider at once about the payments that hold up another payment of these accounts, instead of waiting for the sweeper.
 * Expires pages that the provider does not know, so that requesting pages without opening them holds up nobody.
 *
 * @param limit payments asked about, the oldest first.
 * @returns the payments that were asked about: ask again what is under way when there are any.
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
 * expires at the end of its lifetime.
 *
 * @param endsUnknown expires one that the provider does not know at once.
 * @returns whether the provider still waits for it on an open page.
 * @throws Unavailable when the provider does not answer.
 */
export async function settleOpenPayment(
  deps: SettlingDeps,
  payment: OpenPayment,
  endsUnknown = false,
): Promise<boolean> {
  const status = await deps.gateway.status(payment.transNo)
  await applyProviderAnswer(deps, status)
  if (status.kind === 'events') return false
  const isOver = deps.clock.now() >= payment.expiresAt
  if (status.kind === 'unreadable') {
    // It does not expire, because money may have moved; but such payments would fill the batch if they were asked about forever.
    if (isOver) await handToStaff(deps, payment.transNo)
    return false
  }
  if (isOver || (endsUnknown && status.kind === 'unknown')) {
    await expire(deps, payment.transNo)
    return false
  }
  return status.kind === 'open'
}

/**
 * Puts an open payment under review.
 *
 * @param alarm raised with it, unless one was raised before.
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
