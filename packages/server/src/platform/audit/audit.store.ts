import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../db/open-database.ts'

/** An audit entry: an event with its actor, time and origin. */
export interface AuditEntry {
  /** The event, as `slice.event`. */
  readonly kind: string
  readonly at: Date
  readonly memberNumber?: string | undefined
  readonly accountNumber?: string | undefined
  readonly clientAddress?: string | undefined
  readonly requestId?: string | undefined
  /** Facts without personal data: reasons, counts, transaction numbers. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>
}

/**
 * Appends to the audit; rows are never changed or removed. Member and account numbers and the client address are the only
 * personal data that it may hold.
 */
export async function recordAudit(executor: Executor, entry: AuditEntry): Promise<void> {
  await executor
    .insertInto('portal.audit')
    .values({
      at: entry.at,
      kind: entry.kind,
      member_number: entry.memberNumber ?? null,
      account_number: entry.accountNumber ?? null,
      client_address: entry.clientAddress ?? null,
      request_id: entry.requestId ?? null,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute()
}

/** The latest entries of a member, of these kinds. */
export async function listAuditOfMember<Kind extends string>(
  executor: Executor,
  memberNumber: string,
  kinds: readonly Kind[],
  limit: number,
): Promise<
  readonly {
    readonly kind: Kind
    readonly at: Date
    readonly clientAddress: string | null
    /** The reason that staff gave. Only the office sees it, unless the kind says otherwise. */
    readonly reason: string | null
  }[]
> {
  const rows = await executor
    .selectFrom('portal.audit')
    .select(['kind', 'at', 'client_address'])
    .select(sql<string | null>`detail ->> 'reason'`.as('reason'))
    .where('member_number', '=', memberNumber)
    .where('kind', 'in', [...kinds])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap((row) => {
    const kind = kinds.find((one) => one === row.kind)
    return kind === undefined ? [] : [{ kind, at: row.at, clientAddress: row.client_address, reason: row.reason }]
  })
}

/**
 * Builds a part of a larger statement (`with audited as (…)`) that records an audit entry for each row of another part.
 *
 * @param from the name of the other part.
 */
export const auditEntryFor = (from: string, entry: AuditEntry): RawBuilder<unknown> => sql`
  insert into portal.audit (at, kind, member_number, account_number, client_address, request_id, detail)
  select ${entry.at}::timestamptz, ${entry.kind}, ${entry.memberNumber ?? null}::text, ${entry.accountNumber ?? null}::text,
    ${entry.clientAddress ?? null}::text, ${entry.requestId ?? null}::text, ${JSON.stringify(entry.detail ?? {})}::jsonb
  from ${sql.ref(from)}`
