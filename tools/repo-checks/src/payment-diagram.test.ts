import { expect, test } from 'vitest'
import {
  move,
  type PaymentEvent,
  type PaymentState,
} from '../../../packages/rules/src/paying/payment-state/payment-state.ts'
import { type DiagramMove, drawnMoves } from './payment-diagram.ts'
import { read } from './source-files.ts'

const document = read('docs/ARCHITECTURE.md')

/** Every state and every event. The types refuse a list that lacks one. */
const states: Readonly<Record<PaymentState, true>> = {
  requested: true,
  'handed-off': true,
  expired: true,
  canceled: true,
  declined: true,
  rejected: true,
  'under-review': true,
  confirmed: true,
  refunded: true,
  returned: true,
}
const events: Readonly<Record<PaymentEvent, true>> = {
  'hand-off': true,
  succeeded: true,
  declined: true,
  canceled: true,
  expired: true,
  refunded: true,
  returned: true,
  reinstated: true,
  mismatched: true,
  rejected: true,
}

/** Every move that the rules make. */
const made: readonly DiagramMove[] = (Object.keys(states) as PaymentState[]).flatMap((from) =>
  (Object.keys(events) as PaymentEvent[]).flatMap((event): DiagramMove[] => {
    const outcome = move(from, event)
    return outcome.kind === 'move' ? [`${from} --${event}--> ${outcome.to}`] : []
  }),
)

test('the diagram of payment states in docs/ARCHITECTURE.md draws every move that the rules make, and no other', () => {
  expect(made.length).toBeGreaterThan(40)
  expect(drawnMoves(document).toSorted()).toEqual(made.toSorted())
})

test.each([
  ['lacks an arrow', '  confirmed --> returned: returned\n', ''],
  ['has an arrow to another state', 'refunded --> confirmed: reinstated', 'refunded --> declined: reinstated'],
  ['has another event', 'waiting --> expired: expired', 'waiting --> expired: returned'],
  ['draws an arrow from a box instead of from a state', 'under_review --> rejected', 'unbooked --> rejected'],
  ['gives a state another name', 'state "handed-off"', 'state "sent"'],
])('the check of payment states finds a diagram that %s', (_, from, to) => {
  const changed = document.replace(from, to)
  expect(changed).not.toBe(document)
  expect(drawnMoves(changed).toSorted()).not.toEqual(made.toSorted())
})
