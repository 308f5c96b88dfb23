import type { Clock } from '../platform/clock.ts'

export interface TestClock extends Clock {
  readonly set: (instant: string) => void
  readonly advance: (seconds: number) => void
}

/** A clock that a test sets and advances. */
export function createTestClock(start = '2026-11-20T15:00:00Z'): TestClock {
  let now = Date.parse(start)
  return {
    now: () => new Date(now),
    set: (instant) => {
      now = Date.parse(instant)
    },
    advance: (seconds) => {
      now += seconds * 1000
    },
  }
}
