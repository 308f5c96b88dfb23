/** The server's only source of time. A portal follows the database's time (`db/database-clock.ts`); tests set their own. */
export interface Clock {
  readonly now: () => Date
}

/** The time of this process. It may be wrong: use it for progress and the like, never for what expires. */
export const systemClock: Clock = { now: () => new Date() }
