import { describe, expect, test } from 'vitest'
import { isFinal, move, postingsFor, type PaymentEvent, type PaymentState, type Posting } from './payment-state.ts'

const states: readonly PaymentState[] = [
  'requested',
  'handed-off',
  'expired',
  'canceled',
  'declined',
  'confirmed',
  'refunded',
]
const events: readonly PaymentEvent[] = ['hand-off', 'succeeded', 'declined', 'canceled', 'expired', 'refunded']

/** What each event does, per state: `>` moves, `!` moves and corrects, `=` same, `x` illegal. */
const table: Record<PaymentState, string> = {
  requested: '>handed-off >confirmed >declined >canceled >expired >refunded',
  'handed-off': '= >confirmed >declined >canceled >expired >refunded',
  expired: '= !confirmed >declined >canceled = !refunded',
  canceled: '= !confirmed >declined = = !refunded',
  declined: '= >confirmed = = = >refunded',
  confirmed: '= = x x x >refunded',
  refunded: '= = x x x =',
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

/** Plays events on a requested payment as the server does: state by `move`, ledger by `postingsFor`. */
function play(order: readonly PaymentEvent[]): { state: PaymentState; ledger: Posting[] } {
  const ledger = new Set<Posting>()
  let state: PaymentState = 'requested'
  for (const event of order) {
    const outcome = move(state, event)
    if (outcome.kind === 'move') state = outcome.to
    for (const posting of postingsFor(event)) ledger.add(posting)
  }
  return { state, ledger: [...ledger].sort() }
}

describe('payment states', () => {
  test('[SEC-45] each of the 42 pairs of state and event does what the table says', () => {
    const outcomes = states.map((state) => [state, events.map((event) => shown(state, event)).join(' ')])
    expect(Object.fromEntries(outcomes)).toEqual(table)
  })

  test('[SEC-45] all 120 orders of created, success, declined, canceled and refunded end refunded with both booked', () => {
    const orders = permutations<PaymentEvent>(['hand-off', 'succeeded', 'declined', 'canceled', 'refunded'])
    expect(orders).toHaveLength(120)
    for (const order of orders) {
      expect([order, play(order)]).toEqual([order, { state: 'refunded', ledger: ['payment', 'refund'] }])
    }
  })

  test('[SEC-45] any set of events ends in one state and one ledger, in any order and with repeats', () => {
    for (let set = 0; set < 64; set += 1) {
      const chosen = events.filter((_, at) => (set >> at) % 2 === 1)
      const ends = permutations(chosen).map((order) => JSON.stringify(play(order)))
      const repeated = permutations(chosen).map((order) => JSON.stringify(play([...order, ...order])))
      expect([chosen, new Set([...ends, ...repeated]).size]).toEqual([chosen, 1])
    }
  })

  test('[SEC-45] money that was taken is never lost by news that arrives later', () => {
    for (const later of events) {
      expect(['confirmed', 'refunded']).toContain(play(['hand-off', 'succeeded', later]).state)
      expect(play(['hand-off', 'succeeded', later]).ledger).toContain('payment')
    }
  })

  test('a late success on a canceled or expired payment confirms it and is marked as a correction', () => {
    for (const closed of ['canceled', 'expired'] as const) {
      expect(move(closed, 'succeeded')).toEqual({ kind: 'move', to: 'confirmed', corrected: true })
    }
  })

  test('a success after a decline is another try on the provider’s page and corrects nothing', () => {
    expect(move('declined', 'succeeded')).toEqual({ kind: 'move', to: 'confirmed' })
  })

  test('a decline after the confirmation is illegal and changes nothing', () => {
    expect(move('confirmed', 'declined')).toEqual({ kind: 'illegal' })
    expect(play(['hand-off', 'succeeded', 'declined']).state).toBe('confirmed')
  })

  test('a refund that overtakes its payment books the payment too', () => {
    expect(play(['hand-off', 'refunded'])).toEqual({ state: 'refunded', ledger: ['payment', 'refund'] })
  })

  test('a payment that nobody paid books nothing', () => {
    for (const end of ['declined', 'canceled', 'expired'] as const) {
      expect(play(['hand-off', end])).toEqual({ state: end, ledger: [] })
    }
  })

  test('only requested and handed-off payments await an answer', () => {
    expect(states.filter((state) => !isFinal(state))).toEqual(['requested', 'handed-off'])
  })
})
