import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { EventKinds } from '../../../platform/events/event-schema.ts'
import { insertEvent } from '../../../platform/events/event.store.ts'
import { findMainAccount } from './contacts.store.ts'

/** A change, as it is written to the audit and reported to the cooperative's systems. */
export interface Change {
  /** The kind, as `slice.event`. The event for the cooperative and the audit have the same kind. */
  readonly kind: keyof EventKinds & `notifications.${string}`
  readonly memberNumber: string
  /** Omitted for a change of the member; the event then belongs to the main account. */
  readonly accountNumber?: string | undefined
  readonly now: Date
  readonly clientAddress?: string
  readonly requestId?: string
  /** The body of the event, without member and account. */
  readonly body: Readonly<Record<string, unknown>>
  /** The detail for the audit, without personal data. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>
}

/** Writes down a change for the cooperative's systems and the audit, in the transaction that makes it. */
export async function recordChange(tx: Tx, change: Change): Promise<void> {
  const { kind, memberNumber, now, body, detail = {}, clientAddress, requestId } = change
  const accountNumber = change.accountNumber ?? (await findMainAccount(tx, memberNumber))
  if (accountNumber !== undefined)
    await insertEvent(tx, { accountNumber, kind, body: { memberNumber, accountNumber, ...body }, now })
  await recordAudit(tx, {
    kind,
    at: now,
    memberNumber,
    accountNumber: change.accountNumber,
    clientAddress,
    requestId,
    detail,
  })
}
