import type { Clock } from '../clock.ts'
import { TooManyAttempts } from '../errors.ts'

const windowMs = 300_000
/** Above this number of addresses within five minutes the oldest are dropped, so that memory stays bounded. */
const mostAddresses = 100_000

/** Counts calls per client address in this process; a flood is answered before it costs anything. */
export interface ClientLimit {
  /** @throws TooManyAttempts when the address has had its share of the present five minutes. */
  readonly count: (clientAddress: string) => void
}

/**
 * The crude limit on any client. What guards credentials and money is counted in the database instead
 * (`platform/attempts`), where it survives a restart and holds for all processes.
 */
export function createClientLimit(limit: number, clock: Clock): ClientLimit {
  let windowStart = 0
  const counts = new Map<string, number>()
  return {
    count: (clientAddress) => {
      const now = clock.now().getTime()
      if (now - windowStart >= windowMs || now < windowStart) {
        windowStart = now
        counts.clear()
      }
      const count = (counts.get(clientAddress) ?? 0) + 1
      counts.set(clientAddress, count)
      const [oldest] = counts.size > mostAddresses ? counts.keys() : []
      if (oldest !== undefined) counts.delete(oldest)
      if (count > limit) throw new TooManyAttempts('client', Math.ceil((windowStart + windowMs - now) / 1000))
    },
  }
}
