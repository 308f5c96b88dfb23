import { parseArgs } from 'node:util'
import { featureData } from '../features.ts'
import { tryLater } from '../platform/command-outcome.ts'
import { distribute } from '../platform/db/distribution.ts'
import { explainDatabaseFault } from '../platform/db/is-database-away.ts'
import { longTimeoutMs, openByEnv } from '../platform/db/open-by-env.ts'
import type { Env } from '../platform/env.ts'
import { isOneSentence } from '../platform/command.ts'
import { answering, type Command, WrongUsage } from './command.ts'

/** More than one for each core of each node only costs planning time. */
const usualShards = 32

/** `coopline db distribute`: spreads the readings over the nodes of Citus, as the role that owns the tables. */
export const dbCommand: Command = {
  name: 'db',
  summary: 'Distribute the readings over the Citus nodes, as the owner of the tables',
  calls: [{ words: 'distribute [--shards N] [--dry-run]', json: isOneSentence }],
  examples: ['db distribute --dry-run'],
  run: answering(async (args, env) => {
    const wanted = readWords(args)
    const url = env.DATABASE_OWNER_URL ?? env.DATABASE_URL
    if (url === undefined)
      return {
        output: 'The embedded database is on one machine and cannot be distributed: set DATABASE_URL.',
        exitCode: 1,
      }
    const ownersEnv: Env = { ...env, DATABASE_URL: url, DATABASE_POOLER: false }
    const owner = await openByEnv(ownersEnv, (error) => console.error(error.message), longTimeoutMs)
    try {
      return await distribute(owner, featureData.distributed, wanted)
    } catch (error) {
      const fault = explainDatabaseFault(error)
      if (fault === null) throw error
      return { output: fault, exitCode: tryLater }
    } finally {
      await owner.close()
    }
  }),
}

/** @throws WrongUsage */
function readWords(args: readonly string[]): { readonly shards: number; readonly isDryRun: boolean } {
  const [verb, ...rest] = args
  if (verb !== 'distribute') throw new WrongUsage('db: the only sub-command is distribute')
  try {
    const options = { shards: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const
    const { values } = parseArgs({ args: rest, options })
    const shards = values.shards ?? String(usualShards)
    if (!/^[1-9]\d{0,2}$/u.test(shards)) throw new WrongUsage('--shards takes a number from 1 to 999')
    return { shards: Number(shards), isDryRun: values['dry-run'] === true }
  } catch (error) {
    throw error instanceof WrongUsage ? error : new WrongUsage(error instanceof Error ? error.message : String(error))
  }
}
