import type { Delivery } from './delivery.store.ts'
import type { Mode, Timings } from './sandbox-context.ts'
import type { Behaviour } from './test-numbers.ts'

export interface PostbackOccasion {
  readonly eventId: string
  /** Id for a copy that claims to be another event. */
  readonly copyId: string
  readonly transNo: string
  readonly body: string
  /** The body with another amount in it. */
  readonly wrongBody: string
  readonly behaviour: Behaviour
  readonly mode: Mode
  /** 1 for the first event of the payment. */
  readonly ordinal: number
  readonly timings: Timings
  /** Epoch milliseconds of the machine's clock. */
  readonly queuedAt: number
}

/** How long after the pair the copy with another event id follows. */
const copyDelayMs = 250

function delayOf({ behaviour, mode, ordinal, timings }: PostbackOccasion): number {
  if (behaviour === 'late-postback') return timings.lateMs
  // The first of each two waits and the second does not, so that they arrive the wrong way round.
  return mode === 'reorder' && ordinal % 2 === 1 ? timings.reorderMs : 0
}

/** Which postbacks an event causes, the faults of the test number and of the mode included. */
export function planPostbacks(occasion: PostbackOccasion): Omit<Delivery, 'id' | 'attempts'>[] {
  const { behaviour, mode } = occasion
  const first = {
    eventId: occasion.eventId,
    transNo: occasion.transNo,
    body: behaviour === 'wrong-amount' || mode === 'wrong-amount' ? occasion.wrongBody : occasion.body,
    state: behaviour === 'lost-postback' || mode === 'silent' ? 'lost' : 'waiting',
    nextAt: occasion.queuedAt + delayOf(occasion),
  } as const
  if (behaviour !== 'doubled-postback' && mode !== 'duplicate') return [first]
  return [first, first, { ...first, eventId: occasion.copyId, nextAt: first.nextAt + copyDelayMs }]
}
