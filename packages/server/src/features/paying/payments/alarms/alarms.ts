import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { awaitsProvider } from '@coopline/rules/paying/payment-state/payment-state'
import {
  type Alarm,
  type RaisedAlarm,
  alarmsOfReviews,
  insertAlarm,
  settleAlarmsAbout,
  settleOpenAlarm,
} from './alarms.store.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { Executor } from '../../../../platform/db/open-database.ts'
import type { Log } from '../../../../platform/log.ts'
import type { Dispute, ProviderName } from '../../../../platform/payment-gateway/payment-gateway.ts'
import type { UnreadablePayment } from '../../../../platform/payment-gateway/read-payment.ts'
import { createHash } from 'node:crypto'
import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import { recordAudit } from '../../../../platform/audit/audit.store.ts'
import type { Payment } from '../payment.ts'
import { withoutCardNumbers } from '../../../../platform/payment-gateway/redact-card-numbers.ts'
export {
  type Alarm,
  countAlarmedPayments,
  insertAlarm,
  listAlarmsOf,
  listOpenAlarmDetails,
  type RaisedAlarm,
  settleAlarmsAbout,
  settleAlarmsOf,
} from './alarms.store.ts'
export { examineComparisons } from './examine-comparisons.ts'
export {
  countAlarmsByKind,
  countDifferences,
  countLateNews,
  countUnanswered,
  countWaitingPayments,
} from './payment-figures.store.ts'

/** Raises an alarm about money, once for each dedupe key, and logs it. */
export async function raiseAlarm(executor: Executor, log: Log, alarm: Alarm): Promise<void> {
  const isNew = await insertAlarm(executor, alarm)
  if (isNew) log.error({ alarm: alarm.kind, transNo: alarm.transNo, ...alarm.detail }, 'An alarm about a payment')
}

/**
 * Sets an unreadable event aside with one alarm for each payment and outcome, even when the provider repeats it. Other members that
 * cannot be read raise it again.
 */
export async function putAsideUnreadable(
  deps: Pick<Deps, 'db' | 'log' | 'clock'>,
  { transNo, outcome, members, said }: UnreadablePayment,
  source: 'postback' | 'status' | 'report',
): Promise<void> {
  const name = transNo ?? createHash('sha256').update(said).digest('base64url').slice(0, 22)
  await raiseAlarm(deps.db, deps.log, {
    kind: 'unreadable',
    transNo,
    detail: { source, outcome, members },
    evidence: said,
    dedupeKey: `unreadable:${name}:${outcome ?? '-'}`,
    figures: members.join(' '),
    now: deps.clock.now(),
  })
}

/**
 * Raises an alarm for each dispute of a payment that waits for the cooperative's answer, once for each amount and deadline, and settles
 * it when the dispute was answered or is over.
 */
export async function followDisputes(
  { db, log, clock }: Pick<Deps, 'db' | 'log' | 'clock'>,
  { transNo, disputes = [] }: { readonly transNo: string; readonly disputes?: readonly Dispute[] | undefined },
): Promise<void> {
  const now = clock.now()
  for (const { reference, amount, answerBy, needsAnswer } of disputes) {
    const dedupeKey = `dispute-opened:${reference}`
    const detail = { amount, answerBy, confirmationNumber: reference }
    const figures = `${amount} ${answerBy ?? ''}`
    if (needsAnswer) await raiseAlarm(db, log, { kind: 'dispute-opened', transNo, detail, dedupeKey, figures, now })
    else await settleAlarmsAbout(db, dedupeKey, now)
  }
}

/** A review at the provider that lasts longer raises an alarm. */
const longReviewMs = 86_400_000

/** True when a payment was requested so long ago that its review at the provider has an alarm. */
const isLongReview = (now: Date, { requestedAt }: Pick<Payment, 'requestedAt'>): boolean =>
  now.getTime() - requestedAt.getTime() > longReviewMs

/** Raises an alarm, once, about a payment that its provider has held for review for more than a day. The payment is locked. */
export async function alarmLongReview(
  executor: Executor,
  log: Log,
  payment: Pick<Payment, 'transNo' | 'state' | 'amount' | 'provider' | 'requestedAt'>,
  now: Date,
): Promise<void> {
  const { transNo, amount, provider } = payment
  const kind = 'provider-review'
  if (!awaitsProvider(payment.state) || !isLongReview(now, payment)) return
  await raiseAlarm(executor, log, { kind, transNo, detail: { amount, provider }, dedupeKey: `${kind}:${transNo}`, now })
}

/** Settles the alarm about a long review when its payment moves. */
export async function settleLongReview(
  executor: Executor,
  { transNo, ...payment }: Pick<Payment, 'transNo' | 'state' | 'requestedAt'>,
  now: Date,
): Promise<void> {
  if (!awaitsProvider(payment.state) || !isLongReview(now, payment)) return
  await settleAlarmsAbout(executor, `provider-review:${transNo}`, now)
}

/** Raises an alarm, once for each day, when a provider sends news of test mode to a portal in live mode, or the reverse. */
export async function alarmWrongMode(
  { db, log, clock }: Pick<Deps, 'db' | 'log' | 'clock'>,
  provider: ProviderName,
  { mode, noticeId }: { readonly mode: 'test' | 'live'; readonly noticeId: string },
): Promise<void> {
  const now = clock.now()
  await raiseAlarm(db, log, {
    kind: 'wrong-mode',
    transNo: null,
    detail: { provider, mode, eventId: noticeId },
    dedupeKey: `wrong-mode:${provider}`,
    figures: `${mode} ${calendarDateIn('UTC', now)}`,
    now,
  })
}

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

/** True for an alarm that staff settle by accepting or rejecting its payment. */
export const isSettledByDecision = ({ kind }: Pick<RaisedAlarm, 'kind'>, isUnderReview: boolean): boolean =>
  isUnderReview && alarmsOfReviews.has(kind)

/** Returns the command that settles an alarm once its cause is resolved; `docs/OPERATIONS.md` describes the steps before. */
export const settleCommand = (alarm: Pick<RaisedAlarm, 'id' | 'kind' | 'transNo'>, isUnderReview: boolean): string =>
  alarm.transNo !== null && isSettledByDecision(alarm, isUnderReview)
    ? `coopline payments accept ${alarm.transNo} --by NAME --reason TEXT (or reject)`
    : `coopline payments settle-alarm ${alarm.id} --by NAME --reason TEXT`
