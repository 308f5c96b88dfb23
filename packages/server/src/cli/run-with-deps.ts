import { resolve } from 'node:path'
import { createDeps } from '../create-deps.ts'
import { featureCommands, type FeatureCommandName } from '../features.ts'
import type { FeatureCommand } from '../platform/command.ts'
import type { CommandOutcome } from '../platform/command-outcome.ts'
import type { OpenDatabase } from '../platform/db/open-database.ts'
import { Unavailable } from '../platform/errors.ts'
import { createLog } from '../platform/log.ts'
import { answering, type Command } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

/** Loads the command of a slice. A server that has the embedded database open runs it by its name. */
export async function loadFeatureCommand(name: FeatureCommandName): Promise<Command> {
  const { run, isBulk = false, namesPath, sayNone, ...described } = await featureCommands[name]()
  return {
    ...described,
    run: answering(async (args, env) => {
      // The serving process may run in another folder.
      const resolved = args.map((word, place) =>
        namesPath !== undefined && args[place - 1] === namesPath && word !== '' ? resolve(word) : word,
      )
      const onDatabase = async (database: OpenDatabase): Promise<CommandOutcome> => {
        const deps = await createDeps(env, database, createLog('warn', process.stderr))
        await deps.settings.refresh()
        return answerUnavailable(async () => run(deps, resolved))
      }
      const outcome = await runWhereTheDatabaseIs(name, resolved, env, onDatabase, { isBulk })
      if (sayNone !== undefined && outcome.exitCode === 0 && outcome.output === '') console.error(sayNone(args))
      return outcome
    }),
  }
}

async function answerUnavailable(run: () => ReturnType<FeatureCommand['run']>): Promise<CommandOutcome> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return { output: error.message, exitCode: 1 }
  }
}
