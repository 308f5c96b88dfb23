import type { AlarmKind } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { sql } from 'kysely'
import { anyOf } from '../../../../platform/db/any-of.ts'
import type { Executor } from '../../../../platform/db/open-database.ts'

/** Something about money that a person must look at. */
export interface Alarm {
  readonly kind: AlarmKind
  readonly transNo: string | null
  readonly detail: Readonly<Record<string, unknown>>
  /** Stored with the alarm and never logged, because it may contain personal data. */
  readonly evidence?: string
  /** The subject of the alarm. Findings with the same key and figures raise one alarm. */
  readonly dedupeKey: string
  /** The facts that raise the alarm again when they change. */
  readonly figures?: string
  readonly now: Date
}

/**
 * Raises an alarm. A settled alarm is raised again when its figures have changed.
 *
 * @returns false when an unsettled alarm, or the newest one of the same key, has the same figures.
 */
export async function insertAlarm(executor: Executor, alarm: Alarm): Promise<boolean> {
  const { kind, transNo, dedupeKey: subject, figures = '', now } = alarm
  const { rows } = await sql`
    insert into pay.alarm (kind, trans_no, detail, raised_at, dedupe_key, subject, figures)
    select ${kind}, ${transNo}, ${JSON.stringify({ ...alarm.detail, evidence: alarm.evidence })}::jsonb, ${now}::timestamptz,
      ${subject}::text || ' ' || gen_random_uuid(), ${subject}, ${figures}
    where not exists (
      select from (
        select own.figures from pay.alarm as own where own.subject = ${subject} order by own.id desc limit 1) as newest
      where newest.figures = ${figures})
    on conflict (subject, figures) where settled_at is null do nothing
    returning id`.execute(executor)
  return rows.length > 0
}

/** Counts the payments that have an unsettled alarm of this kind. */
export async function countAlarmedPayments(executor: Executor, kind: Alarm['kind']): Promise<number> {
  const { payments } = await executor
    .selectFrom('pay.alarm')
    .select(sql<number>`count(distinct trans_no)::integer`.as('payments'))
    .where('kind', '=', kind)
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return payments
}

/** Settles the unsettled alarms of these kinds that a payment has. */
export async function settleAlarmsOf(
  executor: Executor,
  transNo: string,
  kinds: readonly Alarm['kind'][],
  now: Date,
): Promise<void> {
  await executor
    .updateTable('pay.alarm')
    .set({ settled_at: now })
    .where('kind', 'in', [...kinds])
    .where('trans_no', '=', transNo)
    .where('settled_at', 'is', null)
    .execute()
}

/** Lists the details of the unsettled alarms of a kind that were raised for a payment since a moment. */
export async function listOpenAlarmDetails(
  executor: Executor,
  transNo: string,
  kind: Alarm['kind'],
  since: Date,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const rows = await executor
    .selectFrom('pay.alarm')
    .select('detail')
    .where('kind', '=', kind)
    .where('trans_no', '=', transNo)
    .where('settled_at', 'is', null)
    .where('raised_at', '>', since)
    .execute()
  return rows.map(({ detail }) => detail as Readonly<Record<string, unknown>>)
}

/** Settles the unsettled alarms of this key. */
export async function settleAlarmsAbout(executor: Executor, dedupeKey: string, now: Date): Promise<void> {
  await executor
    .updateTable('pay.alarm')
    .set({ settled_at: now })
    .where('subject', '=', dedupeKey)
    .where('settled_at', 'is', null)
    .execute()
}

/** The alarm to settle, the person who settles it and the reason. */
export interface AlarmSettlement {
  readonly id: number
  readonly by: string
  readonly reason: string
  readonly now: Date
}

/** Alarms that accepting or rejecting a payment under review settles. */
export const alarmsOfReviews: ReadonlySet<string> = new Set(['quarantined', 'unreadable', 'unanswered'])

/**
 * Settles an alarm.
 *
 * @returns the subject of the alarm; `undefined` when there is no such alarm, it was settled before, or the decision about its payment
 *   will settle it.
 */
export async function settleOpenAlarm(executor: Executor, { id, by, reason, now }: AlarmSettlement) {
  return executor
    .updateTable('pay.alarm as alarm')
    .set({ settled_at: now, settled_by: by, settle_reason: reason })
    .where('alarm.id', '=', id)
    .where('alarm.settled_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.and([
          eb('alarm.kind', 'in', [...alarmsOfReviews]),
          eb.exists(
            eb
              .selectFrom('pay.payment as reviewed')
              .whereRef('reviewed.trans_no', '=', 'alarm.trans_no')
              .where('reviewed.state', '=', 'under-review'),
          ),
        ]),
      ),
    )
    .returning(['alarm.kind', 'alarm.trans_no as transNo'])
    .returning((eb) =>
      eb
        .selectFrom('pay.payment as payment')
        .select('payment.member_number')
        .whereRef('payment.trans_no', '=', 'alarm.trans_no')
        .as('memberNumber'),
    )
    .executeTakeFirst()
}

/** An alarm as staff read it. */
export interface RaisedAlarm {
  readonly id: number
  readonly kind: string
  readonly transNo: string | null
  readonly settledAt: Date | null
}

/** Lists the alarms of some payments, settled ones included, by payment and oldest first. */
export async function listAlarmsOf(executor: Executor, transNos: readonly string[]): Promise<readonly RaisedAlarm[]> {
  return executor
    .selectFrom('pay.alarm')
    .select(['id', 'kind', 'trans_no as transNo', 'settled_at as settledAt'])
    .where(sql<boolean>`trans_no = any(${[...transNos]}::text[])`)
    .orderBy('trans_no')
    .orderBy('id')
    .execute()
}

/** Marks up to `limit` unsettled alarms as mailed, oldest first. @returns those that were not marked before. */
export async function claimUnmailedAlarms(
  executor: Executor,
  limit: number,
  now: Date,
): Promise<readonly RaisedAlarm[]> {
  const rows = await executor
    .updateTable('pay.alarm')
    .set({ mailed_at: now })
    .where('id', '=', (eb) =>
      anyOf(
        eb
          .selectFrom('pay.alarm')
          .select('id')
          .where('mailed_at', 'is', null)
          .where('settled_at', 'is', null)
          .orderBy('id')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      ),
    )
    .returning(['id', 'kind', 'trans_no as transNo', 'settled_at as settledAt'])
    .execute()
  return rows.toSorted((a, b) => a.id - b.id)
}

/** Unsettled alarms, newest first. */
export async function listAlarms(executor: Executor, limit: number) {
  return executor
    .selectFrom('pay.alarm')
    .select(['id', 'kind', 'trans_no as transNo', 'detail', 'raised_at as raisedAt'])
    .where('settled_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
