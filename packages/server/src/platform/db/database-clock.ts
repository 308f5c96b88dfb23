import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Database } from './open-database.ts'

const syncMs = 10_000
const largestSkewMs = 5_000
const alarmMs = 3_600_000

/** A clock that follows the database's: all processes that share a database agree on what has expired (decision 0039). */
export interface DatabaseClock extends Clock {
  /** Compares with the database now. Never rejects: while the database is away the clock runs on. */
  readonly synchronize: () => Promise<void>
  /** Compares now, and every ten seconds from then on. Never rejects. */
  readonly start: () => Promise<void>
  /** Stops comparing; waits for a comparison that is under way. */
  readonly stop: () => Promise<void>
}

interface ClockParts {
  readonly db: Database
  readonly log: Pick<Log, 'warn' | 'error'>
  /** The clock of this process, in milliseconds since 1970. It may be wrong and may jump. */
  readonly wall?: () => number
  /** Milliseconds since some fixed moment. No change of the wall clock affects them. */
  readonly elapsed?: () => number
}

/** Creates a clock. Until the first comparison it shows the time of this process. */
export function createDatabaseClock(parts: ClockParts): DatabaseClock {
  const { db, log, wall = Date.now, elapsed = () => performance.now() } = parts
  /** The time at which `elapsed` was 0. */
  let origin = wall() - elapsed()
  let isAway = false
  let alarmedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let comparing: Promise<void> | undefined

  const compare = async (): Promise<void> => {
    try {
      const askedAt = elapsed()
      const time = await readTime(db)
      // The database read its clock between the question and the answer: a slow answer gives looser bounds.
      origin = Math.min(Math.max(origin, time - elapsed()), time - askedAt)
      isAway = false
    } catch (error) {
      if (!isAway)
        log.warn(
          { reason: String(error) },
          "The database's time could not be read; the clock continues from the last known time",
        )
      isAway = true
    }
    const skewMs = wall() - origin - elapsed()
    if (Math.abs(skewMs) <= largestSkewMs || elapsed() - alarmedAt < alarmMs) return
    alarmedAt = elapsed()
    log.error(
      { alarm: 'clock-skew', seconds: Math.round(skewMs / 1000) },
      "The clock of this process differs from the database's",
    )
  }
  const synchronize = async (): Promise<void> => {
    comparing ??= compare().finally(() => {
      comparing = undefined
    })
    return comparing
  }
  return {
    now: () => new Date(origin + elapsed()),
    synchronize,
    start: async () => {
      clearInterval(timer)
      timer = setInterval(() => void synchronize(), syncMs).unref()
      await synchronize()
    },
    stop: async () => {
      clearInterval(timer)
      await comparing
    },
  }
}

/** A clock for a command, which ends soon: it compares with the database once. */
export async function openDatabaseClock(parts: ClockParts): Promise<Clock> {
  const clock = createDatabaseClock(parts)
  await clock.synchronize()
  return clock
}

async function readTime(db: Database): Promise<number> {
  const { rows } = await sql<{ time: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as time`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The database returned no time')
  return row.time
}
