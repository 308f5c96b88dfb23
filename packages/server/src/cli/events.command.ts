import { runEventsCommand } from '../features/site/integration/public.ts'
import { createDeps } from '../create-deps.ts'
import { createLog } from '../platform/log.ts'
import { type Command, printOutcome, readJsonFlag } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

/** `coopline events …`: lists, acknowledges and replays the events for the cooperative's systems. */
export const eventsCommand: Command = {
  name: 'events',
  summary: 'List, acknowledge and replay the events for the cooperative’s systems',
  calls: [
    { words: 'list [--after ID] [--bank-numbers]', json: 'It prints JSON lines already, one event each.' },
    { words: 'ack ID [ID …]', json: true },
    { words: 'replay [--after ID | ID …] [--bank-numbers]', json: 'It prints JSON lines already, one event each.' },
  ],
  examples: ['events list --after 1200', 'events ack 1201 1202'],
  run: async (args, env) => {
    const { isJson, words } = readJsonFlag(args)
    const outcome = await runWhereTheDatabaseIs('events', words, env, async (database) =>
      runEventsCommand(words, await createDeps(env, database, createLog('warn', process.stderr))),
    )
    // A program reads the list: standard output has events only.
    if (outcome.exitCode === 0 && outcome.output === '')
      console.error(words[0] === 'replay' ? 'There are no such events.' : 'No events are waiting.')
    return printOutcome(outcome, isJson)
  },
}
