/** The one clock. Nothing else in the server asks for the time, so tests can set it. */
export interface Clock {
  readonly now: () => Date
}

export const systemClock: Clock = { now: () => new Date() }
