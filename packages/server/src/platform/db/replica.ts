import { sql } from 'kysely'
import type { Log } from '../log.ts'
import { isDatabaseAway } from './is-database-away.ts'
import type { Database, OpenDatabase } from './open-database.ts'

/** The greatest age of replicated data that is read, in milliseconds. @internal */
export const oldestMs = 10_000
const checkMs = 2_000

/** A streaming replica of the database, for reads that may be seconds old (decision 0213). */
export interface Replica {
  /**
   * Runs a read on the replica while its data is at most `oldestMs` old, otherwise on the database itself. A read that the replica
   * cancels is repeated on the database, so `work` must only read.
   */
  readonly read: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  /** Age of the replicated data at the last comparison, in seconds; `null` when it is unknown or the replica is away. */
  readonly lagSeconds: () => number | null
  /** Compares the replica with the database now. Never rejects. */
  readonly compare: () => Promise<void>
  /** Compares now, and every two seconds from then on. */
  readonly start: () => Promise<void>
  /** Stops comparing and closes the connections to the replica. */
  readonly stop: () => Promise<void>
}

interface ReplicaParts {
  /** The database that is replicated. */
  readonly db: Database
  readonly replica: OpenDatabase
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Milliseconds since some fixed moment. */
  readonly elapsed?: () => number
}

/** A position in the log of the database, and when the database had reached it at least. */
interface Position {
  readonly at: number
  readonly lsn: bigint
}

/** Creates the state of a read replica. Nothing is read from the replica before the first comparison. */
export function createReplica({ db, replica, log, elapsed = () => performance.now() }: ReplicaParts): Replica {
  let positions: readonly Position[] = []
  /** The replica's data is at least as new as this moment. */
  let newAsOf: number | null = null
  let comparedAt = 0
  let isUsed: boolean | undefined
  let timer: NodeJS.Timeout | undefined

  const isFresh = (): boolean => newAsOf !== null && elapsed() - newAsOf <= oldestMs
  const compare = async (): Promise<void> => {
    try {
      const at = elapsed()
      positions = [...positions.filter((one) => at - one.at <= oldestMs), { at, lsn: await readPosition(db) }]
      const replayed = await readReplayedPosition(replica.db)
      newAsOf = positions.findLast(({ lsn }) => replayed !== null && lsn <= replayed)?.at ?? null
    } catch {
      newAsOf = null
    }
    comparedAt = elapsed()
    if (isUsed === isFresh()) return
    isUsed = isFresh()
    if (isUsed) log.info('The read replica follows; reads that may be seconds old go to it')
    else log.warn('The read replica is away or more than ten seconds behind; its reads go to the database')
  }
  return {
    read: async (work) => {
      if (!isFresh()) return work(db)
      try {
        return await work(replica.db)
      } catch (error) {
        if (!isDatabaseAway(error)) throw error
        return work(db)
      }
    },
    lagSeconds: () => (newAsOf === null ? null : (comparedAt - newAsOf) / 1000),
    compare,
    start: async () => {
      timer = setInterval(() => void compare(), checkMs).unref()
      await compare()
    },
    stop: async () => {
      clearInterval(timer)
      await replica.close()
    },
  }
}

async function readPosition(db: Database): Promise<bigint> {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(db)
  return toNumber(rows[0]?.lsn ?? '')
}

/** The position up to which a replica shows what was written; `null` for a server that is not a replica, such as a promoted one. */
async function readReplayedPosition(db: Database): Promise<bigint | null> {
  const { rows } = await sql<{ lsn: string | null }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn`.execute(db)
  const lsn = rows[0]?.lsn ?? null
  return lsn === null ? null : toNumber(lsn)
}

/** A log sequence number such as `16/B374D848` as one number. */
function toNumber(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
