import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '../db/any-of.ts'
import type { Executor, Tx } from '../db/open-database.ts'
import { isSealed } from './sealed-body.ts'

/** The order in which messages leave: lower numbers before higher ones. */
const priorities = {
  /** A code or a link: a person waits for it. */
  urgent: 0,
  /** An answer to what one member did. */
  normal: 1,
  /** A notice of an outage, which loses its worth within minutes. */
  storm: 2,
  /** Another notice that many members get at once. */
  bulk: 3,
} as const

const handOverMark = 'hand-over:'

/** The dedupe key of a message that contains secrets. Its text is erased after sending. */
export const handOverKey = (what: string, id: string): string => `${handOverMark}${what}:${id}`

const textReplyMark = 'text-reply:'

/** The dedupe key of the reply to a text message. It is sent also to a number that sent STOP. */
export const textReplyKey = (id: string): string => textReplyMark + id

/** A message to a person. */
export interface NewMessage {
  /** Names what causes the message (`receipt:T123`), which is sent once however often that is reported. */
  readonly dedupeKey: string
  readonly channel: 'email' | 'text'
  readonly recipient: string
  readonly subject: string
  readonly bodyText: string
  readonly language: string
  readonly now: Date
  /** The address at which the recipient can unsubscribe, for a mail that may be stopped (RFC 8058). */
  readonly unsubscribeUrl?: string
  /** The time at which the code or link in it expires. It is not sent after this. */
  readonly expiresAt?: Date
  /** Default: urgent when the body is sealed, as it then carries a code or a link; else normal. */
  readonly priority?: keyof typeof priorities
}

export interface WaitingMessage {
  readonly id: number
  readonly dedupeKey: string
  readonly recipient: string
  readonly subject: string
  readonly bodyText: string
  readonly language: string
  readonly attempts: number
  readonly unsubscribeUrl: string | null
  readonly expiresAt: Date | null
  /** True for a text to a number that has sent STOP, perhaps after the text was written. */
  readonly isStopped: boolean
}

/** Puts a message into the outbox, in the transaction that causes it. @returns false when a message with that dedupe key exists already. */
export const insertMessage = async (tx: Tx, message: NewMessage): Promise<boolean> =>
  (await insertMessages(tx, [message])) > 0

/** Puts messages into the outbox in one statement. @returns how many of their occasions were new. */
export async function insertMessages(tx: Tx, messages: readonly NewMessage[]): Promise<number> {
  if (messages.length === 0) return 0
  // One parameter for all rows: a parameter for each value would make a new statement for each number of messages.
  const { rows } = await sql<{ readonly id: number }>`
    insert into outbox.message (dedupe_key, channel, recipient, subject, body_text, language, created_at, send_after,
      unsubscribe_url, priority, expires_at)
    select dedupe_key, channel, recipient, subject, body_text, language, created_at, created_at, unsubscribe_url, priority,
      expires_at
    from json_to_recordset(${JSON.stringify(messages.map(rowOf))}::json) as message (dedupe_key text, channel text,
      recipient text, subject text, body_text text, language text, created_at timestamptz, unsubscribe_url text,
      priority smallint, expires_at timestamptz)
    on conflict (dedupe_key) do nothing
    returning id`.execute(tx)
  return rows.length
}

const rowOf = (message: NewMessage) => ({
  dedupe_key: message.dedupeKey,
  channel: message.channel,
  recipient: message.recipient,
  subject: message.subject,
  body_text: message.bodyText,
  language: message.language,
  created_at: message.now,
  unsubscribe_url: message.unsubscribeUrl ?? null,
  expires_at: message.expiresAt ?? null,
  priority: priorities[message.priority ?? (isSealed(message.bodyText) ? 'urgent' : 'normal')],
})

/**
 * Builds a part of a larger statement (`with notified as (…)`) that writes a message to the address that another part
 * finds.
 *
 * @param from the name of the other part, which has a column `address`. Without a row, there is no message.
 */
export const messageTo = (
  from: string,
  message: Omit<NewMessage, 'recipient' | 'unsubscribeUrl' | 'priority' | 'expiresAt'>,
): RawBuilder<unknown> => sql`
  insert into outbox.message (dedupe_key, channel, recipient, subject, body_text, language, created_at, send_after)
  select ${message.dedupeKey}, ${message.channel}, address, ${message.subject}, ${message.bodyText},
    ${message.language}, ${message.now}::timestamptz, ${message.now}::timestamptz
  from ${sql.ref(from)}
  on conflict (dedupe_key) do nothing`

/** Claims up to `limit` messages that are due, urgent ones first; no other worker claims them before `nextAttemptAt`. */
export async function claimMessages(
  executor: Executor,
  claim: {
    readonly channel: 'email' | 'text'
    readonly limit: number
    readonly now: Date
    readonly nextAttemptAt: Date
  },
): Promise<readonly WaitingMessage[]> {
  const rows = await executor
    .updateTable('outbox.message')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), send_after: claim.nextAttemptAt }))
    .where('id', '=', (eb) =>
      anyOf(
        eb
          .selectFrom('outbox.message')
          .select('id')
          .where('sent_at', 'is', null)
          .where('channel', '=', claim.channel)
          .where('send_after', '<=', claim.now)
          .orderBy('priority')
          // Messages that were never tried go first: one that keeps failing must not hold up the others.
          .orderBy('attempts')
          .orderBy('send_after')
          .orderBy('id')
          .limit(claim.limit)
          .forUpdate()
          .skipLocked(),
      ),
    )
    .returning([
      'id',
      'dedupe_key',
      'recipient',
      'subject',
      'body_text',
      'language',
      'attempts',
      'unsubscribe_url',
      'expires_at',
      'priority',
    ])
    .returning(
      sql<boolean>`channel = 'text' and dedupe_key not like ${`${textReplyMark}%`}
        and exists (select from portal.opted_out_phone where digits = recipient)`.as('is_stopped'),
    )
    .execute()
  // The statement returns them in any order.
  return rows
    .toSorted((one, other) => one.priority - other.priority)
    .map((row) => ({
      id: row.id,
      dedupeKey: row.dedupe_key,
      recipient: row.recipient,
      subject: row.subject,
      bodyText: row.body_text,
      language: row.language,
      attempts: row.attempts,
      unsubscribeUrl: row.unsubscribe_url,
      expiresAt: row.expires_at,
      isStopped: row.is_stopped,
    }))
}

/** An urgent message that fails again after these, two hours or more, no longer counts. */
const mostFailures = 10

/** The maximum number of later messages that are searched for one that was sent. */
const mostLater = 1_000

/** Bounds the query. With a larger backlog the age is a lower bound. */
const mostLookedAt = 10_000

/**
 * Reads for each channel how many seconds ago its oldest unsent urgent message was created; 0 when none waits. Messages whose
 * recipient is refused do not count.
 */
export async function readUrgentAges(
  executor: Executor,
  now: Date,
): Promise<readonly { readonly channel: string; readonly seconds: number }[]> {
  const { rows } = await sql<{ channel: string; seconds: number }>`
    select service.channel, greatest(0, extract(epoch from ${now}::timestamptz - (
      select min(urgent.created_at) from (
        select message.created_at from outbox.message as message
        where message.sent_at is null and message.channel = service.channel
          and message.priority = ${priorities.urgent} and message.attempts <= ${mostFailures} and not message.is_refused
        order by message.attempts, message.send_after, message.id limit ${mostLookedAt}) as urgent)))::float8 as seconds
    from (values ('email'), ('text')) as service (channel)`.execute(executor)
  return rows
}

/** Deletes a message that must no longer be sent. */
export async function deleteMessage(executor: Executor, id: number): Promise<void> {
  await executor.deleteFrom('outbox.message').where('id', '=', id).execute()
}

/** Deletes the texts to a number that have not been sent, except one. A worker may still send one that it has just claimed. */
export async function deleteWaitingTexts(tx: Tx, recipient: string, exceptKey: string): Promise<void> {
  await tx
    .deleteFrom('outbox.message')
    .where('recipient', '=', recipient)
    .where('channel', '=', 'text')
    .where('sent_at', 'is', null)
    .where('dedupe_key', '<>', exceptKey)
    .execute()
}

export async function markSent(executor: Executor, ids: readonly number[], now: Date): Promise<void> {
  await executor
    .updateTable('outbox.message')
    .set({
      sent_at: now,
      last_error: null,
      body_text: sql<string>`case when dedupe_key like ${`${handOverMark}%`} then '' else body_text end`,
    })
    .where('id', '=', sql<number>`any (${[...ids]}::bigint[])`)
    .execute()
}

/**
 * Notes a failed try and when the next one is due. A message that the service refused counts as refused once a later one of its
 * channel was sent: a service that refuses every message is down.
 */
export async function markFailed(
  executor: Executor,
  id: number,
  failure: { readonly error: string; readonly nextAttemptAt: Date; readonly isRefusal: boolean },
): Promise<void> {
  await executor
    .updateTable('outbox.message')
    .set({
      last_error: failure.error.slice(0, 500),
      send_after: failure.nextAttemptAt,
      is_refused: failure.isRefusal
        ? sql<boolean>`exists (
            select from (
              select later.channel, later.sent_at from outbox.message as later
              where later.created_at > message.created_at order by later.created_at limit ${mostLater}) as later
            where later.sent_at is not null and later.channel = message.channel)`
        : false,
    })
    .where('id', '=', id)
    .execute()
}

/** The newest messages, sent or not, for the demo mailbox. */
export async function listNewestMessages(executor: Executor, limit: number) {
  return executor
    .selectFrom('outbox.message')
    .select([
      'id',
      'dedupe_key',
      'channel',
      'recipient',
      'subject',
      'body_text',
      'language',
      'created_at',
      'sent_at',
      'unsubscribe_url',
    ])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
