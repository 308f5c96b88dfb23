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
  /** In both, with different amounts; also payments of any day whose credit was reversed while a charge remains. */
  readonly different: number
  /** In the ledger, with other events for the cooperative than the ledger's shares. */
  readonly eventsDiffer: number
  /** In the provider's report, but set aside because the report cannot be read. */
  readonly unreadable: number
  /** Payments of any day that wait for staff: see `payments review`. */
  readonly underReview: number
  /** Payments of any day that were charged more than once and are not settled: see `payments alarms`. */
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
