import { type KyselyPlugin, PostgresQueryCompiler } from 'kysely'
import type { TestPortal } from './test-portal.ts'

/**
 * Writes down every statement that the portal sends from now on, without its values.
 *
 * @returns runs some work and answers the statements that it took, in their order.
 */
export function recordStatements(portal: TestPortal): (work: () => Promise<unknown>) => Promise<readonly string[]> {
  const statements: string[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      statements.push(new PostgresQueryCompiler().compileQuery(node, queryId).sql.replaceAll(/\s+/gu, ' ').trim())
      return node
    },
    transformResult: async ({ result }) => result,
  }
  Object.assign(portal.deps, { db: portal.db.withPlugin(recorder) })
  return async (work) => {
    statements.length = 0
    await work()
    return [...statements]
  }
}
