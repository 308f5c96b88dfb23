import { causeText, outageCauses } from '@coopline/rules/service/outage-display/incident.messages'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import { arrayLiteral } from '../../../platform/db/array-literal.ts'
import { type CorrectedStart, moveHistory } from './corrected-starts.store.ts'

/** Finds the time at which the outage system wrote the newest imported file; `undefined` before the first one. */
export async function findGeneratedAt(executor: Executor): Promise<Date | undefined> {
  const row = await executor
    .selectFrom('portal.outage_file')
    .select('generated_at')
    .where('only_row', '=', true)
    .executeTakeFirst()
  return row?.generated_at
}

export async function setGeneratedAt(tx: Tx, generatedAt: Date): Promise<void> {
  await tx
    .insertInto('portal.outage_file')
    .values({ generated_at: generatedAt })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ generated_at: generatedAt }))
    .execute()
}

export interface IncidentRow {
  readonly incident_id: string
  readonly is_active: boolean
  readonly started_at: Date
  readonly restored_at: Date | null
  readonly cause: string
  readonly crew: string
  readonly estimate_at: Date | null
  readonly customers: number
  readonly longitude: number | null
  readonly latitude: number | null
  readonly area: string
  /** The time at which the file was written. */
  readonly seen_at: Date
}

/** Inserts or replaces incidents. */
export async function upsertIncidents(tx: Tx, incidents: readonly IncidentRow[]): Promise<void> {
  await tx
    .insertInto('portal.outage_incident')
    .values([...incidents])
    .onConflict((conflict) =>
      conflict.column('incident_id').doUpdateSet((eb) => ({
        is_active: eb.ref('excluded.is_active'),
        started_at: eb.ref('excluded.started_at'),
        restored_at: eb.ref('excluded.restored_at'),
        cause: eb.ref('excluded.cause'),
        crew: eb.ref('excluded.crew'),
        estimate_at: eb.ref('excluded.estimate_at'),
        customers: eb.ref('excluded.customers'),
        longitude: eb.ref('excluded.longitude'),
        latitude: eb.ref('excluded.latitude'),
        area: eb.ref('excluded.area'),
        seen_at: eb.ref('excluded.seen_at'),
      })),
    )
    .execute()
}

export interface EstimateRow {
  readonly incident_id: string
  readonly stated_at: Date
  readonly estimate_at: Date | null
}

/** Inserts estimates that the outage system reported. */
export async function insertEstimates(tx: Tx, estimates: readonly EstimateRow[]): Promise<void> {
  if (estimates.length === 0) return
  await tx
    .insertInto('portal.outage_estimate')
    .values([...estimates])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Records the current estimate of each incident whose last recorded estimate differs. */
export async function noteCurrentEstimates(tx: Tx, incidentIds: readonly string[], statedAt: Date): Promise<void> {
  await sql`
    insert into portal.outage_estimate (incident_id, stated_at, estimate_at)
    select incident.incident_id, ${statedAt}::timestamptz, incident.estimate_at
    from portal.outage_incident as incident
    left join lateral (
      select true as is_known, estimate.estimate_at from portal.outage_estimate as estimate
      where estimate.incident_id = incident.incident_id order by estimate.stated_at desc limit 1) as last on true
    where incident.incident_id = any (${arrayLiteral(incidentIds)}::text::text[]) and incident.is_active
      and case when last.is_known then last.estimate_at is distinct from incident.estimate_at
        else incident.estimate_at is not null end
    on conflict (incident_id, stated_at) do update set estimate_at = excluded.estimate_at`.execute(tx)
}

/** Lists a page of active incidents, by id. */
export async function listActiveIncidents(
  executor: Executor,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await executor
    .selectFrom('portal.outage_incident')
    .select('incident_id')
    .where('is_active', '=', true)
    .where('incident_id', '>', after)
    .orderBy('incident_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.incident_id)
}

/** Lists a page of active incidents that no file since a time has. The caller ends them before it asks for the next page. */
export async function listUnseenIncidents(executor: Executor, since: Date, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ incident_id: string }>`
    select incident_id from portal.outage_incident
    where is_active and coalesce(seen_at, started_at) < ${since}::timestamptz
    order by coalesce(seen_at, started_at), incident_id limit ${limit}`.execute(executor)
  return rows.map((row) => row.incident_id)
}

/** Ends incidents at a time, or at their start if that is later. */
export async function endIncidents(tx: Tx, incidentIds: readonly string[], endedAt: Date): Promise<void> {
  await sql`
    update portal.outage_incident set is_active = false, restored_at = greatest(started_at, ${endedAt}::timestamptz)
    where incident_id = any (${arrayLiteral(incidentIds)}::text::text[])`.execute(tx)
}

/** Marks every account of the incidents as unaffected, before the import marks those in the file. */
export async function clearAffected(tx: Tx, incidentIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('portal.outage_incident_account')
    .set({ is_affected: false })
    .where('incident_id', '=', sql<string>`any (${arrayLiteral(incidentIds)}::text::text[])`)
    .execute()
}

/** The ways an incident can list affected accounts. */
const sources = {
  account: sql`select account_number from cis.account where account_number = named.name`,
  meter: sql`select account_number from cis.meter where meter_number = named.name`,
  feeder: sql`select account_number from cis.meter where feeder = named.name`,
} as const

/** Marks the accounts behind an incident's names as affected. @returns names without an account, at most 100. */
export async function markAffected(
  tx: Tx,
  incidentId: string,
  kind: keyof typeof sources,
  names: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    with named as materialized (select distinct name from unnest(${arrayLiteral(names)}::text::text[]) as given (name)),
    found as materialized (
      select named.name, account.account_number from named
      left join lateral (${sources[kind]}) as account on true),
    marked as (
      insert into portal.outage_incident_account (incident_id, account_number, is_affected)
      select distinct ${incidentId}, account_number, true from found where account_number is not null
      on conflict (incident_id, account_number) do update set is_affected = true)
    select name from found where account_number is null order by name limit 100`.execute(tx)
  return rows.map((row) => row.name)
}

const windowSize = 5_000

/**
 * Updates the outage status, estimate and history of the next accounts of the incidents.
 *
 * @param restoredAt restoration time for accounts that an active incident no longer lists.
 * @param corrected incidents with a corrected start, whose history moves.
 * @returns the last account, to continue from; `null` after the last page.
 */
export async function updatePower(
  tx: Tx,
  incidentIds: readonly string[],
  after: string,
  { restoredAt, corrected }: { readonly restoredAt: Date; readonly corrected: readonly CorrectedStart[] },
): Promise<string | null> {
  const { rows } = await sql<{ account_number: string }>`
    select distinct account_number from portal.outage_incident_account
    where incident_id = any (${arrayLiteral(incidentIds)}::text::text[]) and account_number > ${after}
    order by account_number limit ${windowSize}`.execute(tx)
  const accountNumbers = rows.map((row) => row.account_number)
  await moveHistory(tx, accountNumbers, corrected)
  const accounts = arrayLiteral(accountNumbers)
  await updateOutages(tx, accounts)
  await updateHistory(tx, accounts, incidentIds, restoredAt)
  return rows.length < windowSize ? null : (rows.at(-1)?.account_number ?? null)
}

/**
 * An account is out while any active incident affects it, until the latest of their estimates. Reads account by account, by index:
 * the rows of the same import have no statistics yet, and a plan over all of them at once compares each with every account.
 */
const updateOutages = async (tx: Tx, accounts: string): Promise<unknown> =>
  sql`
  insert into cis.outage (account_number, is_out, restored_at)
  select named.account_number, state.is_out, state.restored_at
  from unnest(${accounts}::text::text[]) as named (account_number)
  cross join lateral (
    select bool_or(incident.is_active and link.is_affected) as is_out,
      case when bool_or(incident.is_active and link.is_affected and incident.estimate_at is null) then null
        else max(incident.estimate_at) filter (where incident.is_active and link.is_affected) end as restored_at
    from portal.outage_incident_account as link
    join portal.outage_incident as incident on incident.incident_id = link.incident_id
    where link.account_number = named.account_number) as state
  on conflict (account_number) do update set is_out = excluded.is_out, restored_at = excluded.restored_at
  where (outage.is_out, outage.restored_at) is distinct from (excluded.is_out, excluded.restored_at)`.execute(tx)

/** The history has the cooperative's own words, which are English. */
const descriptions = JSON.stringify(Object.fromEntries(outageCauses.map((cause) => [cause, causeText(cause, 'en')])))

const updateHistory = async (
  tx: Tx,
  accounts: string,
  incidentIds: readonly string[],
  restoredAt: Date,
): Promise<unknown> =>
  sql`
  insert into cis.outage_history (account_number, interrupted_at, restored_at, description)
  select named.account_number, past.started_at, past.restored_at, ${descriptions}::jsonb ->> past.cause
  from unnest(${accounts}::text::text[]) as named (account_number)
  cross join lateral (
    select distinct on (incident.started_at) incident.started_at, incident.cause,
      case when incident.is_active and link.is_affected then null
        else coalesce(incident.restored_at, greatest(incident.started_at, ${restoredAt}::timestamptz)) end as restored_at
    from portal.outage_incident_account as link
    join portal.outage_incident as incident on incident.incident_id = link.incident_id
    where link.account_number = named.account_number
      and link.incident_id = any (${arrayLiteral(incidentIds)}::text::text[])
    order by incident.started_at, incident.is_active desc) as past
  on conflict (account_number, interrupted_at) do update set restored_at = excluded.restored_at
  where (outage_history.restored_at is null) <> (excluded.restored_at is null)`.execute(tx)

/** Replaces the territory. */
export async function setTerritory(tx: Tx, body: string): Promise<void> {
  await tx
    .insertInto('portal.territory')
    .values({ body })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ body }))
    .execute()
}

export interface IncidentOfAccount {
  readonly started_at: Date
  readonly cause: string
  readonly crew: string
  readonly customers: number
  readonly first_estimate_at: Date | null
}

/** The active incident that affects an account; if several do, the one with the latest estimate. */
export const findIncidentOf = async (
  executor: Executor,
  accountNumber: string,
): Promise<IncidentOfAccount | undefined> =>
  executor
    .selectFrom('portal.outage_incident_account as link')
    .innerJoin('portal.outage_incident as incident', 'incident.incident_id', 'link.incident_id')
    .select(['incident.started_at', 'incident.cause', 'incident.crew', 'incident.customers'])
    .select((eb) =>
      eb
        .selectFrom('portal.outage_estimate as estimate')
        .select('estimate.estimate_at')
        .whereRef('estimate.incident_id', '=', 'incident.incident_id')
        .where('estimate.estimate_at', 'is not', null)
        .orderBy('estimate.stated_at')
        .limit(1)
        .as('first_estimate_at'),
    )
    .where('link.account_number', '=', accountNumber)
    .where('link.is_affected', '=', true)
    .where('incident.is_active', '=', true)
    .orderBy('incident.estimate_at', (order) => order.desc().nullsFirst())
    .orderBy('incident.incident_id')
    .limit(1)
    .executeTakeFirst()
