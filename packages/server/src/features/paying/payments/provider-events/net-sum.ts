import type { LedgerSum, Movement } from '../ledger/ledger.ts'
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
  /** The sum by the events alone, each counted as what it moved; below `held` when an event that states no part stands for a part. */
  readonly byEvents: Cents
  /** The events that moved money after the charge say how much each of them moved: all of them, so that parts are booked, some or none. */
  readonly parts: 'all' | 'some' | 'none'
  /** The number of times that the payer was charged. */
  readonly charges: number
  /** True when the bank or card company took back more than it gave back again. */
  readonly isReturned: boolean
  /** The declines that count as returns; see `isReversedBy`. */
  readonly lateDeclines: readonly ProviderEvent[]
}

const timeOf = ({ occurredAt }: ProviderEvent): number => Date.parse(occurredAt)

/** Returns the amount that an event moved, in whole cents, fee included. Without a statement it is the whole payment. */
const movedBy = ({ movedAmount, totalAmount }: ProviderEvent): Cents => movedAmount ?? totalAmount

/**
 * Returns a key for a movement of money, which the provider may report under several ids. It includes the confirmation number, because
 * two charges may be refunded in the same second, and so may two parts of one charge.
 */
const movementKey = (event: ProviderEvent) =>
  `${event.type} ${timeOf(event)} ${event.confirmationNumber} ${event.movedAmount}`

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
  const parts = partsOf([...back, ...reinstated])
  const { charges, again, unseen } = pair(
    all.filter(({ type }) => type === 'payment.succeeded'),
    back,
    reinstated,
  )
  const allCharges = [...back, ...reinstated].reduce<readonly ProviderEvent[]>(
    (known, one) => (known.every((charge) => namesOtherCharge(charge, one)) ? [...known, one] : known),
    charges.map(({ event }) => event),
  )
  const forth = [...reinstated, ...again.map(({ event }) => event)]
  const one = allCharges[0]?.totalAmount ?? zeroCents
  const sumOf = (some: readonly ProviderEvent[]) => addCents(...some.map(movedBy))
  const cameBack = addCents(sumOf(reinstated), ...again.map(({ amount }) => amount))
  const unseenSum = addCents(...unseen.map(({ amount }) => amount ?? one))
  const charged = addCents(...allCharges.map(({ totalAmount }) => totalAmount))
  const before = cents(charged + cameBack - sumOf(back) - unseenSum)
  const possible = distinct(
    all.filter((event) => charges.some((charge) => isReversedBy(charge, event, { forth, inParts: parts !== 'none' }))),
  )
  const lateDeclines = possible.slice(0, one === 0 ? 0 : Math.max(0, Math.ceil(before / one)))
  const declined = lateDeclines.length * one
  // A decline states no part: of a payment of which a part went back, it takes what is left.
  const byEvents = cents(before - (parts === 'none' ? declined : Math.min(declined, Math.max(before, 0))))
  const returns = back.filter(({ type }) => type === 'payment.returned')
  return {
    held: atLeast(byEvents, statedSum(all), parts === 'none' ? one : null),
    byEvents,
    parts,
    charges: allCharges.length,
    isReturned:
      parts === 'none'
        ? returns.length + lateDeclines.length + unseen.length > forth.length
        : sumOf(returns) + (before - byEvents) + unseenSum > cameBack,
    lateDeclines,
  }
}

const partsOf = (movements: readonly ProviderEvent[]): NetSum['parts'] => {
  const stated = movements.filter(({ movedAmount }) => movedAmount !== undefined).length
  return stated === 0 ? 'none' : stated === movements.length ? 'all' : 'some'
}

/** Returns the sum that the provider stated in its newest events; undefined when one of them states none. */
function statedSum(all: readonly ProviderEvent[]): Cents | undefined {
  const newest = all.filter((event) => timeOf(event) === timeOf(all.at(-1) ?? event))
  const stated = newest.flatMap(({ netAmount }) => netAmount ?? [])
  return stated.length < newest.length || stated.length === 0 ? undefined : cents(Math.min(...stated))
}

/**
 * Returns the sum by the events, but no less than the provider states. A refund may have the figures of its payment when only a part went
 * back, and a reinstatement may not be reported yet.
 *
 * @param one the payment, when no event says what it moved. The sum is then a multiple of it, because only whole payments can be booked.
 */
function atLeast(held: Cents, stated: Cents | undefined, one: Cents | null): Cents {
  if (stated === undefined || stated <= held || one === 0) return held
  return one === null ? stated : cents(Math.ceil(stated / one) * one)
}

/** Orders events of the same moment as they happened: charges, then what took the money back, then reinstatements. */
const rankOf = ({ type }: ProviderEvent): number =>
  type === 'payment.succeeded' ? 0 : type === 'payment.reinstated' ? 2 : 1

/** A movement of money, or what is left of it. `null` stands for the whole payment. */
interface Open {
  readonly event: ProviderEvent
  readonly amount: Cents | null
}

const openOf = (event: ProviderEvent): Open => ({ event, amount: event.movedAmount ?? null })

/**
 * Pairs each reinstatement with the reversal before it, so that a success and a reinstatement that report the same movement count once.
 *
 * @returns the charges among the successes, the successes that report a reinstatement with the amount that came back, and the
 * reinstatements, or what remains of them, whose reversal was not reported.
 */
function pair(
  successes: readonly ProviderEvent[],
  back: readonly ProviderEvent[],
  reinstated: readonly ProviderEvent[],
): {
  readonly charges: readonly Charge[]
  readonly again: readonly { readonly event: ProviderEvent; readonly amount: Cents }[]
  readonly unseen: readonly Open[]
} {
  const charges: Charge[] = []
  const again: { readonly event: ProviderEvent; readonly amount: Cents }[] = []
  const open: Open[] = []
  const unseen: Open[] = []
  const inOrder = [...successes, ...back, ...reinstated].toSorted(
    (a, b) => timeOf(a) - timeOf(b) || rankOf(a) - rankOf(b) || (a.eventId < b.eventId ? -1 : 1),
  )
  for (const event of inOrder) {
    if (movesMoneyBack(event)) open.push(openOf(event))
    else if (event.type === 'payment.reinstated') {
      const rest = closeReversals(open, openOf(event))
      if (rest !== null) unseen.push(rest)
    } else {
      const at = charges.findIndex((charge) => !isOtherCharge(charge.event, event))
      const charge = charges[at]
      if (charge === undefined) {
        charges.push({ event, succeededAt: timeOf(event) })
        continue
      }
      const ended = open.findIndex(
        (one) => timeOf(one.event) > charge.succeededAt && !namesOtherCharge(charge.event, one.event),
      )
      if (ended >= 0) {
        const [reversal] = open.splice(ended, 1)
        again.push({ event, amount: reversal?.amount ?? event.totalAmount })
      }
      charges[at] = { event: charge.event, succeededAt: timeOf(event) }
    }
  }
  return { charges, again, unseen }
}

/**
 * Takes from the open reversals what a reinstatement gave back: first from one of the same amount, then from the oldest of its charge.
 *
 * @returns what remains of the reinstatement; null when nothing does.
 */
function closeReversals(open: Open[], reinstatement: Open): Open | null {
  let rest = reinstatement
  while (open.length > 0) {
    const isOfCharge = (one: Open) => !namesOtherCharge(rest.event, one.event)
    const equal = rest.amount === null ? -1 : open.findIndex((one) => isOfCharge(one) && one.amount === rest.amount)
    const at = Math.max(0, equal >= 0 ? equal : open.findIndex(isOfCharge))
    const [reversal] = open.splice(at, 1)
    if (reversal === undefined || rest.amount === null || reversal.amount === null || reversal.amount === rest.amount)
      return null
    if (reversal.amount > rest.amount) {
      open.splice(at, 0, { ...reversal, amount: subtractCents(reversal.amount, rest.amount) })
      return null
    }
    rest = { ...rest, amount: subtractCents(rest.amount, reversal.amount) }
  }
  return rest
}

/**
 * True for a decline after the success of the same charge, which is how some providers report a return. It takes back no more than the
 * provider holds. A decline of another card or account is another attempt of a payer who has paid, and so is a decline after which the
 * provider states that it holds the money, or what other events left of it.
 */
const isReversedBy = (
  charge: Charge,
  event: ProviderEvent,
  { forth, inParts }: { readonly forth: readonly ProviderEvent[]; readonly inParts: boolean },
): boolean =>
  event.type === 'payment.declined' &&
  !isOtherCharge(charge.event, event) &&
  (event.netAmount === undefined || event.netAmount < (inParts ? 1 : charge.event.totalAmount)) &&
  timeOf(event) > Math.max(charge.succeededAt, ...forth.map(timeOf))

/** True for a decline that counts as a return, also when the provider reported it under another id. */
export const isLateDecline = (sum: NetSum, event: ProviderEvent): boolean =>
  sum.lateDeclines.some((one) => movementKey(one) === movementKey(event))

export const notBooked: LedgerSum = { received: null, net: zeroCents }

/** The bookings and the state that make the ledger equal to what the provider holds. */
export interface Settlement {
  readonly postings: readonly Movement[]
  readonly state: Extract<PaymentState, 'confirmed' | 'refunded' | 'returned'>
  /** The sum of the ledger after these bookings, in whole cents. */
  readonly net: Cents
  /** The provider holds a part of the payment that its events do not explain. It is not booked. */
  readonly isPart: boolean
}

/**
 * Returns the sum that the ledger should have when the provider holds `held` of a payment of `received`, all in whole cents. It is at most
 * the payment once, because no second charge was requested, and may be less than zero. Returns null when the provider holds a part and not
 * all of its events say how much they moved (decision 0292).
 */
export function bookableSum(held: Cents, received: Cents, parts: NetSum['parts'] = 'none'): Cents | null {
  if (held >= received) return received
  return parts === 'all' || (held % received === 0 && held <= 0) ? held : null
}

/**
 * Compares the provider's sum with the ledger, and lists the bookings that make up the difference.
 *
 * @param event the current report of the provider. Its figures count for a payment that is not booked yet.
 */
export function settle(ledger: LedgerSum, sum: NetSum, event: ProviderEvent): Settlement {
  const received = ledger.received ?? event.totalAmount
  const before = ledger.received === null ? received : ledger.net
  const wanted = bookableSum(sum.held, received, sum.parts)
  const net = wanted ?? before
  const kind: Posting = net > before ? 'reinstatement' : event.type === 'payment.refunded' ? 'refund' : 'return'
  return {
    postings: [
      ...(ledger.received === null ? [{ kind: 'payment', amount: received } as const] : []),
      ...stepsBetween(before, net, received).map((amount) => ({ kind, amount })),
    ],
    state: net > 0 ? 'confirmed' : sum.isReturned ? 'returned' : 'refunded',
    net,
    isPart: wanted === null,
  }
}

/**
 * Divides the way from one sum of the ledger to another at the multiples of the payment, so that a booking moves the payment once at most
 * and its lines are shares of the payment's lines.
 */
function stepsBetween(from: Cents, to: Cents, received: Cents): readonly Cents[] {
  const steps: Cents[] = []
  let at: number = from
  while (at !== to) {
    const next =
      to < at
        ? Math.max(to, (Math.ceil(at / received) - 1) * received)
        : Math.min(to, (Math.floor(at / received) + 1) * received)
    steps.push(cents(Math.abs(next - at)))
    at = next
  }
  return steps
}
