import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type RawBuilder, sql } from 'kysely'
import { arrayLiteral } from '../../../platform/db/array-literal.ts'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { ColumnType } from './bundle-columns.ts'
import {
  type BundleFile,
  type BundleParent,
  changesThroughEvent,
  heldSince,
  paymentsThroughEvent,
} from './bundle-file.ts'
import type { RowValues } from './check-row.ts'
import { rowsAsTable } from '../../../platform/db/rows-as-table.ts'

export interface UpsertOptions {
  readonly today: CalendarDate
  readonly takesOlder: boolean
}

export interface WrittenRows {
  readonly added: number
  readonly changed: number
}

/**
 * Upserts rows into the table of a bundle's file; equal rows are not written. Keys must be unique in `rows`, and the rows
 * that they reference must exist.
 *
 * @param options.today the day from which the member of a row holds the account that another member held, unless the row has the day.
 * @param options.takesOlder true when a balance may include fewer payments than the one before.
 */
export async function upsertRows(
  db: Executor,
  file: BundleFile,
  rows: readonly RowValues[],
  options: UpsertOptions,
): Promise<WrittenRows> {
  const stored = file.columns.flatMap((column, index) =>
    column.stored ? [{ name: column.name, type: column.kind.type, index }] : [],
  )
  const values = rows.map((row) => stored.map((column) => row[column.index] ?? null))
  const names = sql.join(stored.map((column) => sql.ref(column.name)))
  const written = await sql<{ added: number; changed: number }>`
    with written as (
      insert into ${sql.table(file.table)} as kept (${names})
      select * from ${rowsAsTable(stored, values)}
      on conflict (${sql.join(file.key.map((name) => sql.ref(name)))}) ${whenThere(file, options)}
      returning (xmax = 0) as is_new
    )
    select count(*) filter (where is_new)::int as added, count(*) filter (where not is_new)::int as changed from written
  `.execute(db)
  return written.rows[0] ?? { added: 0, changed: 0 }
}

/**
 * The conflict clause of an existing key: updates the other columns where one of them differs. The last event that a row
 * includes never decreases, or a member's change that the cooperative has dealt with would return. The day from which a member holds an
 * account stays, and is `today` for another member than before, so that no file without it shows the next holder what is earlier.
 */
function whenThere(file: BundleFile, { today, takesOlder }: UpsertOptions) {
  const others = file.columns.filter((column) => column.stored && !file.key.includes(column.name))
  if (others.length === 0) return sql`do nothing`
  const valueOf = ({ name }: { readonly name: string }) => {
    const given = sql.ref(`excluded.${name}`)
    if (name === heldSince)
      return sql`coalesce(${given}, case when kept.member_number = excluded.member_number then kept.held_since else ${today}::date end)`
    const isHighest = name === changesThroughEvent || (name === paymentsThroughEvent && !takesOlder)
    return isHighest ? sql`greatest(${sql.ref(`kept.${name}`)}, ${given})` : given
  }
  const kept = sql.join(others.map((column) => sql.ref(`kept.${column.name}`)))
  const next = sql.join(others.map(valueOf))
  const set = sql.join(others.map((column) => sql`${sql.ref(column.name)} = ${valueOf(column)}`))
  return sql`do update set ${set} where (${kept}) is distinct from (${next})`
}

/**
 * Finds the given keys of another table that are not on file.
 *
 * @param keys values of `parent.key`, each with the type that it has in the database.
 * @returns indexes into `keys`.
 */
export async function listUnknownParents(
  db: Executor,
  parent: BundleParent,
  types: readonly ColumnType[],
  keys: readonly RowValues[],
): Promise<ReadonlySet<number>> {
  const names = parent.key.map((name) => sql.ref(name))
  const same = parent.key.map((name) => sql`known.${sql.ref(name)} = asked.${sql.ref(name)}`)
  const given = rowsAsTable(
    types.map((type) => ({ type })),
    keys,
  )
  const found = await sql<{ place: number }>`
    select asked.place::int as place from ${given} with ordinality as asked (${sql.join(names)}, place)
    where not exists (select from ${sql.table(parent.table)} known where ${sql.join(same, sql` and `)})
  `.execute(db)
  return new Set(found.rows.map((row) => row.place - 1))
}

/** The number of the last event that the portal has issued, also when a restore lost it or retention deleted it; 0 when it has issued none. */
export async function findLastEventId(db: Executor): Promise<number> {
  const { rows } = await sql<{ id: number }>`select outbox.lowest_unsettled_event() - 1 as id`.execute(db)
  return rows[0]?.id ?? 0
}

/** The last events that the accounts' balances on file include, by account; an account whose balances named none is absent. */
export async function findPaymentsThrough(
  db: Executor,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ account_number: string; payments_through_event: number }>`
    select account_number, payments_through_event from cis.balance
    where account_number = any (${arrayLiteral(accountNumbers)}::text::text[]) and payments_through_event is not null
  `.execute(db)
  return new Map(rows.map((row) => [row.account_number, row.payments_through_event]))
}

/** The last event about an account or a member that a row includes. */
export interface Acknowledgement {
  /** The account's or the member's number. */
  readonly subject: string
  /** The last event that the row includes; `null` when the row names none. */
  readonly throughEvent: string | null
}

export interface Acknowledged {
  /** The number of payments that the portal no longer subtracts from balances. */
  readonly credits: number
  readonly events: number
}

/** Acknowledgements as a table with a subject and an event to a row. */
const asTable = (acknowledgements: readonly Acknowledgement[]) => sql`unnest(
    ${arrayLiteral(acknowledgements.map((one) => one.subject))}::text::text[],
    ${arrayLiteral(acknowledgements.map((one) => one.throughEvent))}::text::bigint[]
  ) as through (subject, event_id)`

/** Kinds of events, such as `profile.%`, that an import acknowledges. Other kinds wait for their own acknowledgement. */
type EventKinds = readonly [string, ...string[]]

/**
 * Marks as acknowledged the waiting events of these kinds, of each subject up to its number.
 *
 * @param subject what an event is about: a text in the columns of `event`.
 */
const acknowledge = (
  acknowledgements: readonly Acknowledgement[],
  { kinds, subject, now }: { readonly kinds: EventKinds; readonly subject: RawBuilder<string>; readonly now: Date },
) => sql`
  update outbox.event event set acknowledged_at = ${now} from ${asTable(acknowledgements)}
  where ${subject} = through.subject and event.id <= through.event_id
    and event.kind like any(${arrayLiteral(kinds)}::text::text[]) and event.acknowledged_at is null
  returning event.id`

const ofAccount = sql<string>`event.account_number`
const ofMember = sql<string>`event.body ->> 'memberNumber'`

/**
 * Records that balances include each account's payments up to an event. The portal no longer subtracts those payments,
 * and their events are acknowledged.
 */
export async function acknowledgePayments(
  tx: Tx,
  acknowledgements: readonly Acknowledgement[],
  now: Date,
): Promise<Acknowledged> {
  const kinds = [
    'payment-confirmed',
    'payment-refunded',
    'payment-returned',
    'payment-return-fee',
    'payment-reinstated',
  ] as const
  const done = await sql<Acknowledged>`
    with settled as (
      delete from pay.unacknowledged_credit credit using ${asTable(acknowledgements)}
      where credit.account_number = through.subject and credit.event_id <= through.event_id
      returning credit.event_id
    ), acknowledged as (${acknowledge(acknowledgements, { kinds, subject: ofAccount, now })})
    select (select count(*) from settled)::int as credits, (select count(*) from acknowledged)::int as events
  `.execute(tx)
  return done.rows[0] ?? { credits: 0, events: 0 }
}

/**
 * Records that rows include, or reject, each account's profile changes up to an event. Those changes no longer override the
 * cooperative's copy, and their events are acknowledged.
 */
export async function acknowledgeProfileChanges(
  tx: Tx,
  acknowledgements: readonly Acknowledgement[],
  now: Date,
): Promise<Acknowledged> {
  const done = await sql<{ events: number }>`
    with taken as (
      delete from portal.profile_change change using ${asTable(acknowledgements)}
      where change.account_number = through.subject and change.event_id <= through.event_id
    ), acknowledged as (${acknowledge(acknowledgements, { kinds: ['profile.%'], subject: ofAccount, now })})
    select (select count(*) from acknowledged)::int as events
  `.execute(tx)
  return { credits: 0, events: done.rows[0]?.events ?? 0 }
}

/** Records that rows include what each member chose up to an event. Readers compare the numbers (decision 0018). */
export async function acknowledgeMemberChoices(
  tx: Tx,
  acknowledgements: readonly Acknowledgement[],
  now: Date,
): Promise<Acknowledged> {
  const kinds = ['member.profile-changed'] as const
  const acknowledged = await acknowledge(acknowledgements, { kinds, subject: ofMember, now }).execute(tx)
  return { credits: 0, events: acknowledged.rows.length }
}

/** Records that rows include what was chosen for each account up to an event. Readers compare the numbers. */
export async function acknowledgeAccountChoices(
  tx: Tx,
  acknowledgements: readonly Acknowledgement[],
  now: Date,
): Promise<Acknowledged> {
  const kinds = ['account.paperless-changed', 'account.roundup-changed'] as const
  const acknowledged = await acknowledge(acknowledgements, { kinds, subject: ofAccount, now }).execute(tx)
  return { credits: 0, events: acknowledged.rows.length }
}

/** Records that rows include, or reject, changes to each account's billing type up to an event. Reads compare the numbers. */
export async function acknowledgeBillingChoices(
  tx: Tx,
  acknowledgements: readonly Acknowledgement[],
  now: Date,
): Promise<Acknowledged> {
  const kinds = ['account.average-billing-changed'] as const
  const acknowledged = await acknowledge(acknowledgements, { kinds, subject: ofAccount, now }).execute(tx)
  return { credits: 0, events: acknowledged.rows.length }
}

/**
 * Records that rows include, or reject, what members changed of drafts up to an event. The bank numbers of a draft that was
 * set up here stay only while the cooperative's copy has that draft: a later row that names no event ends them too. Of a short
 * number we keep fewer digits than it may have.
 */
export async function acknowledgeDrafts(
  tx: Tx,
  acknowledgements: readonly Acknowledgement[],
  now: Date,
): Promise<Acknowledged> {
  const done = await sql<{ events: number }>`
    with ended as (
      delete from portal.draft draft using cis.draft filed
      where draft.account_number = any(${arrayLiteral(acknowledgements.map((one) => one.subject))}::text::text[])
        and filed.account_number = draft.account_number and draft.event_id <= filed.changes_through_event
        and not (filed.draft_type <> '' and (filed.account_ending = draft.account_ending
          or (length(draft.account_ending) = 2 and right(filed.account_ending, 2) = draft.account_ending)))
    ), acknowledged as (${acknowledge(acknowledgements, { kinds: ['draft.%'], subject: ofAccount, now })})
    select (select count(*) from acknowledged)::int as events
  `.execute(tx)
  return { credits: 0, events: done.rows[0]?.events ?? 0 }
}

/** Records that rows include, or reject, the arrangements that members made up to an event. Readers compare the numbers. */
export async function acknowledgeArrangements(
  tx: Tx,
  acknowledgements: readonly Acknowledgement[],
  now: Date,
): Promise<Acknowledged> {
  const acknowledged = await acknowledge(acknowledgements, {
    kinds: ['arrangement.%'],
    subject: ofAccount,
    now,
  }).execute(tx)
  return { credits: 0, events: acknowledged.rows.length }
}

/** Imports with different locks write different tables, so a long readings file does not delay outages. */
const importLocks = { copy: 8675311, readings: 8675316, weather: 8675317 } as const
export type ImportLock = keyof typeof importLocks

/** Excludes other imports with the same lock until the transaction ends. @returns false when one holds it. */
export async function takeImportLock(tx: Tx, lock: ImportLock): Promise<boolean> {
  const answer = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${importLocks[lock]}::bigint) as taken`.execute(tx)
  return answer.rows[0]?.taken ?? false
}

/** Lets the statements of a transaction take as long as those of an import at the command line: no one waits for them at a screen. */
export async function allowLongStatements(tx: Tx): Promise<void> {
  // `set local` takes no parameters.
  await sql`select set_config('statement_timeout', '60s', true),
    set_config('idle_in_transaction_session_timeout', '240s', true)`.execute(tx)
}

export async function setSavepoint(tx: Tx): Promise<void> {
  await sql`savepoint rows`.execute(tx)
}

export async function rollBackToSavepoint(tx: Tx): Promise<void> {
  await sql`rollback to savepoint rows`.execute(tx)
}

export async function releaseSavepoint(tx: Tx): Promise<void> {
  await sql`release savepoint rows`.execute(tx)
}
