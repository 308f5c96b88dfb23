import { randomUUID } from 'node:crypto'
import { queueDelivery } from './delivery.store.ts'
import { type EventType, type Moved, movementOf, netAmountOf, type Payment, postbackBodyOf } from './payment.ts'
import { listEvents, saveEvent, savePayment } from './payment.store.ts'
import { planPostbacks } from './postback-plan.ts'
import type { Sandbox } from './sandbox-context.ts'
import type { Behavior } from './test-numbers.ts'

/** The amount by which a wrong postback differs, in cents. */
const wrongBy = 100

/**
 * Records a payment's new state, the event, and the postbacks that will report it to the portal.
 * Call it in a transaction: a state without its postback would leave the portal waiting forever.
 */
export function recordEvent(
  sandbox: Sandbox,
  payment: Payment,
  type: EventType,
  { behavior = 'approve', moved }: { readonly behavior?: Behavior | undefined; readonly moved?: Moved } = {},
): void {
  const { db } = sandbox
  const before = listEvents(db, payment.transNo)
  const ordinal = before.length + 1
  const netAmount = netAmountOf(payment, [...before.map(movementOf), { type, movedAmount: moved?.amount ?? null }])
  const body = postbackBodyOf(payment, type, netAmount, moved)
  const event = { id: `evt_${randomUUID()}`, transNo: payment.transNo, type, occurredAt: payment.occurredAt, body }
  savePayment(db, payment)
  saveEvent(db, event)
  if (!payment.handOff.postbackRequired) return

  const deliveries = planPostbacks({
    eventId: event.id,
    copyId: `evt_${randomUUID()}`,
    transNo: payment.transNo,
    body,
    wrongBody: postbackBodyOf(payment, type, netAmount, moved, payment.handOff.amount + wrongBy),
    behavior,
    mode: sandbox.mode,
    ordinal,
    timings: sandbox.timings,
    queuedAt: Date.now(),
  })
  for (const delivery of deliveries) queueDelivery(db, delivery)
}
