import type { Schema } from '../db/schema.ts'

/** Rows of a table that are deleted some days after a moment of theirs. */
export interface RetentionRule {
  readonly table: keyof Schema
  /** The column with that moment, which has an index. Rows without one stay. */
  readonly column: string
  /** The table is partitioned by month and drops whole months. */
  readonly isByMonth?: true
  readonly days: number
  /** The fewest days that the environment may set. */
  readonly leastDays: number
  /** For `docs/OPERATIONS.md`: which rows, from when on. */
  readonly what: string
}

/**
 * Reads `table:days` pairs, separated by commas, that replace the days of rules.
 *
 * @returns the days by table, or what is wrong.
 */
export function parseRetentionDays(
  text: string,
  rules: readonly RetentionRule[],
): Readonly<Record<string, number>> | string {
  const days: Record<string, number> = {}
  for (const pair of text.split(',').filter((part) => part !== '')) {
    const [table = '', count = ''] = pair.split(':')
    const rule = rules.find((one) => one.table === table)
    if (rule === undefined) return `${table} has no retention; see docs/OPERATIONS.md for the tables that have`
    if (!/^\d{1,5}$/u.test(count) || Number(count) < rule.leastDays)
      return `${table} takes a whole number of days, ${rule.leastDays} at least, as in ${table}:${rule.days}`
    days[table] = Number(count)
  }
  return days
}
