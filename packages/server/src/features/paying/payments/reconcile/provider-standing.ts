import type { Cents } from '@coopline/rules/kernel/money'
import type { Executor } from '../../../../platform/db/open-database.ts'
import type { ProviderEvent } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { type NetSum, netSumOf, listPostedEvents } from '../provider-events/provider-events.ts'
import type { Reported, ReportedStanding } from './reconcile.store.ts'

/** A reported payment, and the sum that the provider holds of it. */
export interface Standing extends ReportedStanding {
  /** The sum that the provider states, in whole cents; without one, the sum of its events. */
  readonly held: Cents
  readonly parts: NetSum['parts']
  readonly charges: number
}

/**
 * Adds up the events of reported payments with the figures that were recorded for them. A report gives each event the figures of the
 * payment's latest state, so that two charges would look like one. A charge that was voided before its success was recorded is left
 * out: it moved no money.
 */
export async function standingsOf(db: Executor, page: Reported): Promise<ReadonlyMap<string, Standing>> {
  const recorded = await listPostedEvents(
    db,
    [...page.values()].flatMap(({ events }) => events).map(({ eventId }) => eventId),
  )
  const asRecorded = (event: ProviderEvent) => recorded.get(event.eventId) ?? event
  const counts = ({ voidedSuccess: success }: ProviderEvent) => success === undefined || recorded.has(success)
  return new Map(
    [...page].map(([transNo, { events, standing }]) => [
      transNo,
      toStanding({ events: events.filter(counts), standing }, asRecorded),
    ]),
  )
}

/**
 * Adds up the events of one payment.
 *
 * @param asRecorded returns the recorded form of an event. The default uses the figures of the report.
 */
export function toStanding(
  reported: ReportedStanding,
  asRecorded = (event: ProviderEvent): ProviderEvent => event,
): Standing {
  const sum = netSumOf(reported.events.map(asRecorded))
  return { ...reported, held: reported.standing.netAmount ?? sum.held, parts: sum.parts, charges: sum.charges }
}

/**
 * True when the provider's status agrees with the ledger. The status of a payment that was charged twice says nothing about its other
 * charge, and the status of a declined payment may be that of a later attempt. For these, the sums are compared instead.
 */
export function agrees({ charges, standing: { status } }: Standing, net: Cents): boolean {
  if (charges > 1) return true
  if (status === 'succeeded') return net > 0
  return (status !== 'refunded' && status !== 'returned') || net <= 0
}
