import { createDeps } from '../create-deps.ts'
import { runNachaCommand, runRunsCommand } from '../features/runs/public.ts'
import { createLog } from '../platform/log.ts'
import { type Command, WrongUsage } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

/** `coopline runs …`: what is due, what was taken, and a run now. */
export const runsCommand: Command = {
  name: 'runs',
  summary: 'List the runs that take what is due, preview one, or run one now',
  usage: 'runs list | preview [--date YYYY-MM-DD] | run [--date YYYY-MM-DD] [--retry-failed]',
  run: async (args, env) => runOnDeps('runs', args, env, runRunsCommand),
}

/** `coopline nacha …`: the file for the cooperative's bank. */
export const nachaCommand: Command = {
  name: 'nacha',
  summary: 'Write the bank file (NACHA) of everything that waits to be collected',
  usage: 'nacha export --dir DIR',
  run: async (args, env) => runOnDeps('nacha', args, env, runNachaCommand),
}

async function runOnDeps(
  name: string,
  args: readonly string[],
  env: Parameters<Command['run']>[1],
  run: typeof runRunsCommand,
): Promise<number> {
  const outcome = await runWhereTheDatabaseIs(name, args, env, async (database) => {
    const deps = await createDeps(env, database, createLog('warn', process.stderr))
    await deps.settings.refresh()
    return run(args, deps)
  })
  if (outcome.exitCode === 2) throw new WrongUsage(outcome.output)
  if (outcome.exitCode === 0) console.log(outcome.output)
  else console.error(outcome.output)
  return outcome.exitCode
}
