import { addDays, calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { job } from '../../platform/jobs/jobs.ts'
import { countAlarmedPayments } from './alarms.store.ts'
import { compareDays, type ReconcileDeps } from './compare-days.ts'
import { countPaymentsUnderReview } from './reviewed-payments.store.ts'

export const reconcileJob = job<Record<never, never>>('payments.reconcile')

/** What a reconciliation found, in payments. */
export interface Reconciliation {
  /** In the provider's report but not in the ledger: booked now. */
  readonly takenIn: number
  /** In the provider's report, and still not in the ledger because it does not agree with what was requested. */
  readonly missing: number
  /** In the ledger and unknown to the provider. */
  readonly extra: number
  /** In both, with different money; of any day, payments of which a charge remains after their credit was reversed. */
  readonly different: number
  /** In the ledger, with other events for the cooperative than the ledger's shares. */
  readonly eventsDiffer: number
  /** In the provider's report, and put aside because what it says cannot be read. */
  readonly unreadable: number
  /** Waiting for staff, of any day: see `payments review`. */
  readonly underReview: number
  /** Charged more than once and not settled, of any day: see `payments alarms`. */
  readonly doubleCharged: number
}

/**
 * Compares what the provider says of the last two days, and of today so far, with the ledger, and the ledger with the events for
 * the cooperative. May be run at any time, any number of times.
 *
 * @throws Unavailable when the provider does not answer; nothing is concluded from half a report.
 */
export async function reconcile(deps: ReconcileDeps): Promise<Reconciliation> {
  const today = calendarDateIn('UTC', deps.clock.now())
  const { sides: _sides, concerned: _concerned, ...found } = await compareDays(deps, addDays(today, -2), today)
  return {
    ...found,
    different: found.different + (await countAlarmedPayments(deps.db, 'charge-remains')),
    underReview: await countPaymentsUnderReview(deps.db),
    doubleCharged: await countAlarmedPayments(deps.db, 'double-charge'),
  }
}
