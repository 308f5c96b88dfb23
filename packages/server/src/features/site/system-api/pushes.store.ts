import { sql } from 'kysely'
import type { Database, Executor, Tx } from '../../../platform/db/open-database.ts'
import { type PushOptions, pushOptions, type PushResult, pushResult } from './import-push.ts'

/** A body that a system pushed: it waits, is imported, or was answered under an Idempotency-Key. */
export interface Push {
  readonly pushId: number
  readonly keyId: string
  readonly target: string
  readonly media: string
  readonly options: PushOptions
  readonly state: 'receiving' | 'waiting' | 'running' | 'done' | 'failed'
  readonly requestHash: Uint8Array | null
  readonly receivedAt: Date
  readonly endedAt: Date | null
  readonly attempts: number
  readonly rowsRead: number
  /** The number of pieces of its body. */
  readonly parts: number
  readonly result: PushResult | null
  /** True for one that was imported at once, and is stored only for its Idempotency-Key. */
  readonly isAnswered: boolean
}

const selectPushes = (executor: Executor) =>
  executor
    .selectFrom('portal.push')
    .select([
      'push_id as pushId',
      'key_id as keyId',
      'target',
      'media',
      'options',
      'state',
      'request_hash as requestHash',
      'received_at as receivedAt',
      'ended_at as endedAt',
      'attempts',
      'rows_read as rowsRead',
      'parts',
      'result',
    ])

type PushRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectPushes>['executeTakeFirst']>>>

const readPush = (row: PushRow): Push => ({
  ...row,
  options: pushOptions.parse(row.options),
  result: row.result === null ? null : pushResult.parse(row.result),
  isAnswered: row.attempts === 0 && row.endedAt !== null,
})

/** A push that begins. */
export type NewPush = Pick<Push, 'keyId' | 'target' | 'media' | 'options' | 'receivedAt'>

/** Stores a push whose body begins to arrive. @returns its number. */
export async function insertPush(executor: Executor, push: NewPush): Promise<number> {
  const { push_id: pushId } = await executor
    .insertInto('portal.push')
    .values({
      key_id: push.keyId,
      target: push.target,
      media: push.media,
      options: JSON.stringify(push.options),
      state: 'receiving',
      received_at: push.receivedAt,
    })
    .returning('push_id')
    .executeTakeFirstOrThrow()
  return pushId
}

/** Stores a piece of the body of a push. */
export async function insertPushPart(
  executor: Executor,
  pushId: number,
  part: number,
  bytes: Uint8Array,
): Promise<void> {
  await executor.insertInto('portal.push_part').values({ push_id: pushId, part, bytes }).execute()
}

/** Deletes a push whose body did not arrive whole, with its parts. */
export async function deletePush(executor: Executor, pushId: number): Promise<void> {
  await executor.deleteFrom('portal.push').where('push_id', '=', pushId).execute()
}

/** Marks the body of a push as complete. @returns false when another push of the key has its Idempotency-Key. */
export async function setPushComplete(
  tx: Tx,
  pushId: number,
  {
    idempotencyKey,
    requestHash,
    parts,
  }: { readonly idempotencyKey: string | undefined; readonly requestHash: Uint8Array; readonly parts: number },
): Promise<boolean> {
  const taken = await tx
    .selectFrom('portal.push as other')
    .innerJoin('portal.push as own', 'own.key_id', 'other.key_id')
    .select('other.push_id')
    .where('own.push_id', '=', pushId)
    .where('other.idempotency_key', '=', idempotencyKey ?? '')
    .executeTakeFirst()
  if (taken !== undefined) return false
  await tx
    .updateTable('portal.push')
    .set({ state: 'waiting', idempotency_key: idempotencyKey ?? null, request_hash: requestHash, parts })
    .where('push_id', '=', pushId)
    .execute()
  return true
}

/** Stores what is answered at once, so that the same request is answered in the same way. @returns false when that is stored already. */
export async function insertAnswered(
  executor: Executor,
  push: NewPush &
    Required<Pick<Push, 'requestHash'>> & { readonly idempotencyKey: string; readonly result: PushResult },
): Promise<boolean> {
  const stored = await executor
    .insertInto('portal.push')
    .values({
      key_id: push.keyId,
      target: push.target,
      media: push.media,
      options: JSON.stringify(push.options),
      state: push.result.state,
      idempotency_key: push.idempotencyKey,
      request_hash: push.requestHash,
      received_at: push.receivedAt,
      ended_at: push.receivedAt,
      result: JSON.stringify(push.result),
    })
    .onConflict((conflict) =>
      conflict.columns(['key_id', 'idempotency_key']).where('idempotency_key', 'is not', null).doNothing(),
    )
    .returning('push_id')
    .executeTakeFirst()
  return stored !== undefined
}

/** Finds a push of a key by its number. */
export async function findPush(executor: Executor, keyId: string, pushId: number): Promise<Push | undefined> {
  const row = await selectPushes(executor).where('push_id', '=', pushId).where('key_id', '=', keyId).executeTakeFirst()
  return row === undefined ? undefined : readPush(row)
}

/** Finds a push of a key by its Idempotency-Key. */
export async function findPushByIdempotencyKey(
  executor: Executor,
  keyId: string,
  idempotencyKey: string,
): Promise<Push | undefined> {
  const row = await selectPushes(executor)
    .where('key_id', '=', keyId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  return row === undefined ? undefined : readPush(row)
}

/** Pushes that are to be imported. As literals: with parameters no plan uses the partial index. */
const isUnfinished = sql<boolean>`state in ('waiting', 'running')`

/** Tells whether earlier rows for a target wait or are being imported. */
export async function isTargetWaiting(executor: Executor, target: string): Promise<boolean> {
  const found = await executor
    .selectFrom('portal.push')
    .select('push_id')
    .where(isUnfinished)
    .where('target', '=', target)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Takes the oldest push that waits, or that a process has left. There is none while another process imports one: they are imported in the
 * order in which they arrived.
 */
export async function takeOldestPush(executor: Executor, now: Date, leasedUntil: Date): Promise<Push | undefined> {
  const taken = await executor
    .updateTable('portal.push')
    .set((eb) => ({ state: 'running', leased_until: leasedUntil, attempts: eb('attempts', '+', 1) }))
    .where('push_id', '=', (eb) =>
      eb
        .selectFrom('portal.push as oldest')
        .select('oldest.push_id')
        .where(sql<boolean>`oldest.state in ('waiting', 'running')`)
        .orderBy('oldest.push_id')
        .limit(1),
    )
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now)]))
    .where(isUnfinished)
    .returning('push_id')
    .executeTakeFirst()
  if (taken === undefined) return undefined
  return readPush(await selectPushes(executor).where('push_id', '=', taken.push_id).executeTakeFirstOrThrow())
}

/** Notes how many rows were read, and keeps the lease. */
export async function notePushProgress(
  executor: Executor,
  { pushId, attempts }: Pick<Push, 'pushId' | 'attempts'>,
  rows: number,
  leasedUntil: Date,
): Promise<void> {
  await executor
    .updateTable('portal.push')
    .set({ rows_read: rows, leased_until: leasedUntil })
    .where('push_id', '=', pushId)
    .where('attempts', '=', attempts)
    .where('state', '=', 'running')
    .execute()
}

/** Gives up the lease of a push that was not imported, so that it waits again. @param isTry false when it was not at fault. */
export async function releasePush(
  executor: Executor,
  { pushId, attempts }: Pick<Push, 'pushId' | 'attempts'>,
  isTry: boolean,
): Promise<void> {
  await executor
    .updateTable('portal.push')
    .set((eb) => ({ state: 'waiting', leased_until: null, attempts: eb('attempts', '-', isTry ? 0 : 1) }))
    .where('push_id', '=', pushId)
    .where('attempts', '=', attempts)
    .where('state', '=', 'running')
    .execute()
}

/** Stores the result of an import and deletes the body, unless another process has taken the push meanwhile. */
export async function endPush(
  tx: Tx,
  { pushId, attempts }: Pick<Push, 'pushId' | 'attempts'>,
  result: PushResult,
  endedAt: Date,
): Promise<void> {
  const ended = await tx
    .updateTable('portal.push')
    .set({
      state: result.state,
      ended_at: endedAt,
      leased_until: null,
      rows_read: result.rows,
      result: JSON.stringify(result),
    })
    .where('push_id', '=', pushId)
    .where('attempts', '=', attempts)
    .where('state', '=', 'running')
    .returning('push_id')
    .executeTakeFirst()
  if (ended !== undefined) await tx.deleteFrom('portal.push_part').where('push_id', '=', pushId).execute()
}

/** Reads the body of a push, one piece at a time. @throws Error when a piece is missing: another process has imported it meanwhile. */
export async function* readPushParts(db: Database, pushId: number, parts: number): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < parts; part += 1) {
    const row = await db
      .selectFrom('portal.push_part')
      .select('bytes')
      .where('push_id', '=', pushId)
      .where('part', '=', part)
      .executeTakeFirst()
    if (row === undefined) throw new Error('A piece of a body is missing')
    yield row.bytes
  }
}

/** Deletes pushes whose bodies began to arrive before a moment and never arrived whole. @returns how many. */
export async function deleteUnfinishedPushes(executor: Executor, before: Date): Promise<number> {
  const deleted = await executor
    .deleteFrom('portal.push')
    .where('received_at', '<', before)
    .where('state', '=', 'receiving')
    .returning('push_id')
    .execute()
  return deleted.length
}
