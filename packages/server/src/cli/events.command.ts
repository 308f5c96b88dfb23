import { runEventsCommand } from '../features/integration/public.ts'
import { createDeps } from '../create-deps.ts'
import { createLog } from '../platform/log.ts'
import { type Command, WrongUsage } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

/** `coopline events …`: what the cooperative's systems must take in, and their word that they have. */
export const eventsCommand: Command = {
  name: 'events',
  summary: 'List what the cooperative’s systems must take in, and acknowledge it',
  usage: 'events list [--after ID] [--bank-numbers] | acknowledge ID [ID …]',
  run: async (args, env) => {
    const outcome = await runWhereTheDatabaseIs('events', args, env, async (database) =>
      runEventsCommand(args, await createDeps(env, database, createLog('warn', process.stderr))),
    )
    if (outcome.exitCode === 2) throw new WrongUsage(outcome.output)
    if (outcome.exitCode !== 0) console.error(outcome.output)
    // A program reads the list: standard output has events only.
    else if (outcome.output === '') console.error('No events are waiting.')
    else console.log(outcome.output)
    return outcome.exitCode
  },
}
