import { recordAudit } from '../../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { withoutCardNumbers } from '../../../../platform/payment-gateway/redact-card-numbers.ts'
import { settleOpenAlarm } from './alarms.store.ts'

/** The decision of a staff member to settle an alarm, with the reason. */
export interface AlarmDecision {
  readonly id: number
  readonly by: string
  readonly reason: string
  readonly clientAddress?: string
  readonly requestId?: string
}

/**
 * Settles an open alarm, once. The audit records the person and the reason.
 *
 * @returns false when there is no open alarm of this number, or the decision about its payment will settle it.
 */
export async function settleAlarm(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, by, clientAddress, requestId, ...decision }: AlarmDecision,
): Promise<boolean> {
  const now = clock.now()
  const reason = withoutCardNumbers(decision.reason)
  return inTransaction(db, async (tx) => {
    const alarm = await settleOpenAlarm(tx, { id, by, reason, now })
    if (alarm === undefined) return false
    const { kind, transNo, memberNumber } = alarm
    await recordAudit(tx, {
      kind: 'staff.alarm-settled',
      at: now,
      memberNumber: memberNumber ?? undefined,
      clientAddress,
      requestId,
      detail: { alarm: id, kind, transNo, by, reason },
    })
    return true
  })
}
