import { sql } from 'kysely'
import { arrayLiteral } from '../../../platform/db/array-literal.ts'
import type { Tx } from '../../../platform/db/open-database.ts'

/** An incident whose start the outage system corrected. */
export interface CorrectedStart {
  readonly incidentId: string
  /** The start that earlier files gave. */
  readonly wrongStart: Date
}

/** Finds incidents of a file that are known with another start. Call it before the file's incidents are written. */
export async function listCorrectedStarts(
  tx: Tx,
  incidents: readonly { readonly incident_id: string; readonly started_at: Date }[],
): Promise<readonly CorrectedStart[]> {
  const starts = new Map(incidents.map(({ incident_id, started_at }) => [incident_id, started_at.getTime()]))
  const known = await tx
    .selectFrom('portal.outage_incident')
    .select(['incident_id', 'started_at'])
    .where('incident_id', '=', sql<string>`any (${arrayLiteral([...starts.keys()])}::text::text[])`)
    .execute()
  return known
    .filter((row) => starts.get(row.incident_id) !== row.started_at.getTime())
    .map((row) => ({ incidentId: row.incident_id, wrongStart: row.started_at }))
}

/**
 * Moves the past outages of accounts from a wrong start to the corrected one. A row at the wrong start stays while another
 * incident of the account has that start. Reads account by account, by index, as `updatePower` does.
 */
export async function moveHistory(
  tx: Tx,
  accounts: readonly string[],
  corrected: readonly CorrectedStart[],
): Promise<void> {
  if (corrected.length === 0 || accounts.length === 0) return
  await sql`
    with corrected as materialized (
      select * from unnest(
        ${arrayLiteral(corrected.map(({ incidentId }) => incidentId))}::text::text[],
        ${arrayLiteral(corrected.map(({ wrongStart }) => wrongStart.toISOString()))}::text::timestamptz[]
      ) as given (incident_id, wrong_start)),
    moved as materialized (
      select named.account_number, past.wrong_start, past.started_at
      from unnest(${arrayLiteral(accounts)}::text::text[]) as named (account_number)
      cross join lateral (
        select corrected.wrong_start, incident.started_at
        from portal.outage_incident_account as link
        join corrected on corrected.incident_id = link.incident_id
        join portal.outage_incident as incident on incident.incident_id = link.incident_id
        where link.account_number = named.account_number
          and not exists (
            select 1 from portal.outage_incident_account as other
            join portal.outage_incident as same on same.incident_id = other.incident_id
            where other.account_number = named.account_number and same.started_at = corrected.wrong_start)) as past),
    removed as (
      delete from cis.outage_history as history using moved
      where history.account_number = moved.account_number and history.interrupted_at = moved.wrong_start
      returning history.account_number, moved.started_at, history.restored_at, history.description)
    insert into cis.outage_history (account_number, interrupted_at, restored_at, description)
    select account_number, started_at,
      case when restored_at is null then null else greatest(restored_at, started_at) end, description
    from removed
    on conflict (account_number, interrupted_at) do nothing`.execute(tx)
}
