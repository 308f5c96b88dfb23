import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import type { PaymentState } from '@coopline/rules/paying/payment-state/payment-state'
import { type EventFields, fieldsOf, type PostbackFields, tell, unreadable } from './provider-double.ts'
import type { Ending } from './storm.ts'

/** A report of the provider about a payment at one moment. */
interface Step {
  readonly type: PostbackFields['type']
  /** Milliseconds after the payment. */
  readonly after: number
  /**
   * The amount that the provider holds then, in payments: 2 after a second charge, below 0 when more went back than was
   * charged.
   */
  readonly held: number
  readonly over?: Partial<EventFields>
}

interface Plan {
  readonly state: PaymentState
  readonly steps: readonly Step[]
  /** Steps that no postback reports, on nights in which the provider has no report either. */
  readonly lost?: readonly Step[]
  /** The amount that the ledger should have, in payments, when it differs from that of the provider. */
  readonly booked?: number
  /** The provider states `netAmount` always or never; by default, for half of the payments. */
  readonly states?: boolean
  /** The provider states what each refund, return and reinstatement moved, and its sum, always. */
  readonly moves?: true
  /** False when no postback arrives. */
  readonly isHeard?: false
}

const step = (name: string, after: number, held: number, over: Partial<EventFields> = {}): Step => ({
  type: `payment.${name}` as Step['type'],
  after,
  held,
  over,
})
const paid = step('succeeded', 0, 1)
const returned = step('returned', 1_000, 0)
const refunded = step('refunded', 1_000, 0)
const won = step('reinstated', 2_000, 1)
const second = { confirmationNumber: 'SB00000002' }
const half = 0.5

const confirmed = (...steps: readonly Step[]): Plan => ({ state: 'confirmed', steps })

/** Every way in which a payment of the storm ends. */
const plans = {
  paid: confirmed(paid),
  'paid, no postback': { ...confirmed(paid), isHeard: false },
  'declined, paid': confirmed(step('declined', -1_000, 0), paid),
  declined: { state: 'declined', steps: [step('declined', 0, 0)] },
  canceled: { state: 'canceled', steps: [step('canceled', 0, 0)] },
  refunded: { state: 'refunded', steps: [paid, refunded] },
  returned: { state: 'returned', steps: [paid, returned] },
  // A provider that has no word for returns reports a decline whose time is after the success.
  'returned as a decline': { state: 'returned', steps: [paid, step('declined', 1_000, 0)] },
  'dispute won': confirmed(paid, returned, won),
  'dispute won, reported as a success': confirmed(paid, returned, step('succeeded', 2_000, 1)),
  'dispute won, reported both ways': confirmed(paid, returned, won, step('succeeded', 2_500, 1)),
  'dispute lost in the end': { state: 'returned', steps: [paid, returned, won, step('returned', 3_000, 0)] },
  'dispute won, reported both ways, lost in the end': {
    state: 'returned',
    steps: [paid, returned, won, step('succeeded', 2_500, 1), step('returned', 3_000, 0)],
  },
  'dispute won twice': confirmed(paid, returned, won, step('returned', 3_000, 0), step('reinstated', 4_000, 1)),
  'refunded twice': { state: 'refunded', steps: [paid, refunded, step('refunded', 2_000, -1)] },
  'returned twice': { state: 'returned', steps: [paid, returned, step('returned', 3_000, -1)] },
  'refunded and returned': { state: 'returned', steps: [paid, refunded, step('returned', 3_000, -1)] },
  'refund reported under two ids': { state: 'refunded', steps: [paid, refunded, step('refunded', 1_000, 0)] },
  'return reported under two ids': { state: 'returned', steps: [paid, returned, step('returned', 1_000, 0)] },
  // Without the sum, a decline after the success would count as a return. Here a second attempt was declined.
  'second try declined': { ...confirmed(paid, step('declined', 1_000, 1)), states: true },
  'refunded in part': { ...confirmed(paid, step('refunded', 1_000, half)), booked: 1, states: true },
  'refunded in two parts': {
    state: 'refunded',
    steps: [paid, step('refunded', 1_000, half), step('refunded', 2_000, 0)],
    states: true,
  },
  'refunded in part, stated': { ...confirmed(paid, step('refunded', 1_000, half)), moves: true },
  'refunded in two parts, stated': {
    state: 'refunded',
    steps: [paid, step('refunded', 1_000, half), step('refunded', 1_000, 0)],
    moves: true,
  },
  'refunded in part, the rest disputed': {
    state: 'returned',
    steps: [paid, step('refunded', 1_000, half), step('returned', 2_000, 0)],
    moves: true,
  },
  'refund of a part failed': {
    ...confirmed(paid, step('refunded', 1_000, half), step('reinstated', 2_000, 1)),
    moves: true,
  },
  'charged twice': { ...confirmed(paid, step('succeeded', 0, 2, second)), booked: 1 },
  'charged twice, one refunded': confirmed(paid, step('succeeded', 0, 2, second), step('refunded', 1_000, 1, second)),
  'returned in a lost night': { state: 'returned', steps: [paid], lost: [returned] },
  'dispute won in a lost night': { ...confirmed(paid, returned), lost: [won] },
  'refunded twice in lost nights': { state: 'refunded', steps: [paid, refunded], lost: [step('refunded', 0, -1)] },
  // The provider sent nothing readable about it: the payment waits, with an alarm.
  unreadable: { state: 'handed-off', steps: [step('succeeded', 0, 1, unreadable)], booked: 0, states: false },
  left: { state: 'handed-off', steps: [] },
} satisfies Readonly<Record<string, Plan>>

type EndingName = keyof typeof plans
export const endingNames = Object.keys(plans) as readonly EndingName[]

/** An ending, and the provider's events about it. */
export interface ToldEnding extends Ending {
  readonly name: EndingName
  readonly events: readonly EventFields[]
  readonly isHeard: boolean
  /** Events of the lost nights, in their order; their moments are to be set. */
  readonly lost: readonly EventFields[]
}

/** Decides how a payment ends. `choose` is below 1 and says whether the provider states its sums. */
export function endPayment(form: Requisition, name: string, now: Date, choose: number): ToldEnding {
  const ending = endingNames.find((one) => one === name) ?? 'paid'
  const plan: Plan = plans[ending]
  const transNo = fieldsOf(form)['clientReference'] ?? ''
  const { totalAmount: total } = tell(form, 'payment.succeeded')
  const centsOf = (payments: number): number => Math.floor(payments * total)
  const states = plan.moves ?? plan.states ?? choose < 0.5
  const steps = [...plan.steps, ...(plan.lost ?? [])]
  const toEvent = ({ type, after, held, over }: Step, index: number): EventFields => {
    const before = steps[index - 1]?.held
    return tell(form, type, {
      eventId: `evt_${index}_${transNo}`,
      occurredAt: new Date(now.getTime() + after).toISOString(),
      ...(states && { netAmount: centsOf(held) }),
      ...(plan.moves === true &&
        before !== undefined && {
          movedAmount: Math.abs(centsOf(before) - centsOf(held)),
          confirmationNumber: `PART${index}`,
        }),
      ...over,
    })
  }
  const held = steps.at(-1)?.held ?? 0
  const events = steps.map(toEvent)
  return {
    name: ending,
    state: plan.state,
    held: centsOf(held),
    booked: centsOf(plan.booked ?? held),
    total,
    events: events.slice(0, plan.steps.length),
    isKept: plan.steps.every(({ type }) => !/refunded|returned/u.test(type)),
    isHeard: plan.isHeard ?? true,
    lost: events.slice(plan.steps.length),
  }
}
