import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'
import { minCustomers } from './displayed-customers.ts'

export interface ActiveIncident {
  readonly id: string
  readonly startedAt: string
  readonly cause: string
  readonly crew: string
  readonly estimate: string | null
  readonly firstEstimate: string | null
  readonly customers: number
  readonly longitude: number | null
  readonly latitude: number | null
  readonly area: string
}

export interface OutageFacts {
  readonly generatedAt: string | null
  readonly incidentCount: number
  readonly customers: number | null
  readonly incidents: readonly ActiveIncident[]
  readonly areas: readonly { readonly id: string; readonly incidentCount: number; readonly customers: number | null }[]
}

/** Maximum incidents in the list; the totals count all of them. */
const maxIncidents = 500
/** Maximum incidents of a file. */
const maxCounted = 50_000

/** The customers of an incident for sums and order: a hidden count is the minimum, so neither reveals it. */
const masked = sql`case when customers between 1 and ${minCustomers - 1}::integer then ${minCustomers}::integer else customers end`

/** Sums masked customers; null where the only incident with customers has a hidden count. */
const total = sql`case when count(*) filter (where customers > 0) = 1 and max(customers) < ${minCustomers}::integer then null
  else coalesce(sum(masked), 0) end`

/** Loads everything the public page shows in one statement, so that its figures are consistent. */
export async function loadOutageFacts(executor: Executor): Promise<OutageFacts> {
  const { rows } = await sql<{ facts: OutageFacts }>`
    with active as materialized (
      select incident_id, started_at, cause, crew, estimate_at, customers, ${masked} as masked, longitude, latitude, area
      from portal.outage_incident where is_active order by customers desc, incident_id limit ${maxCounted}),
    listed as materialized (select * from active order by masked desc, incident_id limit ${maxIncidents})
    select json_build_object(
      'generatedAt', (select generated_at from portal.outage_file where only_row),
      'incidentCount', (select count(*) from active),
      'customers', (select ${total} from active),
      'incidents', coalesce((select json_agg(json_build_object(
        'id', incident_id, 'startedAt', started_at, 'cause', cause, 'crew', crew, 'estimate', estimate_at,
        'firstEstimate', (select estimate.estimate_at from portal.outage_estimate as estimate
          where estimate.incident_id = listed.incident_id and estimate.estimate_at is not null
          order by estimate.stated_at limit 1),
        'customers', customers, 'longitude', longitude, 'latitude', latitude, 'area', area)
        order by masked desc, incident_id) from listed), '[]'),
      'areas', coalesce((select json_agg(json_build_object(
        'id', area, 'incidentCount', incidents, 'customers', customers) order by masked desc, area)
        from (select area, count(*) as incidents, ${total} as customers, sum(masked) as masked from active
          where area <> '' group by area) as totals), '[]')) as facts`.execute(executor)
  const [row] = rows
  if (row === undefined) throw new Error('The outages were not read')
  return row.facts
}

/** The imported territory; `undefined` without one. */
export async function findTerritory(executor: Executor): Promise<string | undefined> {
  const row = await executor
    .selectFrom('portal.territory')
    .select('body')
    .where('only_row', '=', true)
    .executeTakeFirst()
  return row?.body
}
