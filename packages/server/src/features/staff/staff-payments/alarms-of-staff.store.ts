import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'

/** An alarm with the facts it is based on and its settlement. */
export interface AlarmRow {
  readonly id: number
  readonly kind: string
  readonly transNo: string | null
  readonly detail: Readonly<Record<string, unknown>>
  readonly raisedAt: Date
  readonly settledAt: Date | null
  readonly settledBy: string | null
  readonly settleReason: string | null
  readonly isUnderReview: boolean
}

const alarmColumns = sql`alarm.id, alarm.kind, alarm.trans_no as "transNo", alarm.detail, alarm.raised_at as "raisedAt",
  alarm.settled_at as "settledAt", alarm.settled_by as "settledBy", alarm.settle_reason as "settleReason",
  exists (select from pay.payment as payment
    where payment.trans_no = alarm.trans_no and payment.state = 'under-review') as "isUnderReview"`

/** Open alarms, oldest first. @param after the last alarm of the page before. */
export async function listOpenAlarms(
  executor: Executor,
  after: number | null,
  limit: number,
): Promise<readonly AlarmRow[]> {
  const { rows } = await sql<AlarmRow>`
    select ${alarmColumns} from pay.alarm as alarm where alarm.settled_at is null and alarm.id > ${after ?? 0}
    order by alarm.id limit ${limit}`.execute(executor)
  return rows
}

/** Alarms settled since an instant, the latest first. @param after the last alarm of the page before. */
export async function listSettledAlarms(
  executor: Executor,
  since: Date,
  after: { readonly id: number; readonly settledAt: Date } | null,
  limit: number,
): Promise<readonly AlarmRow[]> {
  const { rows } = await sql<AlarmRow>`
    select ${alarmColumns} from pay.alarm as alarm
    where alarm.settled_at >= ${since}
      and (alarm.settled_at, alarm.id) < (${after?.settledAt ?? 'infinity'}::timestamptz, ${after?.id ?? 0}::bigint)
    order by alarm.settled_at desc, alarm.id desc limit ${limit}`.execute(executor)
  return rows
}

/** Loads one alarm. */
export async function findAlarm(executor: Executor, id: number): Promise<AlarmRow | undefined> {
  const { rows } = await sql<AlarmRow>`select ${alarmColumns} from pay.alarm as alarm where alarm.id = ${id}`.execute(
    executor,
  )
  return rows[0]
}

/** Counts the open alarms, up to `limit`. */
export async function countOpenAlarms(executor: Executor, limit: number): Promise<number> {
  const { rows } = await sql<{ readonly open: number }>`
    select count(*)::integer as open from (
      select from pay.alarm where settled_at is null limit ${limit}) as alarm`.execute(executor)
  return rows[0]?.open ?? 0
}
