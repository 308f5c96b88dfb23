import { addDays, calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import type { Deps } from '../../platform/deps.ts'
import { job } from '../../platform/jobs/jobs.ts'
import type { ProviderEvent } from '../../platform/payment-gateway/payment-gateway.ts'
import { type BookedPayment, listBooked, listBookedBetween } from './ledger.store.ts'
import { figuresOf } from './compare-event.ts'
import { countAlarmedPayments } from './alarms.store.ts'
import { countPaymentsUnderReview, selectUnderReview } from './reviewed-payments.store.ts'
import { listPostedEvents, selectDoubleCharges } from './postings.store.ts'
import { raiseAlarm } from './raise-alarm.ts'
import { type EventDeps, applyProviderEvent } from './apply-provider-event.ts'
import { putAsideUnreadable } from './put-aside-unreadable.ts'

export const reconcileJob = job<Record<never, never>>('payments.reconcile')

/** What reconciliation needs: the command line has no more. */
export type ReconcileDeps = EventDeps & Pick<Deps, 'gateway'>

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
  /** In the provider's report, and put aside because what it says cannot be read. */
  readonly unreadable: number
  /** Waiting for staff, of any day: see `payments review`. */
  readonly underReview: number
  /** Charged more than once and not settled, of any day: see `payments alarms`. */
  readonly doubleCharged: number
}

/** Payments of one statement: days of a large cooperative would take longer than a statement may. */
const pageSize = 1_000

/** A payment settled in the last minutes may be on one side only; the next run sees it. */
const settlingMs = 15 * 60_000

/**
 * Compares what the provider says of the last two days, and of today so far, with the ledger. What is missing here is
 * applied the same way as a postback; every other difference raises an alarm, once. May be run at any time, any number of
 * times.
 *
 * @throws Unavailable when the provider does not answer; nothing is concluded from half a report.
 */
export async function reconcile(deps: ReconcileDeps): Promise<Reconciliation> {
  const now = deps.clock.now()
  const today = calendarDateIn('UTC', now)
  const days = [addDays(today, -2), addDays(today, -1), today]
  const reports = await Promise.all(days.map((day) => deps.gateway.report(day)))
  const reported = groupByPayment(reports.flatMap((report) => report.events))
  const unreadable = reports.flatMap((report) => report.unreadable)
  for (const payment of unreadable) await putAsideUnreadable(deps, payment, 'report')
  const span = { from: new Date(`${days[0]}T00:00:00Z`), to: new Date(now.getTime() - settlingMs) }
  const compared = await compareReported(deps, reported)
  const counts = {
    ...compared,
    different: compared.different + (await countAlarmedPayments(deps.db, 'charge-remains')),
    extra: await alarmExtra(deps, reported, span),
    unreadable: unreadable.length,
    underReview: await countPaymentsUnderReview(deps.db),
    doubleCharged: await countAlarmedPayments(deps.db, 'double-charge'),
  }
  deps.log.info({ days, payments: reported.size, ...counts }, 'Reconciled with the provider')
  return counts
}

/** Takes in what the ledger lacks of the reports, and alarms about what still differs, a page of payments at a time. */
async function compareReported(
  deps: ReconcileDeps,
  reported: Reported,
): Promise<Pick<Reconciliation, 'takenIn' | 'missing' | 'different'>> {
  const counts = { takenIn: 0, missing: 0, different: 0 }
  const all = [...reported]
  for (let from = 0; from < all.length; from += pageSize) {
    const page: Reported = new Map(all.slice(from, from + pageSize))
    for (const event of await selectUnposted(deps, [...page.values()].flat())) {
      const outcome = await applyProviderEvent(deps, event, 'report')
      if (outcome === 'applied' && event.type === 'payment.succeeded') counts.takenIn += 1
    }
    const booked = byTransNo(await listBooked(deps.db, [...page.keys()]))
    counts.missing += await alarmMissing(deps, page, booked)
    counts.different += await alarmDifferent(deps, await withoutDoubleCharges(deps, page), booked)
  }
  return counts
}

/** The events that are new, or whose figures changed: most of a report repeats the postbacks. */
async function selectUnposted(deps: ReconcileDeps, all: readonly ProviderEvent[]): Promise<readonly ProviderEvent[]> {
  const ids = all.map((event) => event.eventId)
  const posted = await listPostedEvents(deps.db, ids)
  return all.filter((event) => {
    const before = posted.get(event.eventId)
    return before === undefined || figuresOf(before) !== figuresOf(event)
  })
}

type Reported = ReadonlyMap<string, readonly ProviderEvent[]>
type Booked = ReadonlyMap<string, BookedPayment>

function groupByPayment(events: readonly ProviderEvent[]): Reported {
  return Map.groupBy(events, (one) => one.transNo)
}

/** The ledger holds one charge of each payment: a second one, and what gives it back, is no difference. */
async function withoutDoubleCharges(deps: ReconcileDeps, reported: Reported): Promise<Reported> {
  const ids = [...reported.values()].flat().map((event) => event.eventId)
  const doubled = await selectDoubleCharges(deps.db, ids)
  return new Map([...reported].map(([transNo, all]) => [transNo, all.filter(({ eventId }) => !doubled.has(eventId))]))
}

const byTransNo = (payments: readonly BookedPayment[]): Booked =>
  new Map(payments.map((payment) => [payment.transNo, payment]))

const succeeded = (events: readonly ProviderEvent[]): ProviderEvent | undefined =>
  events.find((one) => one.type === 'payment.succeeded')

/** How the provider says that the money went back, as the ledger would book it. */
function reversalsIn(events: readonly ProviderEvent[]): readonly string[] {
  const paidAt = succeeded(events)?.occurredAt ?? ''
  const isReturn = ({ type, occurredAt }: ProviderEvent) =>
    type === 'payment.returned' || (type === 'payment.declined' && Date.parse(occurredAt) > Date.parse(paidAt))
  return [
    ...(events.some(({ type }) => type === 'payment.refunded') ? ['refund'] : []),
    ...(events.some(isReturn) ? ['return'] : []),
  ]
}

async function alarmMissing(deps: ReconcileDeps, reported: Reported, booked: Booked): Promise<number> {
  const unbooked = [...reported].filter(([transNo]) => !booked.has(transNo))
  const underReview = await selectUnderReview(
    deps.db,
    unbooked.map(([transNo]) => transNo),
  )
  let missing = 0
  for (const [transNo, events] of unbooked) {
    const said = succeeded(events)
    // Staff decide about a payment under review; a rejected one is missing until the provider has given it back.
    if (said === undefined || underReview.has(transNo) || reversalsIn(events).length > 0) continue
    missing += 1
    await alarm(deps, 'reconciliation-missing', transNo, { said: said.totalAmount })
  }
  return missing
}

async function alarmDifferent(deps: ReconcileDeps, reported: Reported, booked: Booked): Promise<number> {
  let different = 0
  for (const [transNo, payment] of booked) {
    const events = reported.get(transNo)
    const said = events && succeeded(events)
    if (events === undefined || said === undefined) continue
    const reversals = reversalsIn(events)
    if (said.totalAmount === payment.total && String(reversals) === String(payment.reversals)) continue
    different += 1
    const detail = { said: said.totalAmount, booked: payment.total, reversals, bookedReversals: payment.reversals }
    await alarm(deps, 'reconciliation-different', transNo, detail)
  }
  return different
}

/** A payment that the reports lack may be listed under another day, so the provider is asked about it before the alarm. */
async function alarmExtra(
  deps: ReconcileDeps,
  reported: Reported,
  span: { readonly from: Date; readonly to: Date },
): Promise<number> {
  let extra = 0
  for await (const { transNo, total } of bookedBetween(deps, span)) {
    const events = reported.get(transNo)
    if (events !== undefined && succeeded(events) !== undefined) continue
    const status = await deps.gateway.status(transNo)
    if (status.kind === 'unreadable') await putAsideUnreadable(deps, status.payment, 'status')
    // The provider knows a payment whose answer cannot be read: the alarm about that is enough.
    if (status.kind === 'unreadable' || (status.kind === 'events' && succeeded(status.events) !== undefined)) continue
    extra += 1
    await alarm(deps, 'reconciliation-extra', transNo, { booked: total })
  }
  return extra
}

/** The ledger's payments of a span, read a page at a time. */
async function* bookedBetween({ db }: ReconcileDeps, span: { readonly from: Date; readonly to: Date }) {
  let after: BookedPayment | undefined
  do {
    const page: readonly BookedPayment[] = await listBookedBetween(db, span, { after, limit: pageSize })
    yield* page
    after = page.length < pageSize ? undefined : page.at(-1)
  } while (after !== undefined)
}

const alarm = (
  deps: ReconcileDeps,
  kind: 'reconciliation-missing' | 'reconciliation-different' | 'reconciliation-extra',
  transNo: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> =>
  raiseAlarm(deps.db, deps.log, { kind, transNo, detail, dedupeKey: `${kind}:${transNo}`, now: deps.clock.now() })
