import { inject } from 'vitest'
import { bundleFolder } from './bundle-folder.ts'
import { servingRole } from './postgresql-server.ts'
import { migratedDataFolder, type TestDatabase } from './test-database.ts'

/**
 * The variables of commands on the database of a test file, as the role that serves. Where the suite runs on the embedded database,
 * which only one process opens, they name a new data folder.
 */
export async function commandEnvironment(database: TestDatabase): Promise<Record<string, string>> {
  const server = inject('postgresqlUrl')
  if (server === '') return { NODE_ENV: 'test', DATA_DIR: await migratedDataFolder() }
  return { NODE_ENV: 'test', DATABASE_URL: await addressOf(database, servingRole), DATA_DIR: bundleFolder({}) }
}

/** The address of the database of a test file on PostgreSQL. @param role the owner of the tables without one. */
export async function addressOf(database: TestDatabase, role?: string): Promise<string> {
  const server = inject('postgresqlUrl')
  const [row] = await database.runScript('select current_database() as name')
  return (role === undefined ? server : server.replace(/\/\/[^@]+@/u, `//${role}@`)) + String(row?.['name'])
}
