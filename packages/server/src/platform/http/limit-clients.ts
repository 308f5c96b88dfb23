import type { Clock } from '../clock.ts'
import { TooManyAttempts } from '../errors.ts'

const windowSeconds = 300
const windowMs = windowSeconds * 1000
/** Above this number of addresses within five minutes the oldest are dropped, so that memory stays bounded. */
const mostAddresses = 100_000

/** The calls that a client has left in the present window. */
export interface ClientShare {
  readonly limit: number
  readonly remaining: number
  /** Seconds until the next window begins. */
  readonly resetSeconds: number
  readonly windowSeconds: number
}

/** Counts calls per client in this process; a flood is answered before it costs anything. */
export interface ClientLimit {
  /** @throws TooManyAttempts when the client has had its share of the present five minutes. */
  readonly count: (client: string) => ClientShare
}

/**
 * The crude limit on any client. What guards credentials and money is counted in the database instead
 * (`platform/attempts`), where it survives a restart and holds for all processes.
 */
export function createClientLimit(limit: number, clock: Clock): ClientLimit {
  let windowStart = 0
  const counts = new Map<string, number>()
  return {
    count: (client) => {
      const now = clock.now().getTime()
      if (now - windowStart >= windowMs || now < windowStart) {
        windowStart = now
        counts.clear()
      }
      const count = (counts.get(client) ?? 0) + 1
      counts.set(client, count)
      const [oldest] = counts.size > mostAddresses ? counts.keys() : []
      if (oldest !== undefined) counts.delete(oldest)
      const resetSeconds = Math.ceil((windowStart + windowMs - now) / 1000)
      if (count > limit) throw new TooManyAttempts('client', resetSeconds)
      return { limit, remaining: limit - count, resetSeconds, windowSeconds }
    },
  }
}
