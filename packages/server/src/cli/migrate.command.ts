import { tryLater } from '../platform/command-outcome.ts'
import { checkPostgresql } from '../platform/db/check-postgresql.ts'
import { grantToApplication } from '../platform/db/database-roles.ts'
import { explainDatabaseFault } from '../platform/db/is-database-away.ts'
import { migrate } from '../platform/db/migrate.ts'
import { MigrationRefused } from '../platform/db/migration-errors.ts'
import { openByEnv } from '../platform/db/open-by-env.ts'
import type { Env } from '../platform/env.ts'
import { makeJobTables } from '../platform/jobs/pg-boss-jobs.ts'
import { answering, type Command, WrongUsage } from './command.ts'

/** `coopline migrate`: migrates the schema as the role that owns it, and grants the serving role its rights. */
export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Bring the database up to date as its owner',
  calls: [{ words: '', json: true }],
  examples: ['migrate'],
  run: answering(async (args, env) => {
    if (args.length > 0) throw new WrongUsage('migrate takes no arguments')
    if (env.DATABASE_URL === undefined || env.DATABASE_OWNER_URL === undefined)
      throw new WrongUsage(
        'migrate needs DATABASE_OWNER_URL, the role that owns the tables, and DATABASE_URL, the role that serves',
      )
    const role = decodeURIComponent(new URL(env.DATABASE_URL).username)
    const ownersEnv: Env = { ...env, DATABASE_URL: env.DATABASE_OWNER_URL, DATABASE_POOLER: false }
    const owner = await openByEnv(ownersEnv, (error) => console.error(error.message))
    try {
      await checkPostgresql(owner, env.NODE_ENV)
      const applied = await migrate(owner, { onWait: (message) => console.error(message) })
      await makeJobTables(owner)
      await grantToApplication(owner, role)
      const output = `Applied ${applied.length} migrations. ${role} may serve.`
      return { output, exitCode: 0, value: { applied, role } }
    } catch (error) {
      if (error instanceof MigrationRefused) return { output: error.message, exitCode: 1 }
      const fault = explainDatabaseFault(error)
      if (fault === null) throw error
      return { output: fault, exitCode: tryLater }
    } finally {
      await owner.close()
    }
  }),
}
