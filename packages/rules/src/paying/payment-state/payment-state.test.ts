import { describe, expect, it } from 'vitest'
import { awaitsProvider, isPaid, move, type PaymentEvent, type PaymentState } from './payment-state.ts'

const states: readonly PaymentState[] = [
  'requested',
  'handed-off',
  'expired',
  'canceled',
  'declined',
  'rejected',
  'under-review',
  'confirmed',
  'refunded',
  'returned',
]
/** Everything that can arrive late, twice or in another order. */
const reported: readonly PaymentEvent[] = [
  'hand-off',
  'succeeded',
  'declined',
  'canceled',
  'expired',
  'refunded',
  'returned',
  'mismatched',
]
const events: readonly PaymentEvent[] = [...reported, 'rejected', 'reinstated']

/** The effects of the events, by state: `>` moves, `!` moves and corrects, `=` same, `x` illegal. */
const table: Record<PaymentState, string> = {
  requested: '>handed-off >confirmed >declined >canceled >expired >refunded >returned >under-review x >confirmed',
  'handed-off': '= >confirmed >declined >canceled >expired >refunded >returned >under-review x >confirmed',
  expired: '= !confirmed >declined >canceled = !refunded !returned >under-review x !confirmed',
  canceled: '= !confirmed >declined = = !refunded !returned >under-review x !confirmed',
  declined: '= >confirmed = = = >refunded >returned >under-review x >confirmed',
  rejected: '= !confirmed = = = !refunded !returned >under-review = !confirmed',
  'under-review': '= >confirmed = = = >refunded >returned = >rejected >confirmed',
  confirmed: '= = x x x >refunded >returned = x =',
  refunded: '= = x x x = >returned = x >confirmed',
  returned: '= = x x x >returned = = x >confirmed',
}

function shown(state: PaymentState, event: PaymentEvent): string {
  const outcome = move(state, event)
  if (outcome.kind !== 'move') return outcome.kind === 'same' ? '=' : 'x'
  return (outcome.corrected ? '!' : '>') + outcome.to
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}

/** Plays events on a requested payment. */
function play(order: readonly PaymentEvent[]): PaymentState {
  let state: PaymentState = 'requested'
  for (const event of order) {
    const outcome = move(state, event)
    if (outcome.kind === 'move') state = outcome.to
  }
  return state
}

describe('payment states', () => {
  it('answers each of the 100 pairs of state and event as the table says [SEC-45]', () => {
    const outcomes = states.map((state) => [state, events.map((event) => shown(state, event)).join(' ')])
    expect(Object.fromEntries(outcomes)).toEqual(table)
  })

  it('ends returned after any order of success, decline, cancel, refund and return [SEC-45]', () => {
    const orders = permutations<PaymentEvent>(['hand-off', 'succeeded', 'declined', 'canceled', 'refunded', 'returned'])
    expect(orders).toHaveLength(720)
    for (const order of orders) expect([order, play(order)]).toEqual([order, 'returned'])
  })

  it('ends in one state for any set of events, in any order and with repeats [SEC-45]', () => {
    for (let set = 0; set < 2 ** reported.length; set += 1) {
      const chosen = reported.filter((_, at) => (set >> at) % 2 === 1)
      const ends = new Set<string>()
      for (const order of permutations(chosen)) {
        ends.add(play(order))
        ends.add(play([...order, ...order]))
      }
      expect([chosen, ends.size]).toEqual([chosen, 1])
    }
  })

  it('keeps a payment paid when a contradicting event arrives later [SEC-45]', () => {
    for (const later of events) {
      const end = play(['hand-off', 'succeeded', later])
      expect([later, isPaid(end)]).toEqual([later, true])
    }
  })

  it('confirms a payment again when the money comes back after a refund or a return', () => {
    for (const back of ['refunded', 'returned'] as const) {
      expect(play(['hand-off', 'succeeded', back, 'reinstated'])).toBe('confirmed')
      expect(play(['hand-off', 'succeeded', back, 'reinstated', back])).toBe(back)
    }
  })

  it('counts a payment as paid once it was booked, and not before', () => {
    expect(states.filter(isPaid).toSorted()).toEqual(['confirmed', 'refunded', 'returned'])
  })

  it('confirms a canceled, expired or rejected payment by a late success, and marks it as a correction', () => {
    for (const closed of ['canceled', 'expired', 'rejected'] as const) {
      expect(move(closed, 'succeeded')).toEqual({ kind: 'move', to: 'confirmed', corrected: true })
    }
  })

  it('takes a success after a decline as another try on the provider’s page, which corrects nothing', () => {
    expect(move('declined', 'succeeded')).toEqual({ kind: 'move', to: 'confirmed' })
  })

  it('refuses a decline after the confirmation and changes nothing', () => {
    expect(move('confirmed', 'declined')).toEqual({ kind: 'illegal' })
    expect(play(['hand-off', 'succeeded', 'declined'])).toBe('confirmed')
  })

  it('ends as named by the only event of an unpaid payment', () => {
    for (const end of ['declined', 'canceled', 'expired'] as const) expect(play(['hand-off', end])).toBe(end)
    expect(play(['hand-off', 'mismatched'])).toBe('under-review')
    expect(play(['hand-off', 'mismatched', 'rejected'])).toBe('rejected')
  })

  it('lets staff reject only a payment that is under review', () => {
    expect(states.filter((state) => move(state, 'rejected').kind === 'move')).toEqual(['under-review'])
  })

  it('asks the provider only about requested and handed-off payments', () => {
    expect(states.filter(awaitsProvider)).toEqual(['requested', 'handed-off'])
  })
})
