import type { Executor, Tx } from '../../../platform/db/open-database.ts'

/** Most changes that wait at a time. */
export const mostPlanned = 100

/** The value that a setting will get. */
export interface PlannedValue {
  readonly key: string
  /** The value as people write it; `null` for the default. */
  readonly value: string | null
  /** The version that the setting must still have, else it stays as it is; `null` for any. */
  readonly version: number | null
  /** The version of the setting before a change, for the planned value that ends this change. */
  readonly over?: number
}

/** A change of settings that waits for its time. */
export interface NewPlannedChange {
  readonly startsAt: Date
  /** The time at which the former values return; `null` for never. */
  readonly endsAt: Date | null
  readonly wanted: readonly PlannedValue[]
  /** True when this change restores the values from before a change that had an end. */
  readonly isEnd: boolean
  readonly at: Date
  readonly by: string
  readonly reason: string
}

export interface PlannedChange extends NewPlannedChange {
  readonly id: number
  /** The reason that it could not be made when it was due. */
  readonly refusal: string | null
}

export async function insertPlannedChange(tx: Tx, planned: NewPlannedChange): Promise<void> {
  await tx
    .insertInto('portal.planned_setting_change')
    .values({
      starts_at: planned.startsAt,
      ends_at: planned.endsAt,
      wanted: JSON.stringify(planned.wanted),
      is_end: planned.isEnd,
      planned_at: planned.at,
      planned_by: planned.by,
      reason: planned.reason,
      refusal: null,
      ended_at: null,
      canceled_by: null,
    })
    .execute()
}

/** The changes that were neither made nor canceled, the next one first. */
export async function listPlannedChanges(db: Executor, limit: number): Promise<readonly PlannedChange[]> {
  return selectWaiting(db).limit(limit).execute()
}

/** The next change that is due and was not refused. */
export async function findDueChange(db: Executor, now: Date): Promise<PlannedChange | undefined> {
  return selectWaiting(db).where('starts_at', '<=', now).where('refusal', 'is', null).limit(1).executeTakeFirst()
}

/** A change that was neither made nor canceled, locked. */
export async function lockPlannedChange(tx: Tx, id: number): Promise<PlannedChange | undefined> {
  return selectWaiting(tx).where('planned_id', '=', id).forUpdate().executeTakeFirst()
}

const selectWaiting = (db: Executor) =>
  db
    .selectFrom('portal.planned_setting_change')
    .select([
      'planned_id as id',
      'starts_at as startsAt',
      'ends_at as endsAt',
      'wanted',
      'is_end as isEnd',
      'planned_at as at',
      'planned_by as by',
      'reason',
      'refusal',
    ])
    .where('ended_at', 'is', null)
    .orderBy('starts_at')
    .orderBy('planned_id')

/** @param canceledBy `null` when it was made. */
export async function endPlannedChange(tx: Tx, id: number, at: Date, canceledBy: string | null): Promise<void> {
  await tx
    .updateTable('portal.planned_setting_change')
    .set({ ended_at: at, canceled_by: canceledBy })
    .where('planned_id', '=', id)
    .execute()
}

/** Changes what a waiting change will set. */
export async function updateWanted(tx: Tx, id: number, wanted: readonly PlannedValue[]): Promise<void> {
  await tx
    .updateTable('portal.planned_setting_change')
    .set({ wanted: JSON.stringify(wanted) })
    .where('planned_id', '=', id)
    .execute()
}

/** Keeps a change that could not be made, with the reason, until staff cancel it. */
export async function refusePlannedChange(tx: Tx, id: number, refusal: string): Promise<void> {
  await tx.updateTable('portal.planned_setting_change').set({ refusal }).where('planned_id', '=', id).execute()
}
