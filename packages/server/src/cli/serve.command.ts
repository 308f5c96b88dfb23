import { controlChannelPath, serveControlChannel, type ControlChannel } from '../platform/control-channel.ts'
import { checkPostgresql, UnfitDatabase } from '../platform/db/check-postgresql.ts'
import { findTooPowerfulRole } from '../platform/db/database-roles.ts'
import { DirectoryInUse } from '../platform/db/lock-directory.ts'
import { migrate } from '../platform/db/migrate.ts'
import { DatabaseDamaged } from '../platform/db/open-pglite.ts'
import { MigrationRefused } from '../platform/db/migration-errors.ts'
import type { OpenDatabase } from '../platform/db/open-database.ts'
import { openByEnv } from '../platform/db/open-by-env.ts'
import type { Env } from '../platform/env.ts'
import { explainDatabaseFault, isDatabaseAway } from '../platform/db/is-database-away.ts'
import { createLog, type Log } from '../platform/log.ts'
import { createPortal, type Portal } from '../portal.ts'
import { startTracing, type Tracing } from '../platform/tracing/start-tracing.ts'
import { checkKeys, UnfitKeys } from '../platform/stored-secrets/check-keys.ts'
import { boundYoungGeneration } from './bound-young-generation.ts'
import type { Command } from './command.ts'
import { stopOnSignals } from './stop-on-signals.ts'
import { takeCommand } from './take-command.ts'

/** Faults that the operator can fix; a stack trace would only hide what to do. */
const clearFaults = [UnfitDatabase, DatabaseDamaged, DirectoryInUse, MigrationRefused, UnfitKeys]

/** `coopline serve`: the portal on HOST:PORT until a signal stops it. */
export const serveCommand: Command = {
  name: 'serve',
  summary: 'Serve the portal',
  calls: [{ words: '', json: 'The portal logs JSON lines and runs until it is stopped.' }],
  examples: ['serve'],
  run: async (_args, env) => {
    try {
      await serve(env)
      return 0
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      const fault = explainDatabaseFault(error)
      if (fault === null && !isTaken && !clearFaults.some((kind) => error instanceof kind)) throw error
      console.error(fault ?? (error instanceof Error ? error.message : String(error)))
      return 1
    }
  },
}

/** Reports the progress of the start to the parent process. */
const tell = (event: 'progress' | 'ready' | 'loaded', text: string): void => void process.send?.({ event, text })

/**
 * Starts the portal and answers when it listens. A database that is not there yet is waited for.
 *
 * @throws DirectoryInUse when another process has the data folder; MigrationRefused as `migrate` says; UnfitDatabase when the
 *   database server is not one that money may be kept in.
 */
export async function serve(env: Env): Promise<void> {
  const log = createLog(env.LOG_LEVEL)
  const tracing = await startTracing(env, log)
  tell(
    'progress',
    env.DATABASE_URL === undefined ? `Opening the database in ${env.DATA_DIR}` : 'Connecting to PostgreSQL',
  )
  const database = await openByEnv(env, (error) =>
    log.warn({ reason: error.message }, 'A database connection was lost'),
  )
  try {
    const applied = await waitForDatabase(async () => {
      await checkPostgresql(database, env.NODE_ENV)
      return migrate(database, { onWait: (message) => log.warn(message) })
    }, log)
    await warnOfPowerfulRole(env, database, log)
    if (applied.length > 0) tell('progress', `Applied ${applied.length} migrations`)
  } catch (error) {
    await database.close()
    throw error
  }
  await servePortal(env, database, log, tracing)
}

/** Warns in production when the serving role owns a table: an owner could undo what the database enforces. */
async function warnOfPowerfulRole(env: Env, database: OpenDatabase, log: Log): Promise<void> {
  const found = env.NODE_ENV === 'production' ? await findTooPowerfulRole(database) : null
  if (found !== null)
    log.error(
      { alarm: 'database-role-too-powerful', ...found },
      'The role of DATABASE_URL could change the audit and the ledger. Use two roles (docs/OPERATIONS.md)',
    )
}

async function servePortal(env: Env, database: OpenDatabase, log: Log, tracing: Tracing): Promise<void> {
  const portal = await createPortal(env, database, log)
  const channel = await openChannel(env, database, portal)
  const stop = async () => {
    await channel?.close()
    await portal.stop()
    await tracing.stop()
  }
  const forgetSignals = stopOnSignals(log, stop)
  try {
    await checkKeys(portal.deps)
    const demo = env.DEMO ? await loadDemo(env, database, portal) : null
    demo?.loaded.then(
      () => tell('loaded', 'All demo data is loaded'),
      (error: unknown) =>
        log.error({ err: error }, 'The demo data could not be loaded completely; the next start continues'),
    )
    await portal.start()
    boundYoungGeneration()
    await portal.server.listen({ host: env.HOST, port: env.PORT })
    log.info({ origin: env.PUBLIC_ORIGIN, database: database.kind }, 'The portal is ready')
    tell('ready', env.PUBLIC_ORIGIN)
    await portal.work()
  } catch (error) {
    forgetSignals()
    await stop()
    throw error
  }
}

/** Loaded on demand: a start without a demo should not wait for the generator. */
async function loadDemo(env: Env, database: OpenDatabase, portal: Portal) {
  const { prepareDemo } = await import('./prepare-demo.ts')
  return prepareDemo(env, database, portal, (text) => tell('progress', text))
}

/** Retries until the database answers, so that a portal that starts before its database needs no second start. */
async function waitForDatabase<T>(attempt: () => Promise<T>, log: Log): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      log.warn({ reason: explainDatabaseFault(error) }, 'Waiting for the database')
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
}

/**
 * Opens the control channel: only the process that has the embedded database open can change settings in it, so
 * commands ask it.
 */
async function openChannel(env: Env, database: OpenDatabase, portal: Portal): Promise<ControlChannel | null> {
  if (database.kind !== 'pglite') return null
  return serveControlChannel(controlChannelPath(env.DATA_DIR), async (request) =>
    takeCommand(request, { env, database, portal }),
  )
}
