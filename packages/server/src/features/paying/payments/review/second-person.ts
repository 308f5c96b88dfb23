import type { Cents } from '@coopline/rules/kernel/money'
import { recordAudit } from '../../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../../platform/db/open-database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { withoutCardNumbers } from '../../../../platform/payment-gateway/redact-card-numbers.ts'
import { insertAlarm, listOpenAlarmDetails, settleAlarmsOf } from '../alarms/alarms.ts'
import type { Payment } from '../payment.ts'

/** The staff member who decides about a payment, with the reason. Both are recorded in the audit. */
export interface StaffDecision {
  readonly by: string
  readonly reason: string
  readonly clientAddress?: string
  readonly requestId?: string
}

/** A decision that moves money. Its name is the field of the alarm that stores the person who asked. */
type MoneyDecision = 'askedToAccept' | 'askedToRefund'

/** A proposed decision expires after this time. */
const waitsForMs = 7 * 24 * 60 * 60 * 1000

/**
 * Checks whether a decision about a payment may be carried out now (REQ-D-355). A decision about `secondPersonAmount` or more needs two
 * people. The proposal of the first person is stored as an alarm, so that it is listed and mailed, and can be withdrawn by settling the
 * alarm. The same decision by another person within seven days carries it out and settles the alarm.
 *
 * @param tx the transaction, which has locked the payment.
 * @param what the amount that the decision moves, in cents. `measure` is what counts for the setting, where it is another amount: a refund
 * counts with those before it, without the fee.
 * @returns `proposed` when it now waits for another person; `own` when the same person asked again.
 */
export async function agreeOnDecision(
  { settings, clock }: Pick<Deps, 'settings' | 'clock'>,
  tx: Tx,
  { transNo, memberNumber, accountNumber }: Payment,
  what: {
    readonly decision: MoneyDecision
    readonly amount: Cents
    readonly measure?: Cents
    readonly eventId?: string
  },
  { by, reason: typed, clientAddress, requestId }: StaffDecision,
): Promise<'agreed' | 'proposed' | 'own'> {
  const { secondPersonAmount } = settings.current()
  const { decision, amount, measure = amount, eventId } = what
  if (secondPersonAmount === null || measure < secondPersonAmount) return 'agreed'
  const now = clock.now()
  const kind = 'second-person'
  const waiting = await listOpenAlarmDetails(tx, transNo, kind, new Date(now.getTime() - waitsForMs))
  const same = waiting.filter(
    (one) => typeof one[decision] === 'string' && one['eventId'] === eventId && one['amount'] === amount,
  )
  const isOwn = same.some((one) => String(one[decision]).toLowerCase() === by.toLowerCase())
  if (isOwn) return 'own'
  // Expired proposals, and those about another report, are settled as well.
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
