import type { TestProject } from 'vitest/node'
import { startPostgresql } from './postgresql-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL server without its database name; empty: tests run on the embedded database. */
    postgresqlUrl: string
  }
}

/** Starts PostgreSQL for the server suite when TEST_DATABASE=postgresql; else the suite runs on the embedded database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE !== 'postgresql') {
    project.provide('postgresqlUrl', '')
    return async () => {}
  }
  const server = await startPostgresql()
  project.provide('postgresqlUrl', server.url(''))
  return server.stop
}
