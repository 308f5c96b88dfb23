import type { Delivery } from './delivery.store.ts'
import type { Mode, Timings } from './sandbox-context.ts'
import type { Behavior } from './test-numbers.ts'

export interface PostbackEvent {
  readonly eventId: string
  /** Id for a copy that claims to be another event. */
  readonly copyId: string
  readonly transNo: string
  readonly body: string
  /** The body with another amount in it. */
  readonly wrongBody: string
  readonly behavior: Behavior
  readonly mode: Mode
  /** 1 for the first event of the payment. */
  readonly ordinal: number
  readonly timings: Timings
  /** Epoch milliseconds of the machine's clock. */
  readonly queuedAt: number
}

/** The milliseconds between the pair and the copy with another event id. */
const copyDelayMs = 250

function delayOf({ behavior, mode, ordinal, timings }: PostbackEvent): number {
  if (behavior === 'late-postback') return timings.lateMs
  // Of each two postbacks the first waits and the second does not, so that they arrive in the wrong order.
  return mode === 'reorder' && ordinal % 2 === 1 ? timings.reorderMs : 0
}

/** Plans the postbacks of an event, including the faults of the test number and of the mode. */
export function planPostbacks(event: PostbackEvent): Omit<Delivery, 'id' | 'attempts'>[] {
  const { behavior, mode } = event
  const first = {
    eventId: event.eventId,
    transNo: event.transNo,
    body: behavior === 'wrong-amount' || mode === 'wrong-amount' ? event.wrongBody : event.body,
    state: behavior === 'lost-postback' || mode === 'silent' ? 'lost' : 'waiting',
    nextAt: event.queuedAt + delayOf(event),
  } as const
  if (behavior !== 'doubled-postback' && mode !== 'duplicate') return [first]
  return [first, first, { ...first, eventId: event.copyId, nextAt: first.nextAt + copyDelayMs }]
}
