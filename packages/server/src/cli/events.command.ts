import { runEventsCommand } from '../features/integration/public.ts'
import { createDeps } from '../create-deps.ts'
import { createLog } from '../platform/log.ts'
import { type Command, WrongUsage } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

/** `coopline events …`: lists, acknowledges and replays the events for the cooperative's systems. */
export const eventsCommand: Command = {
  name: 'events',
  summary: 'List, acknowledge and replay the events for the cooperative’s systems',
  usage: 'events list [--after ID] [--bank-numbers] | ack ID [ID …] | replay [--after ID | ID …] [--bank-numbers]',
  examples: ['events list --after 1200', 'events ack 1201 1202'],
  run: async (args, env) => {
    const outcome = await runWhereTheDatabaseIs('events', args, env, async (database) =>
      runEventsCommand(args, await createDeps(env, database, createLog('warn', process.stderr))),
    )
    if (outcome.exitCode === 2) throw new WrongUsage(outcome.output)
    if (outcome.exitCode !== 0) console.error(outcome.output)
    // A program reads the list: standard output has events only.
    else if (outcome.output === '')
      console.error(args[0] === 'replay' ? 'There are no such events.' : 'No events are waiting.')
    else console.log(outcome.output)
    return outcome.exitCode
  },
}
