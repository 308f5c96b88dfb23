import type { Clock } from '../clock.ts'
import { TooManyAttempts } from '../errors.ts'

/** Forged calls that one client address may make at once; the budget refills evenly over an hour. */
const perClient = 100
/** Forged calls of all clients that one process audits in an hour. */
const audited = 1_000
/** Above this number of addresses the oldest are dropped, so that memory stays bounded. */
const mostAddresses = 10_000
const hourMs = 3_600_000

/** Counts forged calls in this process, before anything is written: a flood of them costs the database nothing. */
export interface ForgeryLimit {
  /**
   * Counts a forged call.
   *
   * @returns whether the audit has room for it.
   * @throws TooManyAttempts when the client address has made too many.
   */
  readonly count: (clientAddress: string) => boolean
  /** True for a client address that has forged a call of late: for 36 seconds after one, an hour after a hundred. */
  readonly hasForged: (clientAddress: string) => boolean
}

interface Bucket {
  tokens: number
  filledAt: number
}

/** The tokens of a bucket that fills up evenly within an hour. */
const tokensOf = ({ tokens, filledAt }: Bucket, size: number, now: number): number =>
  Math.min(size, tokens + (Math.max(0, now - filledAt) * size) / hourMs)

/** Takes a token from a bucket. @returns milliseconds until there is one; 0 when taken. */
function take(bucket: Bucket, size: number, now: number): number {
  bucket.tokens = tokensOf(bucket, size, now)
  bucket.filledAt = now
  if (bucket.tokens < 1) return ((1 - bucket.tokens) * hourMs) / size
  bucket.tokens -= 1
  return 0
}

/** Makes the counters of a process. */
export function createForgeryLimit(clock: Clock): ForgeryLimit {
  const clients = new Map<string, Bucket>()
  const audit: Bucket = { tokens: audited, filledAt: 0 }
  return {
    hasForged: (clientAddress) => {
      const bucket = clients.get(clientAddress)
      return bucket !== undefined && tokensOf(bucket, perClient, clock.now().getTime()) < perClient
    },
    count: (clientAddress) => {
      const now = clock.now().getTime()
      const bucket = clients.get(clientAddress) ?? { tokens: perClient, filledAt: now }
      // Put at the end again: the address that was quiet for the longest time is forgotten first.
      clients.delete(clientAddress)
      clients.set(clientAddress, bucket)
      const [oldest] = clients.size > mostAddresses ? clients.keys() : []
      if (oldest !== undefined) clients.delete(oldest)
      const waitMs = take(bucket, perClient, now)
      if (waitMs > 0) throw new TooManyAttempts('signed-call.forged', Math.ceil(waitMs / 1000))
      return take(audit, audited, now) === 0
    },
  }
}
