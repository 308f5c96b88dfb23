import type { FeatureCommand } from '../../../platform/command.ts'
import { runEventsCommand } from './run-events-command.ts'

/** `coopline events …`: lists, acknowledges and replays the events for the cooperative's systems. */
export const eventsCommand: FeatureCommand = {
  name: 'events',
  summary: 'List, acknowledge and replay the events for the cooperative’s systems',
  calls: [
    { words: 'list [--after ID] [--bank-numbers]', json: 'It prints JSON lines already, one event each.' },
    { words: 'ack ID [ID …]', json: true },
    { words: 'replay [--after ID | ID …] [--bank-numbers]', json: 'It prints JSON lines already, one event each.' },
  ],
  examples: ['events list --after 1200', 'events ack 1201 1202'],
  // A program reads the list: standard output has events only.
  sayNone: ([verb]) => (verb === 'replay' ? 'There are no such events.' : 'No events are waiting.'),
  run: runEventsCommand,
}
