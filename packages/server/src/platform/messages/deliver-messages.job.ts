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

/**
 * Between a claim and its end nobody else sends the message; a process that died leaves it to others after this long. It is
 * longer than the senders' own patience, and one message is claimed at a time so that none waits behind slow ones.
 */
const leaseSeconds = 120
const longestWaitSeconds = 3600
/** So many failures one after the other, and the service counts as down until the next run. */
const failuresUntilDown = 3

/** Errors of one message and not of the service. */
const refusals = new Set(['UNFIT_ADDRESS', 'EENVELOPE', 'EMESSAGE'])

const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)
const waitSeconds = (attempts: number): number => Math.min(longestWaitSeconds, 5 * 2 ** Math.min(attempts, 20))

/**
 * Sends what waits in the outbox, without holding a transaction open. What fails is tried again with growing delays,
 * for as long as it takes: a mail server that is down delays messages and loses none.
 *
 * @returns how many were sent and how many failed.
 */
export async function deliverMessages(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  senders: Senders,
): Promise<{ sent: number; failed: number }> {
  const count = { sent: 0, failed: 0 }
  for (const channel of ['email', 'text'] as const) {
    const send = senders[channel]
    if (send === null) continue
    let failuresInARow = 0
    while (failuresInARow < failuresUntilDown) {
      const now = deps.clock.now()
      const claim = { channel, limit: 1, now, nextTry: after(now, leaseSeconds) }
      const [message] = await claimMessages(deps.db, claim)
      if (message === undefined) break
      const outcome = await deliverOne(deps, message, send)
      failuresInARow = outcome === 'service-failed' ? failuresInARow + 1 : 0
      count[outcome === 'sent' ? 'sent' : 'failed'] += 1
    }
  }
  return count
}

async function deliverOne(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  message: WaitingMessage,
  send: Sender,
): Promise<'sent' | 'refused' | 'service-failed'> {
  try {
    await send(message)
  } catch (error) {
    log.warn({ messageId: message.id, attempts: message.attempts, reason: errorCode(error) }, 'A message waits')
    await markFailed(db, message.id, String(error), after(clock.now(), waitSeconds(message.attempts)))
    return refusals.has(errorCode(error)) ? 'refused' : 'service-failed'
  }
  // Not in the block above: a message that has left must not be told to leave again because the database is slow.
  await markSent(db, message.id, clock.now())
  return 'sent'
}

/** The code of an error, which unlike its text cannot carry an address. */
const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
