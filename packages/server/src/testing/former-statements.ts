import { writeFileSync } from 'node:fs'

/** Statements on tables that another process makes: the job queue's, and those that a backup finds in the catalog. */
const others = /\bjob\.|"job"\.|\bas backed_up\b/u

/** Rows of a multi-row insert, and lists of values: one stands for any number of them. */
const withOneOfEach = (sql: string): string =>
  renumbered(sql.replaceAll(/(\([^()]*\))(?:, \([^()]*\))+(?= on conflict| returning|$)/gu, '$1'))

/** PostgreSQL cannot prepare a statement that skips a parameter. */
function renumbered(sql: string): string {
  const places = [...new Set(sql.match(/\$\d+/gu))]
  return sql.replaceAll(/\$\d+/gu, (place) => `$${places.indexOf(place) + 1}`)
}

/**
 * Writes each statement on a table of the portal to a file, one line each, without its values: what the schema of the next version must
 * still take while both versions run (`former-statements/README.md`).
 */
export function writeForSuccessor(file: string, statements: readonly string[]): void {
  const lines = statements
    .filter((sql) => /\b(?:portal|cis|pay|outbox|meter)\b/u.test(sql) && !others.test(sql))
    .map(withOneOfEach)
  writeFileSync(file, [...new Set(lines)].toSorted().join('\n') + '\n')
}
