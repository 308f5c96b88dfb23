import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { type Delivery, listWaiting, recordAttempt } from './delivery.store.ts'
import { inTransaction } from './open-store.ts'
import { signPostback } from './postback-signature.ts'
import type { Mode } from './sandbox-context.ts'
import type { SigningKeys } from './signing-keys.ts'

export interface SenderOptions {
  readonly db: DatabaseSync
  readonly keys: SigningKeys
  readonly postbackUrl: string
  readonly now: () => number
  readonly log: (line: string) => void
  /** Takes the postbacks that were not delivered. */
  readonly logFailure: (line: string) => void
  readonly mode: () => Mode
  /** Milliseconds to wait after attempt number `attempt`, counted from 1. */
  readonly retryDelays: (attempt: number) => number
}

export interface PostbackSender {
  /** Looks at the queue now: something was added to it or the mode has changed. */
  wake(): void
  /** Stops sending; what was under way counts as not sent and is sent again after the next start. */
  stop(): Promise<void>
}

/** Doubles from one second to a minute. */
export const standardRetryDelays = (attempt: number): number => Math.min(1000 * 2 ** (attempt - 1), 60_000)

/** The most attempts, which take about a quarter of an hour with the standard delays. @internal */
export const maxAttempts = 20

const maxInFlight = 8
const answerTimeoutMs = 15_000
/** Longest sleep; the queue is checked again after it. */
const longestSleepMs = 60_000

type Outcome = { readonly status: number | null; readonly error: string | null }

async function post(options: SenderOptions, delivery: Delivery, stopping: AbortSignal): Promise<Outcome> {
  const seconds = Math.floor(options.now() / 1000)
  // A key with the right name and the wrong bytes, as a forger who knows the protocol would use.
  const [{ kid }] = options.keys
  const keys: SigningKeys = options.mode() === 'wrong-key' ? [{ kid, secret: randomBytes(32) }] : options.keys
  try {
    const answer = await fetch(options.postbackUrl, {
      method: 'POST',
      headers: signPostback(keys, { eventId: delivery.eventId, seconds, rawBody: delivery.body }),
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(answerTimeoutMs)]),
    })
    await answer.body?.cancel()
    return { status: answer.status, error: null }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { status: null, error: cause instanceof Error ? cause.message : String(cause) }
  }
}

function settle(options: SenderOptions, delivery: Delivery, outcome: Outcome, tookMs: number): void {
  const attempts = delivery.attempts + 1
  const failed = attempts >= maxAttempts ? 'given-up' : 'waiting'
  const state = outcome.status === 200 ? 'delivered' : failed
  const attempt = { deliveryId: delivery.id, at: new Date(options.now()).toISOString(), ...outcome, tookMs }
  const nextAt = Date.now() + options.retryDelays(attempts)
  inTransaction(options.db, () => recordAttempt(options.db, attempt, { state, nextAt }), 'process-end')
  const line = JSON.stringify({ event: 'postback', transNo: delivery.transNo, state, attempts, ...outcome })
  if (state === 'delivered') options.log(line)
  else options.logFailure(line)
}

/**
 * Starts to send what waits in the queue, several at once, and to try again what was not answered with 200.
 * The queue is in the store, so nothing is forgotten when the process ends.
 */
export function startPostbackSender(options: SenderOptions): PostbackSender {
  const stopping = new AbortController()
  const inFlight = new Map<number, Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  const send = async (delivery: Delivery): Promise<void> => {
    const started = performance.now()
    const outcome = await post(options, delivery, stopping.signal)
    inFlight.delete(delivery.id)
    if (stopping.signal.aborted && outcome.status === null) return
    settle(options, delivery, outcome, Math.round(performance.now() - started))
    if (!stopping.signal.aborted) wake()
  }

  const wake = (): void => {
    clearTimeout(timer)
    if (stopping.signal.aborted || options.mode() === 'silent') return
    const waiting = listWaiting(options.db, inFlight.size + maxInFlight + 1).filter((one) => !inFlight.has(one.id))
    for (const delivery of waiting) {
      if (inFlight.size >= maxInFlight) return
      const sleepMs = delivery.nextAt - Date.now()
      if (sleepMs > 0) {
        timer = setTimeout(wake, Math.min(sleepMs, longestSleepMs))
        return
      }
      inFlight.set(delivery.id, send(delivery))
    }
  }

  wake()
  return {
    wake,
    async stop() {
      clearTimeout(timer)
      stopping.abort()
      await Promise.all(inFlight.values())
    },
  }
}
