import { sql } from 'kysely'
import type { Executor, Tx } from '../db/open-database.ts'

export interface NewCode {
  readonly subject: string
  readonly codeHash: Uint8Array
  readonly contactHash: Uint8Array
  /** The id of the key under which the hashes are made. */
  readonly keyId: string
  readonly now: Date
  readonly expiresAt: Date
  readonly maxAttempts: number
}

/**
 * Stores a code in place of the previous one, which is no longer valid. Attempts at a previous code that was still
 * valid count for the new one too, so that another request gains no attempts.
 */
export async function replaceCode(tx: Tx, code: NewCode): Promise<void> {
  await tx
    .insertInto('portal.verification_code')
    .values({
      subject: code.subject,
      code_hash: code.codeHash,
      contact_hash: code.contactHash,
      key_id: code.keyId,
      attempts: 0,
      sent_at: code.now,
      expires_at: code.expiresAt,
    })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => ({
        code_hash: eb.ref('excluded.code_hash'),
        contact_hash: eb.ref('excluded.contact_hash'),
        key_id: eb.ref('excluded.key_id'),
        sent_at: eb.ref('excluded.sent_at'),
        expires_at: eb.ref('excluded.expires_at'),
        used_at: null,
        attempts: sql<number>`case when verification_code.used_at is null and verification_code.expires_at > ${code.now}::timestamptz
          and verification_code.attempts < ${code.maxAttempts}::integer then verification_code.attempts else 0 end`,
      })),
    )
    .execute()
}

export interface StoredCode {
  readonly codeHash: Uint8Array
  readonly contactHash: Uint8Array
}

/** Counts an attempt at the live code of a subject before it is checked, atomically; `undefined` when there is none left. */
export async function claimAttempt(
  executor: Executor,
  subject: string,
  maxAttempts: number,
  now: Date,
): Promise<StoredCode | undefined> {
  const row = await executor
    .updateTable('portal.verification_code')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('subject', '=', subject)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('attempts', '<', maxAttempts)
    .returning(['code_hash', 'contact_hash'])
    .executeTakeFirst()
  return row && { codeHash: row.code_hash, contactHash: row.contact_hash }
}

/** Uses up a code. @returns false when it was used, or replaced, in the meantime. */
export async function takeCode(tx: Tx, subject: string, codeHash: Uint8Array, now: Date): Promise<boolean> {
  const rows = await tx
    .updateTable('portal.verification_code')
    .set({ used_at: now })
    .where('subject', '=', subject)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('subject')
    .execute()
  return rows.length > 0
}

/** Verification codes that still work, by the key that they are hashed under. */
export async function countLiveCodes(
  executor: Executor,
  now: Date,
): Promise<readonly { readonly keyId: string; readonly count: number; readonly endsAt: Date }[]> {
  const rows = await executor
    .selectFrom('portal.verification_code')
    .select((eb) => ['key_id', eb.fn.countAll<string>().as('count'), eb.fn.max('expires_at').as('ends_at')])
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .groupBy('key_id')
    .execute()
  return rows.map((row) => ({ keyId: row.key_id ?? '', count: Number(row.count), endsAt: row.ends_at }))
}
