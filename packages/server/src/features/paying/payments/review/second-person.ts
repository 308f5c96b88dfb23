import type { Cents } from '@coopline/rules/kernel/money'
import { recordAudit } from '../../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../../platform/db/open-database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { withoutCardNumbers } from '../../../../platform/payment-gateway/redact-card-numbers.ts'
import { insertAlarm, listOpenAlarmDetails, settleAlarmsOf } from '../alarms/alarms.store.ts'
import type { Payment } from '../payment.ts'

/** The staff member who decides about a payment, with the reason. Both are recorded in the audit. */
export interface StaffDecision {
  readonly by: string
  readonly reason: string
  readonly clientAddress?: string
  readonly requestId?: string
}

/** A decision that moves money. Each is the name under which its alarm keeps who asked for it. */
type MoneyDecision = 'askedToAccept' | 'askedToRefund'

/** After this time a decision has to be asked for again. */
const waitsForMs = 7 * 24 * 60 * 60 * 1000

/**
 * Finds out whether a decision about a payment may be carried out now (REQ-D-355). One of `secondPersonAmount` or more needs two
 * people. What the first one asks for is kept as an alarm, so that it is listed, mailed, and withdrawn by settling it. The same
 * decision of another person within seven days carries it out and settles the alarm.
 *
 * @param tx holds the lock of the payment.
 * @param amount what the decision moves, in cents, without the fee.
 * @returns `proposed` when it now waits for another person; `own` when it waited already and the same person asked again.
 */
export async function agreeOnDecision(
  tx: Tx,
  { settings, clock }: Pick<Deps, 'settings' | 'clock'>,
  { transNo, memberNumber, accountNumber }: Payment,
  what: { readonly decision: MoneyDecision; readonly amount: Cents; readonly eventId?: string },
  { by, reason: typed, clientAddress, requestId }: StaffDecision,
): Promise<'agreed' | 'proposed' | 'own'> {
  const { secondPersonAmount } = settings.current()
  const { decision, amount, eventId } = what
  if (secondPersonAmount === null || amount < secondPersonAmount) return 'agreed'
  const now = clock.now()
  const kind = 'second-person'
  const waiting = await listOpenAlarmDetails(tx, transNo, kind, new Date(now.getTime() - waitsForMs))
  const same = waiting.filter((one) => typeof one[decision] === 'string' && one['eventId'] === eventId)
  const isOwn = same.some((one) => String(one[decision]).toLowerCase() === by.toLowerCase())
  if (isOwn) return 'own'
  // Also those that are too old or were asked for another report.
  await settleAlarmsOf(tx, transNo, [kind], now)
  if (same.length > 0) return 'agreed'
  const reason = withoutCardNumbers(typed)
  const detail = { [decision]: by, amount, reason, ...(eventId !== undefined && { eventId }) }
  const figures = `${decision} ${by} ${now.toISOString()}`
  await insertAlarm(tx, { kind, transNo, detail, dedupeKey: `${kind}:${transNo}`, figures, now })
  await recordAudit(tx, {
    kind: 'staff.payment-proposed',
    at: now,
    memberNumber,
    accountNumber,
    clientAddress,
    requestId,
    detail: { transNo, by, reason, decision, amount },
  })
  return 'proposed'
}
