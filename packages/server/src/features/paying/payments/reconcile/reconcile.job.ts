import { addDays, type CalendarDate, calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { Unavailable } from '../../../../platform/errors.ts'
import { scheduledJob } from '../../../../platform/jobs/feature-job.ts'
import { countAlarmedPayments, settleAlarmsAbout, raiseAlarm } from '../alarms/alarms.ts'
import { compareDays, type ComparedDays, type ReconcileDeps } from './compare-days.ts'
import { beginComparedDays, listOpenDays } from './reconcile.store.ts'
import { countPaymentsUnderReview } from '../payments.store.ts'

/** After midnight UTC, when the provider's day is complete. */
export const reconcileJob = scheduledJob('payments.reconcile', '20 0 * * *', reconcile)

/** The findings of a reconciliation. Each figure is a number of payments. */
export interface Reconciliation {
  /** Payments in the provider's report that were missing in the ledger and are booked now. */
  readonly takenIn: number
  /** Payments in the provider's report that are not booked, because they differ from the request. */
  readonly missing: number
  /** Payments in the ledger that the provider does not know. */
  readonly extra: number
  /** Payments in both with different amounts, remaining sums or statuses. */
  readonly different: number
  /** Payments in the ledger whose events for the cooperative differ from the ledger's shares. */
  readonly eventsDiffer: number
  /** Payments in the provider's report that are unreadable and were set aside. */
  readonly unreadable: number
  /** Payments of any day that wait for staff: see `payments review`. */
  readonly underReview: number
  /** Payments of any day that were charged more than once and are not settled: see `payments alarms`. */
  readonly doubleCharged: number
}

/** The maximum number of missed days that one reconciliation compares. */
const mostCaughtUp = 14

/**
 * Compares the provider's reports of the last two days, and of today so far, with the ledger, and the ledger with the events for the
 * cooperative. Then compares the oldest days that no earlier run has compared, a day at a time. It is idempotent and may run at any
 * time.
 *
 * @throws Unavailable when the provider does not answer. A partial report is not used, and its days stay open.
 */
export async function reconcile(deps: ReconcileDeps): Promise<Reconciliation> {
  const today = calendarDateIn('UTC', deps.clock.now())
  await beginComparedDays(deps.db, addDays(today, -2), deps.clock.now())
  try {
    const { sides: _sides, concerned: _concerned, ...found } = await compareDays(deps, addDays(today, -2), today)
    const caughtUp = await catchUp(deps, addDays(today, -3))
    const sum = (name: keyof typeof found): number => caughtUp.reduce((total, one) => total + one[name], found[name])
    return {
      takenIn: sum('takenIn'),
      missing: sum('missing'),
      extra: sum('extra'),
      different: sum('different'),
      eventsDiffer: sum('eventsDiffer'),
      unreadable: sum('unreadable'),
      underReview: await countPaymentsUnderReview(deps.db),
      doubleCharged: await countAlarmedPayments(deps.db, 'double-charge'),
    }
  } finally {
    await alarmBehind(deps, today)
  }
}

/** Compares open days, oldest first. A day whose report is unusable stays open and does not delay the others. */
async function catchUp(deps: ReconcileDeps, last: CalendarDate): Promise<readonly ComparedDays[]> {
  const compared: ComparedDays[] = []
  let failure: Unavailable | undefined
  for (const day of await listOpenDays(deps.db, last, mostCaughtUp)) {
    try {
      compared.push(await compareDays(deps, day, day))
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      deps.log.warn({ day, reason: error.message }, 'A day of the provider could not be compared')
      failure = error
    }
  }
  if (failure !== undefined && compared.length === 0) throw failure
  return compared
}

/** Raises an alarm while a day that ended more than a day ago was not compared, and settles it afterwards. */
async function alarmBehind(deps: ReconcileDeps, today: CalendarDate): Promise<void> {
  const now = deps.clock.now()
  const open = await listOpenDays(deps.db, addDays(today, -2), mostCounted)
  const [oldest] = open
  if (oldest === undefined) return settleAlarmsAbout(deps.db, behind, now)
  await raiseAlarm(deps.db, deps.log, {
    kind: behind,
    transNo: null,
    detail: { oldestDay: oldest, openDays: open.length },
    dedupeKey: behind,
    figures: oldest,
    now,
  })
}

const behind = 'reconciliation-behind'

const mostCounted = 1_000
