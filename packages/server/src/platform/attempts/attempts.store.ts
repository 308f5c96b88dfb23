import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../db/open-database.ts'

export interface CountedLimit {
  readonly kind: string
  readonly subject: string
  readonly windowSeconds: number
  readonly limit: number
  readonly adds?: 0 | 1
}

export interface CounterRow {
  readonly kind: string
  readonly subject: string
  readonly attempts: number
  readonly refused: number
  /** The oldest attempt that counts; `null` when none does. */
  readonly oldest: Date | null
}

type Key = Pick<CounterRow, 'kind' | 'subject'>

/** The one order in which rows of counters are locked, so that two statements never wait for each other. */
const inLockingOrder = <K extends Key>(keys: readonly K[]): readonly K[] =>
  keys.toSorted((a, b) => (keyText(a) < keyText(b) ? -1 : 1))

const keyText = ({ kind, subject }: Key): string => `${kind}\n${subject}`

/** Adds an attempt to each counter that has room for it, and deletes those that have left its window. */
export async function upsertAttempts(
  executor: Executor,
  limits: readonly CountedLimit[],
  now: Date,
): Promise<readonly CounterRow[]> {
  const result = await sql<CounterRow>`${addAttempts(sql`values ${attemptRows(limits, now)}`, now)}`.execute(executor)
  return result.rows
}

const attemptRows = (limits: readonly CountedLimit[], now: Date) =>
  sql.join(
    inLockingOrder(limits).map(({ kind, subject, windowSeconds, limit, adds = 1 }) => {
      const forgetAt = new Date(now.getTime() + windowSeconds * 1000)
      return sql`(${kind}, ${subject}, ${limit}::integer, ${windowSeconds}::integer,
        array_fill(${now}::timestamptz, array[${adds}::integer]), ${forgetAt}::timestamptz)`
    }),
  )

const addAttempts = (attempts: RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`
  insert into portal.attempt_counter as counter (kind, subject, max_attempts, window_seconds, attempted_at, expires_at)
  ${attempts}
  on conflict (kind, subject) do update set
    max_attempts = excluded.max_attempts,
    window_seconds = excluded.window_seconds,
    expires_at = excluded.expires_at,
    (attempted_at, refused) = (
      select
        case when count(t) < excluded.max_attempts
          then coalesce(array_agg(t order by t), '{}') || excluded.attempted_at
          else array_agg(t order by t) end,
        case when count(t) < excluded.max_attempts then 0 else counter.refused + 1 end
      from unnest(counter.attempted_at) as t
      where t > ${now}::timestamptz - make_interval(secs => excluded.window_seconds))
  returning kind, subject, cardinality(attempted_at) as attempts, refused, attempted_at[1] as oldest`

/**
 * Builds a part of a larger statement (`with counted as (…)`) that counts attempts once for each row of another part.
 * Its rows are `CounterRow`s.
 *
 * @param from the name of the other part, which has one row at most. Without a row, nothing is counted.
 */
export const addAttemptsFor = (from: string, limits: readonly CountedLimit[], now: Date): RawBuilder<unknown> =>
  addAttempts(
    sql`
    select attempt.* from ${sql.ref(from)}
    cross join (values ${attemptRows(limits, now)}) as attempt (kind, subject, max_attempts, window_seconds, attempted_at, expires_at)
    order by (attempt.kind || chr(10) || attempt.subject) collate "C"`,
    now,
  )

/**
 * Reads a counter without adding to it; `refused` is not 0 when it has no room.
 *
 * @param lock `share` waits for transactions that are adding to it, and makes others wait until this one ends.
 * @returns `undefined` when nothing was ever counted.
 */
export async function findCounter(
  executor: Executor,
  { kind, subject, windowSeconds, limit }: CountedLimit,
  now: Date,
  lock?: 'share',
): Promise<CounterRow | undefined> {
  const since = new Date(now.getTime() - windowSeconds * 1000)
  const live = sql`from unnest(counter.attempted_at) as t where t > ${since}::timestamptz`
  const result = await sql<CounterRow>`
    select kind, subject, (select count(*)::integer ${live}) as attempts,
      case when (select count(*) ${live}) < ${limit}::integer then 0 else 1 end as refused,
      (select min(t) ${live}) as oldest
    from portal.attempt_counter as counter where kind = ${kind} and subject = ${subject}
    ${lock === undefined ? sql`` : sql`for share of counter`}`.execute(executor)
  return result.rows[0]
}

/** Removes one attempt of that moment from each counter. */
export async function removeAttempts(
  executor: Executor,
  counts: readonly { readonly kind: string; readonly subject: string; readonly now: Date }[],
): Promise<void> {
  const keys = counts.map(({ kind, subject, now }) => sql`(${kind}, ${subject}, ${now}::timestamptz)`)
  await sql`
    with gone (kind, subject, attempted_at) as (values ${sql.join(keys)}),
    locked as (
      select counter.kind, counter.subject, gone.attempted_at
      from portal.attempt_counter counter join gone on counter.kind = gone.kind and counter.subject = gone.subject
      order by (counter.kind || chr(10) || counter.subject) collate "C"
      for update of counter)
    update portal.attempt_counter as counter
    set attempted_at = counter.attempted_at[:array_position(counter.attempted_at, locked.attempted_at) - 1]
                || counter.attempted_at[array_position(counter.attempted_at, locked.attempted_at) + 1:]
    from locked
    where counter.kind = locked.kind and counter.subject = locked.subject
      and locked.attempted_at = any (counter.attempted_at)`.execute(executor)
}

/** Deletes counters. @returns how many attempts they had counted. */
export async function deleteAttempts(executor: Executor, keys: readonly Key[]): Promise<number> {
  const pairs = inLockingOrder(keys).map(({ kind, subject }) => sql`(${kind}, ${subject})`)
  const result = await sql<{ attempts: number }>`
    delete from portal.attempt_counter where (kind, subject) in (${sql.join(pairs)})
    returning cardinality(attempted_at) as attempts`.execute(executor)
  return result.rows.reduce((sum, { attempts }) => sum + attempts, 0)
}
