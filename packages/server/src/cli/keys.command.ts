import { createDeps } from '../create-deps.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { systemRandom } from '../platform/random.ts'
import { rotateKeys } from '../platform/stored-secrets/rotate-keys.ts'
import { runKeysCommand } from '../platform/stored-secrets/run-keys-command.ts'
import { answering, type Command } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

/** `coopline keys …`: what still needs each key of APP_KEYS, a new key, and moving stored secrets to the current one. */
export const keysCommand: Command = {
  name: 'keys',
  summary:
    'Show which stored secrets need each key of APP_KEYS, make a new key, re-encrypt secrets with the current key',
  calls: [
    { words: 'status', json: true },
    { words: 'rotate', json: 'It prints a secret with the steps that a person takes with it.' },
    { words: 'rewrap', json: true },
  ],
  examples: ['keys status'],
  run: answering(async (args, env) =>
    // The command creates the new key itself: the running portal reads its keys only at its start.
    args.join(' ') === 'rotate'
      ? rotateKeys(env, { random: systemRandom, today: systemClock.now() })
      : await runWhereTheDatabaseIs('keys', args, env, async (database) =>
          runKeysCommand(await createDeps(env, database, createLog('warn', process.stderr)), args),
        ),
  ),
}
