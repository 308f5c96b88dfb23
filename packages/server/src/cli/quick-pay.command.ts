import { createDeps } from '../create-deps.ts'
import { runQuickPayCommand } from '../features/quick-pay/public.ts'
import { createLog } from '../platform/log.ts'
import { type Command, WrongUsage } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

/** `coopline quick-pay …`: reopens an account that failed attempts have closed. */
export const quickPayCommand: Command = {
  name: 'quick-pay',
  summary: 'Reopen Quick Pay for an account after too many failed attempts',
  usage: 'quick-pay reopen ACCOUNT --by NAME',
  examples: ['quick-pay reopen 100100101 --by "Dana, billing"'],
  run: async (args, env) => {
    const outcome = await runWhereTheDatabaseIs('quick-pay', args, env, async (database) =>
      runQuickPayCommand(args, await createDeps(env, database, createLog('warn', process.stderr))),
    )
    if (outcome.exitCode === 2) throw new WrongUsage(outcome.output)
    if (outcome.exitCode === 0) console.log(outcome.output)
    else console.error(outcome.output)
    return outcome.exitCode
  },
}
