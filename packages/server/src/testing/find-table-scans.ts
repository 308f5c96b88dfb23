import type { OpenDatabase } from '../platform/db/open-database.ts'

/** Tables of a few rows, however large the cooperative. */
const smallTables = new Set([
  'setting',
  'setting_version',
  'demo_cooperative',
  'alarm',
  'app_key',
  'financial_institution',
  'run',
  'bank_file',
])

/**
 * Partial indexes of rows that wait for a job or a person. They stay small in a cooperative of any size. Any other
 * index may be as long as its table.
 */
const smallIndexes = new Set(['payment_open', 'payment_under_review', 'event_waiting', 'run_item_for_file'])

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly Plan[]
}

/**
 * Makes the planner assume that every table has a million rows, so it uses an index wherever one fits. Drops partitions of future
 * months, which have no rows yet.
 *
 * @returns tables that never had a row, whose statistics cannot be changed.
 */
export async function pretendMillions(database: OpenDatabase): Promise<readonly string[]> {
  const ofPortal = `relkind = 'r' and relnamespace in (select oid from pg_namespace where nspname in ('portal', 'cis', 'outbox', 'pay', 'meter'))`
  await database.runScript(
    `update pg_class set reltuples = 1e6, relpages = greatest(1, pg_relation_size(oid) / 8192) where ${ofPortal}`,
  )
  const empty = await database.runScript(
    `select oid::regclass::text as name, relispartition as "isPartition" from pg_class
     where ${ofPortal} and pg_relation_size(oid) = 0 order by 1`,
  )
  for (const { name, isPartition } of empty) if (isPartition) await database.runScript(`drop table ${String(name)}`)
  const whole = empty.filter(({ isPartition }) => !isPartition).map(({ name }) => String(name))
  return whole.filter((name) => !smallTables.has(name.split('.')[1] ?? ''))
}

/**
 * Lists the parts of a statement's plan, for any values, that read a large table or a whole index of one from end to
 * end.
 */
export async function findTableScans(database: OpenDatabase, statement: string): Promise<readonly string[]> {
  // With nested loops only, an access shows whether it has an index: without statistics a join of a few rows looks large.
  const rows = await database.runScript(
    `set enable_hashjoin = off; set enable_mergejoin = off; explain (generic_plan, format json) ${statement}`,
  )
  const found: string[] = []
  const visit = (plan: Plan, isLimited: boolean) => {
    const { 'Node Type': kind, 'Relation Name': table = '', 'Index Name': index = '' } = plan
    const isWhole =
      kind === 'Seq Scan' ||
      (kind.includes('Index') &&
        kind.includes('Scan') &&
        plan['Index Cond'] === undefined &&
        !smallIndexes.has(index) &&
        !(isLimited && plan.Filter === undefined))
    if (isWhole && !smallTables.has(table)) found.push(`${kind} ${index || table}`)
    const limits = kind === 'Limit' || (isLimited && ['LockRows', 'Result', 'Subquery Scan'].includes(kind))
    for (const child of plan.Plans ?? []) visit(child, limits)
  }
  for (const row of rows) {
    const text = row['QUERY PLAN']
    const plans = (typeof text === 'string' ? JSON.parse(text) : text) as readonly { readonly Plan: Plan }[]
    for (const { Plan: plan } of plans) visit(plan, false)
  }
  return found
}
