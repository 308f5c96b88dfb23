import { featureData } from '../../features.ts'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'

const database = useTestDatabase()
const source = join(import.meta.dirname, '../..')

/** Tables with an account and a day whose rows are no history: each import replaces the one row of the account. */
const current = [
  'cis.account',
  'cis.account_detail',
  'cis.account_preference',
  'cis.arrangement',
  'cis.balance',
  'cis.draft',
  'cis.outage',
  // Applications for new service name no account of a member.
  'cis.service_application',
]

/** Stores that read these tables themselves, and why. */
const meant: Readonly<Record<string, string>> = {
  'features/site/integration/bill-totals.store.ts': 'imports check what they wrote',
  'features/messages/notifications/due-notices.store.ts':
    'a window reads an index alone, and its rows are checked by the view',
  'features/service/outage/corrected-starts.store.ts': 'the outage system corrects the history of every account',
  'features/service/outage/incidents.store.ts':
    'the outage system writes the history, and finds accounts by their meters now',
  'features/usage/usage/daily-charges.store.ts': 'every statement asks for the days of the holder only',
  'features/usage/usage/known-meters.store.ts': 'imports look up the meters of readings',
  'features/usage/usage/readings.store.ts': 'every statement asks for the days of the holder only',
  'features/usage/usage/write-readings.store.ts': 'imports write readings',
  'platform/doctor/doctor.store.ts': 'the newest bill of all',
}

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
}

async function listColumns(): Promise<readonly Column[]> {
  const rows = await database.runScript(`
    select table_schema || '.' || table_name as table, column_name::text as column, udt_name::text as type
    from information_schema.columns where table_schema in ('cis', 'meter') order by ordinal_position`)
  return rows.map((row) => ({
    table: String(row['table']),
    column: String(row['column']),
    type: String(row['type']),
  }))
}

const viewOf = (table: string) => table.replace('cis.', 'cis.holder_')

describe('the views of what the present holder of an account may read', () => {
  it('exist for every table of the cooperative with dated rows of an account, with all of its columns [REQ-D-308]', async () => {
    const columns = await listColumns()
    const of = (table: string) => columns.filter((one) => one.table === table).map(({ column, type }) => [column, type])
    const dated = [...new Set(columns.map(({ table }) => table))].filter(
      (table) =>
        table.startsWith('cis.') &&
        !table.startsWith('cis.holder_') &&
        of(table).some(([column]) => column === 'account_number') &&
        of(table).some(([, type]) => type === 'date' || type === 'timestamptz') &&
        !current.includes(table),
    )
    expect(dated).toContain('cis.bill')
    const views = [...dated, 'cis.bill_line'].map((table) => [viewOf(table), of(viewOf(table))])
    expect(views).toEqual([...dated, 'cis.bill_line'].map((table) => [viewOf(table), of(table)]))
  })

  it('are what the stores read in place of the tables [REQ-D-308, SEC-73]', async () => {
    const views = new Set(
      (await listColumns()).map(({ table }) => table).filter((name) => name.startsWith('cis.holder_')),
    )
    const tables = [
      ...[...views].map((view) => view.replace('holder_', '')),
      ...featureData.distributed.tables.map(({ table }) => table),
    ]
    const pattern = new RegExp(
      String.raw`(?:\b(?:from|join)\s+|(?:from|join)\w*\(\s*'|table\(')(?:${tables.join('|')})\b`,
      'iu',
    )
    const readers = globSync('**/*.store.ts', { cwd: source }).filter((file) =>
      pattern.test(readFileSync(join(source, file), 'utf8')),
    )
    expect(readers.toSorted()).toEqual(Object.keys(meant).toSorted())
  })
})
