import { setTimeout as sleep } from 'node:timers/promises'
import { openReplicaByEnv } from '../db/open-by-env.ts'
import type { OpenDatabase } from '../db/open-database.ts'
import { createReplica } from '../db/replica.ts'
import type { Env } from '../env.ts'
import { type Finding, ok, warning } from './finding.ts'

/** The number of comparisons, one second apart, before a replica that is always behind is reported. */
const comparisons = 10

/** Checks that the read replica follows; no finding where DATABASE_REPLICA_URL names none. Never rejects. */
export async function checkReplica(env: Env, { db }: OpenDatabase): Promise<readonly Finding[]> {
  const opened = await openReplicaByEnv(env, () => {})
  if (opened === undefined) return []
  const replica = createReplica({ db, replica: opened, log: { info: () => {}, warn: () => {} } })
  try {
    for (let left = comparisons; left > 0; left -= 1) {
      await replica.compare()
      const lag = replica.lagSeconds()
      if (lag !== null) return [ok('read replica', `It follows the database (${Math.round(lag)} s behind).`)]
      if (left > 1) await sleep(1_000)
    }
  } finally {
    await replica.stop()
  }
  return [
    warning(
      'read replica',
      'It does not answer, is no replica of the database, or is more than ten seconds behind. Its reads go to the database.',
      'Check DATABASE_REPLICA_URL and pg_stat_replication on the primary.',
    ),
  ]
}
