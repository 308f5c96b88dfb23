import { type KyselyPlugin, PostgresQueryCompiler } from 'kysely'
import type { TestPortal } from './test-portal.ts'

/**
 * Writes down every statement that the portal sends from the first work on, without its values.
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
  let isRecording = false
  return async (work) => {
    if (!isRecording) Object.assign(portal.deps, { db: portal.db.withPlugin(recorder) })
    isRecording = true
    statements.length = 0
    await work()
    return [...statements]
  }
}
