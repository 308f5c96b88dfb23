import { createDeps } from '../create-deps.ts'
import { connectUsage, runConnectCommand } from '../features/connected-apps/public.ts'
import { createLog } from '../platform/log.ts'
import { type Command, WrongUsage } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

/** `coopline connect …`: manages the apps that may request access to members' usage. */
export const connectCommand: Command = {
  name: 'connect',
  summary: 'List, add, change and remove the apps that members can connect',
  usage: connectUsage,
  examples: ['connect apps list', 'connect apps add "Solar Planner" --redirect https://app.example.org/callback'],
  run: async (args, env) => {
    const outcome = await runWhereTheDatabaseIs('connect', args, env, async (database) =>
      runConnectCommand(args, await createDeps(env, database, createLog('warn', process.stderr))),
    )
    if (outcome.exitCode === 2) throw new WrongUsage(outcome.output)
    if (outcome.exitCode === 0) console.log(outcome.output)
    else console.error(outcome.output)
    return outcome.exitCode
  },
}
