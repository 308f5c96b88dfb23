import { appendFileSync } from 'node:fs'
import { type KyselyPlugin, PostgresQueryCompiler, type QueryId } from 'kysely'

const known = new Set<string>()

/** Reduces the rows of a multi-row insert, and lists of values, to their first entry. */
const withOneOfEach = (sql: string): string =>
  renumbered(
    sql.replaceAll(/\s+/gu, ' ').replaceAll(/(\([^()]*\))(?:, \([^()]*\))+(?= on conflict| returning|$)/gu, '$1'),
  )

/** PostgreSQL cannot prepare a statement that skips a parameter. */
function renumbered(sql: string): string {
  const places = [...new Set(sql.match(/\$\d+/gu))]
  return sql.replaceAll(/\$\d+/gu, (place) => `$${places.indexOf(place) + 1}`)
}

/**
 * Appends each new statement that succeeds to a file, one line each, without its values: what the next version's schema must
 * still take while both versions run (`former-statements/README.md`).
 */
export function recordForSuccessor(file: string): KyselyPlugin {
  const waiting = new WeakMap<QueryId, string>()
  return {
    transformQuery: ({ node, queryId }) => {
      waiting.set(queryId, withOneOfEach(new PostgresQueryCompiler().compileQuery(node, queryId).sql))
      return node
    },
    transformResult: async ({ result, queryId }) => {
      const sql = waiting.get(queryId) ?? ''
      if (/\b(?:portal|cis|pay|outbox)\b/u.test(sql) && !known.has(sql)) {
        known.add(sql)
        appendFileSync(file, `${sql}\n`)
      }
      return result
    },
  }
}
