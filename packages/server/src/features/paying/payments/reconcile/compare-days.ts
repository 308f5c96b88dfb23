import { addDays, type CalendarDate, calendarDateIn, daysBetween, isAfter } from '@coopline/rules/kernel/calendar-date'
import { addCents, type Cents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import type { Deps } from '../../../../platform/deps.ts'
import { Unavailable } from '../../../../platform/errors.ts'
import {
  type PaymentGateway,
  type ProviderEvent,
  type ProviderPayment,
  providerOf,
} from '../../../../platform/payment-gateway/payment-gateway.ts'
import { type Alarm, putAsideUnreadable, raiseAlarm } from '../alarms/alarms.ts'
import {
  type EventDeps,
  applyProviderEvent,
  selectDoubleCharges,
  bookableSum,
  selectUnposted,
} from '../provider-events/provider-events.ts'
import {
  recordComparedDays,
  listSharesAndEvents,
  type ShareAndEvents,
  deleteReported,
  findReported,
  listReported,
  listUnreadable,
  type Reported,
} from './reconcile.store.ts'
import { bankClearingAccount, type BookedPayment, listBooked, listBookedBetween, settlingMs } from '../ledger/ledger.ts'
import { atProvider, newTransNo } from '../payment.ts'
import { agrees, type Standing, standingsOf, toStanding } from './provider-standing.ts'
import { storeReport } from './store-report.ts'
import { findPaymentWithItems, recordProviderView, selectUnderReview } from '../payments.store.ts'

/** The dependencies of reconciliation. The command line has no others. */
export type ReconcileDeps = EventDeps & Pick<Deps, 'gateways'>

/** Payments of one side, and their sums. */
export interface Side {
  payments: number
  /** Includes the fees, except for `events`: the events for the cooperative have none. */
  received: Cents
  /** The amount that was credited to accounts, without the fees. */
  credited: Cents
  /** The number of payments whose money went back. */
  reversed: number
}

/** The findings of a comparison of days: the number of payments with each fault; see `Reconciliation`. */
export interface ComparedDays {
  takenIn: number
  missing: number
  extra: number
  different: number
  eventsDiffer: number
  unreadable: number
  readonly sides: Readonly<Record<'provider' | 'ledger' | 'events', Side>>
  /** The payments that are different, under review, charged twice or unreadable; a thousand at most. */
  readonly concerned: Set<string>
}

/** Maximum payments per statement: whole days of a large cooperative would exceed the time limit. */
const pageSize = 1_000

const mostConcerned = 1_000

const daysOfEvents = 30

/** Returns true while the events about payments of a day are complete. Retention deletes acknowledged events after 30 days or more. */
export const hasAllEvents = (day: CalendarDate, today: CalendarDate): boolean => daysBetween(day, today) < daysOfEvents

const noPayments = (): Side => ({ payments: 0, received: zeroCents, credited: zeroCents, reversed: 0 })

/**
 * Compares the provider's report with the ledger, and the ledger (including bank debits) with the events sent to the cooperative,
 * for the given provider days (UTC). Applies missing provider events the same way as a postback. Raises one alarm for each other
 * difference.
 *
 * @throws Unavailable when the provider does not answer; a partial report is never used.
 */
export async function compareDays(deps: ReconcileDeps, first: CalendarDate, last: CalendarDate): Promise<ComparedDays> {
  const days: CalendarDate[] = []
  for (let day = first; !isAfter(day, last); day = addDays(day, 1)) days.push(day)
  const found = nothingFound()
  const runs = deps.gateways.all.map((gateway): Run => ({ deps, id: newTransNo(deps.random), gateway, found }))
  try {
    let failure: unknown
    for (const run of runs) {
      try {
        await takeReports(run, days)
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error
        failure = error
      }
    }
    // The reports of the other providers are booked by now; the days stay open.
    if (failure !== undefined) throw failure
    const span = spanOf(first, last, deps.clock.now())
    const ids = runs.map(({ id }) => id)
    await compareBooked({ deps, found }, ids, span)
    await compareBankDebits({ deps, found }, span)
    await closeDays(deps, first, last)
  } finally {
    for (const run of runs) await forgetReported(run)
  }
  const { sides, concerned: _concerned, ...counts } = found
  deps.log.info({ days, ...counts, ...sides }, 'Reconciled with the provider')
  return found
}

/** Stores the reports of one provider and books what they have. Nothing of a report that is cut off is used. */
async function takeReports(run: Run, days: readonly CalendarDate[]): Promise<void> {
  for (const day of days) await storeReport(run.deps, run.gateway, { reconciliation: run.id, day })
  await putAsideReported(run)
  await compareReported(run)
}

/** Records the days that had ended when they were compared. The others are compared again. */
async function closeDays({ db, clock }: ReconcileDeps, first: CalendarDate, last: CalendarDate): Promise<void> {
  const now = clock.now()
  const lastOver = addDays(calendarDateIn('UTC', new Date(now.getTime() - settlingMs)), -1)
  const closed = isAfter(last, lastOver) ? lastOver : last
  if (!isAfter(first, closed)) await recordComparedDays(db, { first, last: closed }, now)
}

/** Maximum rows per deleting statement. */
const deletedTogether = 10_000

/** A reconciliation that left rows behind longer ago than this was killed. */
const abandonedMs = 86_400_000

async function forgetReported({ deps, id }: Run): Promise<void> {
  const readBefore = new Date(deps.clock.now().getTime() - abandonedMs)
  while ((await deleteReported(deps.db, id, { readBefore, limit: deletedTogether })) > 0);
}

async function putAsideReported(run: Run): Promise<void> {
  let after = 0
  for (;;) {
    const page = await listUnreadable(run.deps.db, run.id, { after, limit: pageSize })
    for (const { payment } of page) {
      await putAsideUnreadable(run.deps, payment, 'report')
      concern(run, payment.transNo)
    }
    run.found.unreadable += page.length
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    after = last.position
  }
}

const nothingFound = (): ComparedDays => ({
  takenIn: 0,
  missing: 0,
  extra: 0,
  different: 0,
  eventsDiffer: 0,
  unreadable: 0,
  sides: { provider: noPayments(), ledger: noPayments(), events: noPayments() },
  concerned: new Set(),
})

interface Span {
  readonly from: Date
  readonly to: Date
}

function spanOf(first: CalendarDate, last: CalendarDate, now: Date): Span {
  const end = Date.parse(`${addDays(last, 1)}T00:00:00Z`)
  return { from: new Date(`${first}T00:00:00Z`), to: new Date(Math.min(end, now.getTime() - settlingMs)) }
}

interface Run {
  readonly deps: ReconcileDeps
  /** The id of the rows of the reports of one provider. */
  readonly id: string
  readonly gateway: PaymentGateway
  readonly found: ComparedDays
}
/** A comparison of days, with its findings so far. */
type Comparison = Pick<Run, 'deps' | 'found'>

/** Books what the reports have and the ledger lacks, and raises alarms about remaining differences, a page of payments at a time. */
async function compareReported(run: Run): Promise<void> {
  const { deps, found } = run
  let after: string | undefined = ''
  while (after !== undefined) {
    const page: Reported = await listReported(deps.db, run.id, { after, limit: pageSize })
    const all = [...page.values()].flatMap(({ events }) => events)
    for (const event of await selectUnposted(deps, all)) {
      const outcome = await applyProviderEvent(deps, event, 'report', run.gateway.name)
      const isCharge = event.type === 'payment.succeeded' && event.voidedSuccess === undefined
      if (outcome === 'applied' && isCharge) found.takenIn += 1
    }
    const booked = await listBooked(deps.db, [...page.keys()])
    await concernDoubleCharges(run, page)
    const standings = await standingsOf(deps.db, page)
    for (const reported of standings.values()) countReported(found.sides.provider, reported)
    await alarmMissing(run, standings, new Set(booked.map(({ transNo }) => transNo)))
    for (const payment of booked) await alarmDifferent(run, payment, standings.get(payment.transNo))
    await compareEvents(run, booked)
    after = page.size < pageSize ? undefined : [...page.keys()].at(-1)
  }
}

/** Adds the payments that were charged twice to the concerned ones. They already have an alarm, and the ledger has one of their charges. */
async function concernDoubleCharges(run: Comparison, page: Reported): Promise<void> {
  const ids = [...page.values()].flatMap(({ events }) => events).map((event) => event.eventId)
  const doubled = await selectDoubleCharges(run.deps.db, ids)
  for (const [transNo, { events }] of page)
    if (events.some(({ eventId }) => doubled.has(eventId))) concern(run, transNo)
}

const succeeded = (events: readonly ProviderEvent[]): ProviderEvent | undefined =>
  events.find((one) => one.type === 'payment.succeeded')

async function alarmMissing(
  run: Comparison,
  page: ReadonlyMap<string, Standing>,
  booked: ReadonlySet<string>,
): Promise<void> {
  const unbooked = [...page].filter(([transNo]) => !booked.has(transNo))
  const underReview = await selectUnderReview(
    run.deps.db,
    unbooked.map(([transNo]) => transNo),
  )
  for (const transNo of underReview) concern(run, transNo)
  for (const [transNo, reported] of unbooked) {
    const said = succeeded(reported.events)
    // Staff decide about a payment under review. A rejected payment is missing until the provider has refunded it.
    if (said === undefined || underReview.has(transNo) || reported.held <= 0) continue
    run.found.missing += 1
    await alarm(run, 'reconciliation-missing', transNo, { said: said.totalAmount })
  }
}

/** Compares the charge, its remaining sum and the provider's status with the ledger. */
async function alarmDifferent(
  run: Comparison,
  { transNo, total, net }: BookedPayment,
  reported: Standing | undefined,
): Promise<void> {
  const said = reported && succeeded(reported.events)
  if (reported === undefined || said === undefined) return
  const { held, parts, standing } = reported
  const { status } = standing
  if (said.totalAmount === total && bookableSum(held, total, parts) === net && agrees(reported, net)) return
  run.found.different += 1
  await recordProviderView(run.deps.db, transNo, { status, sum: held })
  await alarm(run, 'reconciliation-different', transNo, {
    said: said.totalAmount,
    booked: total,
    held,
    bookedSum: net,
    status,
  })
}

/** Compares the payments of a span that are in the ledger but not in the reports with these ids, a page at a time. */
async function compareBooked(run: Comparison, reports: readonly string[], span: Span): Promise<void> {
  const { deps } = run
  let after: BookedPayment | undefined
  do {
    const page: readonly BookedPayment[] = await listBookedBetween(deps.db, span, { after, limit: pageSize })
    const transNos = page.map(({ transNo }) => transNo)
    const reported = new Map<string, { readonly events: readonly ProviderEvent[] }>()
    for (const id of reports)
      for (const [transNo, said] of await findReported(deps.db, id, transNos)) reported.set(transNo, said)
    const others = page.filter(({ transNo }) => succeeded(reported.get(transNo)?.events ?? []) === undefined)
    for (const payment of others) await alarmExtra(run, payment)
    await compareEvents(
      run,
      others.filter(({ transNo }) => !reported.has(transNo)),
    )
    after = page.length < pageSize ? undefined : page.at(-1)
  } while (after !== undefined)
}

/** Raises an alarm about a payment that the reports lack. It asks the provider first, because another day may list the payment. */
async function alarmExtra(run: Comparison, { transNo, total }: BookedPayment): Promise<void> {
  const { deps, found } = run
  const status = await fetchOf(run, transNo)
  // Its provider's keys were removed: nobody can be asked, and the days of the other providers must not wait.
  if (status === null) return
  if (status.kind === 'unreadable') {
    // The provider knows the payment, but its answer is unreadable. The alarm about that is enough.
    await putAsideUnreadable(deps, status.payment, 'status')
    concern(run, transNo)
    return
  }
  if (status.kind === 'events' && succeeded(status.events) !== undefined) {
    countReported(found.sides.provider, toStanding(status))
    return
  }
  found.extra += 1
  await alarm(run, 'reconciliation-extra', transNo, { booked: total })
}

/** Fetches a payment from its provider; `null` without the keys of that provider. */
async function fetchOf({ deps }: Comparison, transNo: string): Promise<ProviderPayment | null> {
  const held = await findPaymentWithItems(deps.db, transNo)
  if (held === undefined) return { kind: 'unknown' }
  const gateway = deps.gateways.find(providerOf(held.payment.provider))
  if (gateway !== undefined) return gateway.fetch(atProvider(held))
  deps.log.warn({ transNo }, 'The provider of a payment has no keys any more')
  return null
}

/** Compares bank debits with the events only, because the provider does not know them and its totals exclude them. */
async function compareBankDebits(run: Comparison, span: Span): Promise<void> {
  let after: BookedPayment | undefined
  do {
    const page: readonly BookedPayment[] = await listBookedBetween(
      run.deps.db,
      span,
      { after, limit: pageSize },
      bankClearingAccount,
    )
    const shares = await sharesOf(run, page)
    for (const { transNo } of page) await alarmEvents(run, transNo, shares.get(transNo) ?? [])
    after = page.length < pageSize ? undefined : page.at(-1)
  } while (after !== undefined)
}

/** Compares the events for the cooperative with the bookings, and counts both. */
async function compareEvents(run: Comparison, booked: readonly BookedPayment[]): Promise<void> {
  const { found } = run
  const shares = await sharesOf(run, booked)
  for (const payment of booked) {
    const own = shares.get(payment.transNo) ?? []
    const isReversed = payment.net <= 0
    count(found.sides.ledger, { received: payment.total, credited: payment.credited, isReversed })
    const sent = own.filter((share) => share.sent > 0)
    const paid = sent.filter(({ kind }) => kind === 'payment')
    if (paid.length > 0) {
      const credited = addCents(...paid.map((share) => share.sent))
      count(found.sides.events, { received: zeroCents, credited, isReversed: leftOf(sent) <= 0 })
    }
    await alarmEvents(run, payment.transNo, own)
  }
}

/** Returns the sum of a payment by the events for the cooperative, in whole cents. Refunds and returns are subtracted. */
const leftOf = (sent: readonly ShareAndEvents[]): Cents =>
  addCents(
    ...sent
      .filter(({ kind }) => kind !== 'return-fee')
      .map((share) =>
        share.kind === 'refund' || share.kind === 'return' ? subtractCents(zeroCents, share.sent) : share.sent,
      ),
  )

/** Loads the bookings and events of those payments whose events retention has not deleted yet, by transaction number. */
async function sharesOf({ deps }: Comparison, booked: readonly BookedPayment[]) {
  const since = deps.clock.now().getTime() - daysOfEvents * 86_400_000
  const recent = booked.filter(({ settledAt }) => settledAt.getTime() > since).map(({ transNo }) => transNo)
  return Map.groupBy(await listSharesAndEvents(deps.db, recent), ({ transNo }) => transNo)
}

async function alarmEvents(run: Comparison, transNo: string, own: readonly ShareAndEvents[]): Promise<void> {
  const different = own.filter((share) => share.sent !== share.booked)
  if (different.length === 0) return
  run.found.eventsDiffer += 1
  await alarm(run, 'reconciliation-event', transNo, {
    shares: different.map(({ kind, booked: amount, sent: said }) => ({ kind, booked: amount, sent: said })),
  })
}

function countReported(side: Side, reported: Standing): void {
  const said = succeeded(reported.events)
  if (said === undefined) return
  count(side, { received: said.totalAmount, credited: said.amount, isReversed: reported.held <= 0 })
}

function count(
  side: Side,
  payment: { readonly received: Cents; readonly credited: Cents; readonly isReversed: boolean },
): void {
  side.payments += 1
  side.received = addCents(side.received, payment.received)
  side.credited = addCents(side.credited, payment.credited)
  if (payment.isReversed) side.reversed += 1
}

const concern = ({ found }: Comparison, transNo: string | null): void => {
  if (transNo !== null && found.concerned.size < mostConcerned) found.concerned.add(transNo)
}

async function alarm(run: Comparison, kind: Alarm['kind'], transNo: string, detail: Alarm['detail']): Promise<void> {
  const { deps } = run
  concern(run, transNo)
  await raiseAlarm(deps.db, deps.log, {
    kind,
    transNo,
    detail,
    dedupeKey: `${kind}:${transNo}`,
    figures: JSON.stringify(detail),
    now: deps.clock.now(),
  })
}
