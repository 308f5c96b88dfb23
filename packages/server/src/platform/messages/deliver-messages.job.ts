import { inTransaction } from '../db/in-transaction.ts'
import type { Deps } from '../deps.ts'
import { job } from '../jobs/jobs.ts'
import { claimMessages, deleteMessage, markFailed, markSent, type WaitingMessage } from './message.store.ts'

/** Sends one message or throws, within 60 seconds. It may be called for several messages at once. */
export type Sender = (message: WaitingMessage) => Promise<void>

/** The senders by channel. A channel without a sender keeps its messages in the outbox. */
export interface Senders {
  readonly email: Sender | null
  readonly text: Sender | null
}

export const deliverMessagesJob = job<Record<never, never>>('deliver-messages')

/** After this time other workers take the messages of a worker that died. It exceeds the longest time that a sender takes. */
const leaseSeconds = 120
const longestWaitSeconds = 3600
/** After this many failures in a row the service counts as down until the next run. */
const failuresUntilDown = 3
/** An urgent message waits for the current batch, so one is large only while it leaves within this time. */
const shortBatchMs = 100
const [mostAtOnce, mostWhenSlow] = [50, 10] as const
/** A run ends before the queue gives its job to another worker. The next scheduled run continues. */
const longestRunSeconds = 600

/** Errors of one message and not of the service. */
const refusals = new Set(['UNFIT_ADDRESS', 'EENVELOPE', 'EMESSAGE'])

type DeliveryDeps = Pick<Deps, 'db' | 'clock' | 'log'> & {
  /** A run ends with its current batch once this is aborted. */
  readonly stopping?: AbortSignal
}
type Count = { readonly sent: number; readonly failed: number }
type Outcome = 'sent' | 'dropped' | 'refused' | 'service-failed'

const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)
const waitSeconds = (attempts: number): number => Math.min(longestWaitSeconds, 5 * 2 ** Math.min(attempts, 20))

/**
 * Sends what waits in the outbox until this process stops. Another process then continues at once: its next scheduled run may be a
 * minute away.
 */
export async function deliverUntilStopped(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'jobs'>,
  senders: Senders,
): Promise<void> {
  const { stopping } = deps.jobs
  await deliverMessages({ ...deps, stopping }, senders)
  if (stopping.aborted) await inTransaction(deps.db, async (tx) => deps.jobs.enqueue(tx, deliverMessagesJob, {}))
}

/**
 * Sends what waits in the outbox, urgent messages first and both channels at the same time, without an open
 * transaction. It retries a failed message with growing delays, without end: a mail server that is down delays messages
 * and loses none. A code or link that has expired is not sent: with several of them, a member would not know which one
 * works. A text whose number sent STOP is not sent either.
 *
 * @returns the numbers of sent and failed messages.
 * @internal
 */
export async function deliverMessages(deps: DeliveryDeps, senders: Senders): Promise<Count> {
  const [email, text] = await Promise.all([
    deliverChannel(deps, 'email', senders.email),
    deliverChannel(deps, 'text', senders.text),
  ])
  return { sent: email.sent + text.sent, failed: email.failed + text.failed }
}

/**
 * A run starts with one message and doubles the batch while all of them leave: a service that is down costs three attempts. Large
 * batches save statements.
 */
async function deliverChannel(deps: DeliveryDeps, channel: keyof Senders, send: Sender | null): Promise<Count> {
  if (send === null) return { sent: 0, failed: 0 }
  const outcomes: Record<Outcome, number> = { sent: 0, dropped: 0, refused: 0, 'service-failed': 0 }
  const until = after(deps.clock.now(), longestRunSeconds)
  const mark = markTogether(async (ids) => markSent(deps.db, ids, deps.clock.now()))
  let failuresInARow = 0
  let limit = 1
  const isOver = () => deps.stopping?.aborted === true || deps.clock.now() >= until
  while (failuresInARow < failuresUntilDown && !isOver()) {
    const now = deps.clock.now()
    const batch = await claimMessages(deps.db, { channel, limit, now, nextAttemptAt: after(now, leaseSeconds) })
    if (batch.length === 0) break
    const results = await Promise.all(batch.map(async (message) => deliverOne(deps, message, send, mark)))
    for (const result of results) outcomes[result] += 1
    const failures = results.filter((result) => result === 'service-failed').length
    failuresInARow = failures === 0 || results.includes('sent') ? 0 : failuresInARow + failures
    limit = failures === 0 ? nextLimit(limit, deps.clock.now().getTime() - now.getTime()) : 1
  }
  return { sent: outcomes.sent, failed: outcomes.refused + outcomes['service-failed'] }
}

/** The next batch is twice as large while one takes at most half the time it may, and half as large after one that took longer. */
function nextLimit(limit: number, tookMs: number): number {
  const grown = Math.min(mostAtOnce, limit * 2)
  if (tookMs <= shortBatchMs / 2) return grown
  return Math.min(grown, Math.max(mostWhenSlow, tookMs <= shortBatchMs ? limit : Math.floor(limit / 2)))
}

async function deliverOne(
  { db, clock, log }: DeliveryDeps,
  message: WaitingMessage,
  send: Sender,
  mark: (id: number) => Promise<void>,
): Promise<Outcome> {
  const isExpired = message.expiresAt !== null && message.expiresAt <= clock.now()
  if (isExpired)
    log.warn({ messageId: message.id, attempts: message.attempts }, 'A message expired before it could be sent')
  if (isExpired || message.isStopped) {
    await deleteMessage(db, message.id)
    return 'dropped'
  }
  try {
    await send(message)
  } catch (error) {
    log.warn({ messageId: message.id, attempts: message.attempts, reason: errorCode(error) }, 'A message waits')
    const isRefusal = refusals.has(errorCode(error))
    const nextAttemptAt = after(clock.now(), waitSeconds(message.attempts))
    await markFailed(db, message.id, { error: String(error), nextAttemptAt, isRefusal })
    return isRefusal ? 'refused' : 'service-failed'
  }
  // Outside the block above, so that a slow database does not cause a sent message to be sent again.
  await mark(message.id)
  return 'sent'
}

/**
 * Marks sent messages promptly, several in one statement: a worker that dies repeats few, and a batch takes one connection.
 */
function markTogether(mark: (ids: readonly number[]) => Promise<void>): (id: number) => Promise<void> {
  let waiting: number[] = []
  let last: Promise<void> = Promise.resolve()
  return async (id) => {
    waiting.push(id)
    if (waiting.length === 1)
      last = last.then(async () => {
        const ids = waiting
        waiting = []
        await mark(ids)
      })
    await last
  }
}

/** The code of an error, which unlike its text cannot carry an address. */
const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
