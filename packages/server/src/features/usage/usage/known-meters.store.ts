import { sql } from 'kysely'
import { arrayLiteral } from '../../../platform/db/array-literal.ts'
import type { Executor } from '../../../platform/db/open-database.ts'

/** Meter fields that an import needs. */
export interface MeterOnFile {
  readonly unit: string
  readonly intervalMinutes: number | null
  /** The meter also measures energy sent to the grid. */
  readonly isNetMetered: boolean
}

/** Looks up the meters of some rows, keyed by account and meter number separated by a space. */
export async function listKnownMeters(
  executor: Executor,
  rows: readonly { readonly accountNumber: string; readonly meterNumber: string }[],
): Promise<ReadonlyMap<string, MeterOnFile>> {
  const named = [...new Map(rows.map((row) => [`${row.accountNumber} ${row.meterNumber}`, row])).values()]
  const { rows: found } = await sql<MeterOnFile & { readonly key: string }>`
    select meter.account_number || ' ' || meter.meter_number as key, unit, interval_minutes as "intervalMinutes",
      is_net_metered as "isNetMetered"
    from unnest(${arrayLiteral(named.map((one) => one.accountNumber))}::text::text[],
      ${arrayLiteral(named.map((one) => one.meterNumber))}::text::text[]) as given (account_number, meter_number)
    join cis.meter as meter on meter.account_number = given.account_number and meter.meter_number = given.meter_number`.execute(
    executor,
  )
  return new Map(found.map(({ key, ...meter }) => [key, meter]))
}
