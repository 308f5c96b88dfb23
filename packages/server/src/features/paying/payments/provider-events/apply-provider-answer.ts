import { createHash } from 'node:crypto'
import type { Deps } from '../../../../platform/deps.ts'
import type { RefundStatus } from '../../../../platform/payment-gateway/payment-gateway.ts'
import type { UnreadablePayment } from '../../../../platform/payment-gateway/read-payment.ts'
import { raiseAlarm } from '../alarms/raise-alarm.ts'
import type { EventSource } from './postings.store.ts'
import { applyProviderEvent, type EventDeps } from './apply-provider-event.ts'

/**
 * Applies the provider's answer about a payment. It applies the events in order, and sets an unreadable answer aside with an alarm. Other
 * answers change nothing.
 */
export async function applyProviderAnswer(deps: EventDeps, answer: RefundStatus): Promise<void> {
  if (answer.kind === 'unreadable') await putAsideUnreadable(deps, answer.payment, 'status')
  if (answer.kind === 'events') for (const event of answer.events) await applyProviderEvent(deps, event, 'status')
}

/**
 * Sets an unreadable event aside with one alarm for each payment and outcome, even when the provider repeats it.
 */
export async function putAsideUnreadable(
  deps: Pick<Deps, 'db' | 'log' | 'clock'>,
  { transNo, outcome, members, said }: UnreadablePayment,
  source: EventSource,
): Promise<void> {
  const name = transNo ?? createHash('sha256').update(said).digest('base64url').slice(0, 22)
  await raiseAlarm(deps.db, deps.log, {
    kind: 'unreadable',
    transNo,
    detail: { source, outcome, members },
    evidence: said,
    dedupeKey: `unreadable:${name}:${outcome ?? '-'}`,
    now: deps.clock.now(),
  })
}
