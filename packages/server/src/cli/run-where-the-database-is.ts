import { type CommandOutcome, tryLater } from '../platform/command-outcome.ts'
import { askControlChannel, controlChannelPath, NoAnswer } from '../platform/control-channel.ts'
import { DirectoryInUse } from '../platform/db/lock-directory.ts'
import { migrate } from '../platform/db/migrate.ts'
import { MigrationRefused } from '../platform/db/migration-errors.ts'
import type { OpenDatabase } from '../platform/db/open-database.ts'
import { bulkTimeoutMs, longTimeoutMs, openByEnv } from '../platform/db/open-by-env.ts'
import { holdsDatabase } from '../platform/db/holds-database.ts'
import type { Env } from '../platform/env.ts'
import { explainDatabaseFault } from '../platform/db/is-database-away.ts'

/** A running portal gets this long for work on many rows. */
const longAnswerMs = 3_600_000

/**
 * Runs a command on the database, or lets the server that has the embedded database open run it. Reports when neither is
 * reachable; a later attempt may then succeed (exit code `tryLater`).
 *
 * @param mayCreate true for a command that writes: it creates the embedded database when it does not exist yet.
 * @param isBulk true for a command that works on many rows, such as an import: each statement may take a minute.
 * @param readsAll true for a command that reads whole tables: it takes the schema as it is and has no time limit.
 */
export async function runWhereTheDatabaseIs(
  command: string,
  args: readonly string[],
  env: Env,
  run: (database: OpenDatabase) => Promise<CommandOutcome>,
  {
    mayCreate = false,
    readsAll = false,
    isBulk = false,
  }: { readonly mayCreate?: boolean; readonly readsAll?: boolean; readonly isBulk?: boolean } = {},
): Promise<CommandOutcome> {
  if (env.DATABASE_URL === undefined && !mayCreate && !holdsDatabase(env.DATA_DIR))
    return {
      output: `There is no database in the data folder ${env.DATA_DIR}. Set DATABASE_URL, or DATA_DIR, to the portal's own.`,
      exitCode: 1,
    }
  const opened = await openOrAsk(command, args, env, readsAll ? longTimeoutMs : isBulk ? bulkTimeoutMs : undefined)
  if ('exitCode' in opened) return opened
  try {
    if (!readsAll) await migrate(opened, { onWait: (message) => console.error(message) })
    return await run(opened)
  } catch (error) {
    if (error instanceof MigrationRefused) return { output: error.message, exitCode: 1 }
    const fault = explainDatabaseFault(error)
    if (fault === null) throw error
    return { output: fault, exitCode: tryLater }
  } finally {
    await opened.close()
  }
}

async function openOrAsk(
  command: string,
  args: readonly string[],
  env: Env,
  timeoutMs: number | undefined,
): Promise<OpenDatabase | CommandOutcome> {
  try {
    return await openByEnv(env, (error) => console.error(error.message), timeoutMs)
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error
    return askRunningPortal(command, args, env, error, timeoutMs === undefined ? undefined : longAnswerMs)
  }
}

async function askRunningPortal(
  command: string,
  args: readonly string[],
  env: Env,
  inUse: DirectoryInUse,
  answerWithinMs: number | undefined,
): Promise<CommandOutcome> {
  const request = { command, args: [...args] }
  try {
    const answer = await askControlChannel(controlChannelPath(env.DATA_DIR), request, answerWithinMs)
    return answer ?? { output: inUse.message, exitCode: tryLater }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return { output: `${error.message}. The running portal may still finish the command.`, exitCode: tryLater }
  }
}
