import type { Tx } from '../db/open-database.ts'
import type { EventKinds } from './event-schema.ts'

/** Something that the cooperative's systems must learn: at least once, in order per account. */
export interface NewEvent {
  /** `null` for an event without an account, such as one about a member who has none. */
  readonly accountNumber: string | null
  /** The kind of event, as `subject.event`. */
  readonly kind: keyof EventKinds
  /** As the schema of the kind describes it (docs/events.schema.json). */
  readonly body: Readonly<Record<string, unknown>>
  readonly now: Date
}

/** Records an event in the transaction that causes it. @returns its number, by which it is acknowledged. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<number> {
  const { id } = await tx
    .insertInto('outbox.event')
    .values({
      account_number: event.accountNumber,
      kind: event.kind,
      body: JSON.stringify(event.body),
      created_at: event.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
