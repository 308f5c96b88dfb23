import type { LedgerSum } from '../ledger/ledger.ts'
import { addCents, type Cents, cents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import type { PaymentState, Posting } from '@coopline/rules/paying/payment-state/payment-state'
import type { ProviderEvent } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { isOtherCharge, movesMoneyBack, namesOtherCharge } from './compare-event.ts'

/** The sum that the provider holds of a payment by all of its reports. The order and the repetition of the reports do not matter. */
export interface NetSum {
  /**
   * Charged, minus refunded and returned, plus reinstated, and no less than the provider states (decision 0250). Fee included, and
   * below zero when more went back than was charged.
   */
  readonly held: Cents
  /** The sum by the types of the events alone, each counted as the whole payment; below `held` when only a part went back. */
  readonly byEvents: Cents
  /** The number of times that the payer was charged. */
  readonly charges: number
  /** True when the bank or card company took back more than it gave back again. */
  readonly isReturned: boolean
  /** The declines that count as returns; see `isReversedBy`. */
  readonly lateDeclines: readonly ProviderEvent[]
}

const timeOf = ({ occurredAt }: ProviderEvent): number => Date.parse(occurredAt)

/**
 * Returns a key for a movement of money, which the provider may report under several ids. It includes the confirmation number, because
 * two charges may be refunded in the same second.
 */
const movementKey = (event: ProviderEvent) => `${event.type} ${timeOf(event)} ${event.confirmationNumber}`

const distinct = (events: readonly ProviderEvent[]): readonly ProviderEvent[] =>
  events.filter((one, at) => events.findIndex((other) => movementKey(other) === movementKey(one)) === at)

/** Sorts by the provider's clock and not by arrival, so that every order of arrival gives the same sum. */
const inTime = (events: readonly ProviderEvent[]): readonly ProviderEvent[] =>
  events.toSorted((a, b) => timeOf(a) - timeOf(b) || (a.eventId < b.eventId ? -1 : 1))

interface Charge {
  readonly event: ProviderEvent
  /** The time of its last success, in milliseconds. A charge succeeds again when the money comes back after a return. */
  readonly succeededAt: number
}

/**
 * Adds up the provider's events about one payment, whose figures must be those of the payment.
 *
 * A success that repeats a charge after it was refunded or returned reports that the money came back. A refund, return or
 * reinstatement of another confirmation number and another card proves a charge that no success has reported. A reinstatement
 * proves the return before it.
 */
export function netSumOf(events: readonly ProviderEvent[]): NetSum {
  const all = inTime(events)
  const back = distinct(all.filter(movesMoneyBack))
  const reinstated = distinct(all.filter(({ type }) => type === 'payment.reinstated'))
  const { charges, again, unseen } = pair(
    all.filter(({ type }) => type === 'payment.succeeded'),
    back,
    reinstated,
  )
  const allCharges = [...back, ...reinstated].reduce<readonly ProviderEvent[]>(
    (known, one) => (known.every((charge) => namesOtherCharge(charge, one)) ? [...known, one] : known),
    charges.map(({ event }) => event),
  )
  const forth = [...reinstated, ...again]
  const one = allCharges[0]?.totalAmount ?? zeroCents
  const sumOf = (some: readonly ProviderEvent[]) => addCents(...some.map(({ totalAmount }) => totalAmount))
  const possible = distinct(all.filter((event) => charges.some((charge) => isReversedBy(charge, event, forth))))
  const before = cents(sumOf(allCharges) + sumOf(forth) - sumOf(back) - unseen * one)
  const lateDeclines = possible.slice(0, one === 0 ? 0 : Math.max(0, Math.ceil(before / one)))
  const byEvents = cents(before - lateDeclines.length * one)
  return {
    held: atLeast(byEvents, statedSum(all), one),
    byEvents,
    charges: allCharges.length,
    isReturned:
      back.filter(({ type }) => type === 'payment.returned').length + lateDeclines.length + unseen > forth.length,
    lateDeclines,
  }
}

/** Returns the sum that the provider stated in its newest events; undefined when one of them states none. */
function statedSum(all: readonly ProviderEvent[]): Cents | undefined {
  const newest = all.filter((event) => timeOf(event) === timeOf(all.at(-1) ?? event))
  const stated = newest.flatMap(({ netAmount }) => netAmount ?? [])
  return stated.length < newest.length || stated.length === 0 ? undefined : cents(Math.min(...stated))
}

/**
 * Returns the sum by the events, but no less than the provider states. A refund has the figures of its payment even when only a part went
 * back, and a reinstatement may not be reported yet. The sum is a multiple of the payment, because the ledger books no parts.
 */
function atLeast(held: Cents, stated: Cents | undefined, one: Cents): Cents {
  if (stated === undefined || stated <= held || one === 0) return held
  return cents(Math.ceil(stated / one) * one)
}

/** Orders events of the same moment as they happened: charges, then what took the money back, then reinstatements. */
const rankOf = ({ type }: ProviderEvent): number =>
  type === 'payment.succeeded' ? 0 : type === 'payment.reinstated' ? 2 : 1

/**
 * Pairs each reinstatement with the reversal before it, so that a success and a reinstatement that report the same movement count once.
 *
 * @returns the charges among the successes, the successes that report a reinstatement, and the number of reinstatements whose reversal
 * was not reported.
 */
function pair(
  successes: readonly ProviderEvent[],
  back: readonly ProviderEvent[],
  reinstated: readonly ProviderEvent[],
): { readonly charges: readonly Charge[]; readonly again: readonly ProviderEvent[]; readonly unseen: number } {
  const charges: Charge[] = []
  const again: ProviderEvent[] = []
  const open: ProviderEvent[] = []
  let unseen = 0
  const inOrder = [...successes, ...back, ...reinstated].toSorted(
    (a, b) => timeOf(a) - timeOf(b) || rankOf(a) - rankOf(b) || (a.eventId < b.eventId ? -1 : 1),
  )
  for (const event of inOrder) {
    if (movesMoneyBack(event)) open.push(event)
    else if (event.type === 'payment.reinstated') {
      if (open.length === 0) unseen += 1
      else
        open.splice(
          Math.max(
            0,
            open.findIndex((one) => !namesOtherCharge(event, one)),
          ),
          1,
        )
    } else {
      const at = charges.findIndex((charge) => !isOtherCharge(charge.event, event))
      const charge = charges[at]
      if (charge === undefined) {
        charges.push({ event, succeededAt: timeOf(event) })
        continue
      }
      const ended = open.findIndex((one) => timeOf(one) > charge.succeededAt && !namesOtherCharge(charge.event, one))
      if (ended >= 0) {
        open.splice(ended, 1)
        again.push(event)
      }
      charges[at] = { event: charge.event, succeededAt: timeOf(event) }
    }
  }
  return { charges, again, unseen }
}

/**
 * True for a decline after the success of the same charge, which is how some providers report a return. It takes back no more than the
 * provider holds. A decline of another card or account is another attempt of a payer who has paid, and so is a decline after which the
 * provider states that it holds the money.
 */
const isReversedBy = (charge: Charge, event: ProviderEvent, forth: readonly ProviderEvent[]): boolean =>
  event.type === 'payment.declined' &&
  !isOtherCharge(charge.event, event) &&
  (event.netAmount === undefined || event.netAmount < charge.event.totalAmount) &&
  timeOf(event) > Math.max(charge.succeededAt, ...forth.map(timeOf))

/** True for a decline that counts as a return, also when the provider reported it under another id. */
export const isLateDecline = (sum: NetSum, event: ProviderEvent): boolean =>
  sum.lateDeclines.some((one) => movementKey(one) === movementKey(event))

export const notBooked: LedgerSum = { received: null, net: zeroCents }

/** The bookings and the state that make the ledger equal to what the provider holds. */
export interface Settlement {
  readonly postings: readonly Posting[]
  readonly state: Extract<PaymentState, 'confirmed' | 'refunded' | 'returned'>
  /** The sum of the ledger after these bookings, in whole cents. */
  readonly net: Cents
  /** The provider holds a part of the payment. Parts are never booked. */
  readonly isPart: boolean
}

/**
 * Returns the sum that the ledger should have when the provider holds `held` of a payment of `received`, all in whole cents. It is the
 * payment once, because no second charge was requested, or zero, or less than zero. Returns null when the provider holds a part.
 */
export function bookableSum(held: Cents, received: Cents): Cents | null {
  if (held >= received) return received
  return held % received === 0 && held <= 0 ? cents(held) : null
}

/**
 * Compares the provider's sum with the ledger, and lists the bookings that make up the difference.
 *
 * @param event the current report of the provider. Its figures count for a payment that is not booked yet.
 */
export function settle(ledger: LedgerSum, sum: NetSum, event: ProviderEvent): Settlement {
  const received = ledger.received ?? event.totalAmount
  const before = ledger.received === null ? received : ledger.net
  const wanted = bookableSum(sum.held, received)
  const net = wanted ?? before
  const difference = subtractCents(net, before)
  const moved: Posting = difference > 0 ? 'reinstatement' : event.type === 'payment.refunded' ? 'refund' : 'return'
  return {
    postings: [
      ...(ledger.received === null ? (['payment'] as const) : []),
      ...Array.from({ length: Math.abs(difference) / received }, () => moved),
    ],
    state: net > 0 ? 'confirmed' : sum.isReturned ? 'returned' : 'refunded',
    net,
    isPart: wanted === null,
  }
}
