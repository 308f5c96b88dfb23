import { createDeps } from '../create-deps.ts'
import { runConnectCommand } from '../features/usage/connected-apps/public.ts'
import { createLog } from '../platform/log.ts'
import { answering, type Command, isOneSentence } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

/** `coopline connect …`: manages the apps that may request access to members' usage. */
export const connectCommand: Command = {
  name: 'connect',
  summary: 'List, add, change and remove the apps that members can connect',
  calls: [
    { words: 'apps list', json: true },
    { words: 'apps add NAME --redirect ADDRESS… [--home ADDRESS] [--notify ADDRESS] [--public]', json: true },
    { words: 'apps notify CLIENT_ID [ADDRESS]', json: isOneSentence },
    { words: 'apps remove CLIENT_ID', json: isOneSentence },
  ],
  examples: ['connect apps list', 'connect apps add "Solar Planner" --redirect https://app.example.org/callback'],
  run: answering(async (args, env) =>
    runWhereTheDatabaseIs('connect', args, env, async (database) =>
      runConnectCommand(args, await createDeps(env, database, createLog('warn', process.stderr))),
    ),
  ),
}
