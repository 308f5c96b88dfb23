import { createDeps } from '../create-deps.ts'
import type { CommandOutcome } from '../platform/command-outcome.ts'
import type { OpenDatabase } from '../platform/db/open-database.ts'
import type { Deps } from '../platform/deps.ts'
import { Unavailable } from '../platform/errors.ts'
import { createLog } from '../platform/log.ts'
import { answering, type Command } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

/**
 * The `run` of a command that needs what use cases need. A server that has the embedded database open runs it by its name.
 *
 * @param limits `isBulk` for a command that works on many rows.
 */
export function runWithDeps(
  name: string,
  run: (args: readonly string[], deps: Deps) => Promise<CommandOutcome>,
  limits: { readonly isBulk?: boolean } = {},
): Command['run'] {
  return answering(async (args, env) => {
    const onDatabase = async (database: OpenDatabase): Promise<CommandOutcome> => {
      const deps = await createDeps(env, database, createLog('warn', process.stderr))
      await deps.settings.refresh()
      try {
        return await run(args, deps)
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error
        return { output: error.message, exitCode: 1 }
      }
    }
    return runWhereTheDatabaseIs(name, args, env, onDatabase, limits)
  })
}
