import type { Deps } from '../deps.ts'
import { job } from '../jobs/jobs.ts'
import { claimMessages, markFailed, markSent, type WaitingMessage } from './message.store.ts'

/** Sends one message or throws. */
export type Sender = (message: WaitingMessage) => Promise<void>

/** How messages leave; a channel without a sender keeps its messages in the outbox. */
export interface Senders {
  readonly email: Sender | null
  readonly text: Sender | null
}

export const deliverMessagesJob = job<Record<never, never>>('deliver-messages')

/** Between a claim and its end nobody else sends the message; a process that died leaves it to others after this long. */
const leaseSeconds = 120
const longestWaitSeconds = 3600

const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)
const waitSeconds = (attempts: number): number => Math.min(longestWaitSeconds, 5 * 2 ** Math.min(attempts, 20))

/**
 * Sends what waits in the outbox, without holding a transaction open. What fails is tried again with growing delays,
 * for as long as it takes: a mail server that is down delays messages and loses none.
 *
 * @returns how many were sent and how many failed.
 */
export async function deliverMessages(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  senders: Senders,
): Promise<{ sent: number; failed: number }> {
  const count = { sent: 0, failed: 0 }
  for (const channel of ['email', 'text'] as const) {
    const send = senders[channel]
    if (send === null) continue
    for (;;) {
      const now = clock.now()
      const messages = await claimMessages(db, { channel, limit: 20, now, nextTry: after(now, leaseSeconds) })
      if (messages.length === 0) break
      for (const message of messages) await deliverOne(message, send)
    }
  }
  return count

  async function deliverOne(message: WaitingMessage, send: Sender): Promise<void> {
    try {
      await send(message)
      await markSent(db, message.id, clock.now())
      count.sent += 1
    } catch (error) {
      log.warn({ messageId: message.id, attempts: message.attempts, reason: errorCode(error) }, 'A message waits')
      await markFailed(db, message.id, String(error), after(clock.now(), waitSeconds(message.attempts)))
      count.failed += 1
    }
  }
}

/** The code of an error, which unlike its text cannot carry an address. */
const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
