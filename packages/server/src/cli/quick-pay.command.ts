import { createDeps } from '../create-deps.ts'
import { runQuickPayCommand } from '../features/paying/quick-pay/public.ts'
import { createLog } from '../platform/log.ts'
import { answering, type Command, isOneSentence } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

/** `coopline quick-pay …`: reopens an account that failed attempts have closed. */
export const quickPayCommand: Command = {
  name: 'quick-pay',
  summary: 'Reopen Quick Pay for an account after too many failed attempts',
  calls: [{ words: 'reopen ACCOUNT --by NAME', json: isOneSentence }],
  examples: ['quick-pay reopen 100100101 --by "Dana, billing"'],
  run: answering(async (args, env) =>
    runWhereTheDatabaseIs('quick-pay', args, env, async (database) =>
      runQuickPayCommand(args, await createDeps(env, database, createLog('warn', process.stderr))),
    ),
  ),
}
