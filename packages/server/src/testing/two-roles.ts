import { grantToApplication } from '../platform/db/database-roles.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openPostgresql } from '../platform/db/open-postgresql.ts'
import { makeJobTables } from '../platform/jobs/pg-boss-jobs.ts'
import { type PostgresqlServer, servingRole } from './postgresql-server.ts'

/** The role of OPERATIONS.md that owns the tables. */
const owningRole = 'coopline_owner'

const database = 'coopline'

/** The address of the migrated database for a role; without one, for the superuser. */
export const urlAs = (server: Pick<PostgresqlServer, 'url'>, role?: string): string =>
  role === undefined ? server.url(database) : server.url(database).replace(/\/\/[^@]+@/u, `//${role}@`)

/** Creates the two roles and the database of an installation, and migrates it as `coopline migrate` does. */
export async function migrateWithTwoRoles(server: Pick<PostgresqlServer, 'url'>): Promise<void> {
  const options = { poolSize: 1, statementTimeoutMs: 60_000, acquireTimeoutMs: 60_000, onError: () => {} }
  const admin = openPostgresql({ ...options, url: server.url('postgres') })
  for (const statement of [
    `create role ${owningRole} login`,
    `create role ${servingRole} login`,
    `create database ${database} owner ${owningRole}`,
  ])
    await admin.runScript(statement)
  await admin.close()
  const owner = openPostgresql({ ...options, url: urlAs(server, owningRole) })
  await migrate(owner)
  await makeJobTables(owner)
  await grantToApplication(owner, servingRole)
  await owner.close()
}
