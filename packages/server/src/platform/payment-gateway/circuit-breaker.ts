import type { Clock } from '../clock.ts'
import { TooBusy, Unavailable } from '../errors.ts'

export interface CircuitBreaker {
  /**
   * Runs a call unless the callee has failed too often of late. One that is too busy has answered.
   *
   * @throws Unavailable at once in that case.
   */
  readonly run: <T>(call: () => Promise<T>) => Promise<T>
}

interface Options {
  readonly what: string
  readonly clock: Clock
  /** Failures in a row that open the circuit. */
  readonly failures: number
  /** The seconds that the circuit stays open; then one call is let through to try. */
  readonly restSeconds: number
}

/**
 * Spares a system that is down, and callers who wait for it. The state is per process: each finds out for itself, which
 * needs no coordination and does no harm.
 */
export function createCircuitBreaker({ what, clock, failures, restSeconds }: Options): CircuitBreaker {
  let failed = 0
  let closedAgainAt = 0
  let trying = false
  return {
    run: async (call) => {
      const now = clock.now().getTime()
      const isOpen = failed >= failures
      if (isOpen && (now < closedAgainAt || trying))
        throw new Unavailable(what, Math.max(1, Math.ceil((closedAgainAt - now) / 1000)))
      trying = isOpen
      try {
        const answer = await call()
        failed = 0
        return answer
      } catch (error) {
        if (error instanceof TooBusy) {
          // It is there, and says so.
          failed = 0
          throw error
        }
        failed += 1
        closedAgainAt = clock.now().getTime() + restSeconds * 1000
        throw error
      } finally {
        if (isOpen) trying = false
      }
    },
  }
}
