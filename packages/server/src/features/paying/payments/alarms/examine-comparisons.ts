import { addDays, calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import type { Executor } from '../../../../platform/db/open-database.ts'
import { type Finding, ok, warning } from '../../../../platform/doctor/finding.ts'
import { readComparedThrough } from './payment-figures.store.ts'

/** The nightly comparison of a day has ended by this time after the day. */
const comparedWithinMs = 2 * 3_600_000

const lastComparable = (now: Date) => addDays(calendarDateIn('UTC', new Date(now.getTime() - comparedWithinMs)), -1)

/** Finds out for `coopline doctor` whether the provider's days are compared with the ledger. */
export async function examineComparisons(executor: Executor, now: Date): Promise<Finding> {
  const { newest, oldestOpen, open } = await readComparedThrough(executor, lastComparable(now))
  const advice = 'Run "coopline payments reconcile", and see the log for the cause.'
  if (newest === null)
    return warning('reconciliation', 'No day of the provider was compared with the ledger yet.', advice)
  return oldestOpen === null
    ? ok('reconciliation', `The provider’s days are compared with the ledger, the last one ${newest}.`)
    : warning(
        'reconciliation',
        `${open} days of the provider were not compared with the ledger, from ${oldestOpen} on.`,
        advice,
      )
}
