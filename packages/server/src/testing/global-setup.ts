import type { TestProject } from 'vitest/node'
import { migrate } from '../platform/db/migrate.ts'
import { grantToApplication } from '../platform/db/database-roles.ts'
import { openPostgresql } from '../platform/db/open-postgresql.ts'
import { makeJobTables } from '../platform/jobs/pg-boss-jobs.ts'
import { migratedTemplate, type PostgresqlServer, servingRole, startPostgresql } from './postgresql-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL server without its database name; empty: tests run on the embedded database. */
    postgresqlUrl: string
  }
}

/**
 * Starts PostgreSQL, with a migrated database that each test file copies, for the project `server`. The others run on the
 * embedded database, as `server` does with `TEST_DATABASE=embedded`.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!['server', 'kit'].includes(project.name) || process.env['TEST_DATABASE'] === 'embedded') {
    project.provide('postgresqlUrl', '')
    return async () => {}
  }
  const server = await startPostgresql()
  await createTemplate(server)
  project.provide('postgresqlUrl', server.socketUrl(''))
  return server.stop
}

/** Creates the migrated database. When that fails it stops the server, because vitest then has no teardown to run. */
export async function createTemplate(server: Pick<PostgresqlServer, 'url' | 'stop'>): Promise<void> {
  try {
    await migrateTemplate(server)
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function migrateTemplate(server: Pick<PostgresqlServer, 'url'>): Promise<void> {
  const options = { poolSize: 1, statementTimeoutMs: 60_000, acquireTimeoutMs: 60_000, onError: () => {} }
  const admin = openPostgresql({ ...options, url: server.url('postgres') })
  await admin.runScript(`create database ${migratedTemplate}`)
  await admin.close()
  const template = openPostgresql({ ...options, url: server.url(migratedTemplate) })
  await migrate(template)
  await makeJobTables(template)
  await template.runScript(`create role ${servingRole} login`)
  await grantToApplication(template, servingRole)
  await template.close()
}
