import { createDeps } from '../create-deps.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { systemRandom } from '../platform/random.ts'
import { rotateKeys } from '../platform/stored-secrets/rotate-keys.ts'
import { runKeysCommand } from '../platform/stored-secrets/run-keys-command.ts'
import { type Command, WrongUsage } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

/** `coopline keys …`: what still needs each key of APP_KEYS, a new key, and moving stored secrets to the current one. */
export const keysCommand: Command = {
  name: 'keys',
  summary:
    'Show which stored secrets need each key of APP_KEYS, make a new key, re-encrypt secrets with the current key',
  usage: 'keys status | rotate | rewrap',
  examples: ['keys status'],
  run: async (args, env) => {
    // The command creates the new key itself: the running portal reads its keys only at its start.
    const outcome =
      args.join(' ') === 'rotate'
        ? rotateKeys(env, { random: systemRandom, today: systemClock.now() })
        : await runWhereTheDatabaseIs('keys', args, env, async (database) =>
            runKeysCommand(args, await createDeps(env, database, createLog('warn', process.stderr))),
          )
    if (outcome.exitCode === 2) throw new WrongUsage(outcome.output)
    if (outcome.exitCode === 0) console.log(outcome.output)
    else console.error(outcome.output)
    return outcome.exitCode
  },
}
