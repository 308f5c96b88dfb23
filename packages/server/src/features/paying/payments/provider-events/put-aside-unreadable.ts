import { createHash } from 'node:crypto'
import type { Deps } from '../../../../platform/deps.ts'
import type { UnreadablePayment } from '../../../../platform/payment-gateway/read-payment.ts'
import type { EventSource } from '../ledger/postings.store.ts'
import { raiseAlarm } from '../alarms/raise-alarm.ts'

/**
 * Quarantines an unreadable event with an alarm: one for each payment and outcome, however often the provider repeats it.
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
