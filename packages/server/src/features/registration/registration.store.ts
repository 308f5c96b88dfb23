import { sql } from 'kysely'
import type { Executor, Tx } from '../../platform/db/open-database.ts'
import type { Applicant } from './applicant.ts'

/**
 * The holder of an active or final billed account that no login was made for. The same statements run whether or not
 * there is such an account, or a login.
 */
export async function findApplicant(executor: Executor, accountNumber: string): Promise<Applicant | undefined> {
  const row = await executor
    .selectFrom('cis.account as account')
    .innerJoin('cis.member as member', 'member.member_number', 'account.member_number')
    .select(['account.member_number', 'member.name'])
    .where('account.account_number', '=', accountNumber)
    .where((eb) =>
      eb.or([eb('account.account_status', '=', 'Active'), eb('account.derived_status', '=', 'Final Billed')]),
    )
    .executeTakeFirst()
  const memberNumber = row?.member_number ?? ''
  const login = await executor
    .selectFrom('portal.login')
    .select('login_id')
    .where('member_number', '=', memberNumber)
    .executeTakeFirst()
  const phones = await executor
    .selectFrom('cis.phone')
    .select('digits')
    .where('member_number', '=', memberNumber)
    .where('kind', '=', 'cell')
    .orderBy('digits')
    .execute()
  const emails = await listEmails(executor, memberNumber)
  if (row === undefined || login !== undefined) return undefined
  return {
    accountNumber,
    memberNumber,
    name: row.name,
    cellPhones: phones.map(({ digits }) => digits),
    emails,
  }
}

export interface NewCode {
  readonly accountNumber: string
  readonly codeHash: Uint8Array
  readonly resourceHash: Uint8Array
  readonly now: Date
  readonly expiresAt: Date
  readonly mostTries: number
}

/**
 * Keeps a code in place of the one before, which is good no longer. Tries at a code that was still good count for the new
 * one too: asking again buys none.
 */
export async function replaceCode(tx: Tx, code: NewCode): Promise<void> {
  await tx
    .insertInto('portal.verification_code')
    .values({
      account_number: code.accountNumber,
      code_hash: code.codeHash,
      resource_hash: code.resourceHash,
      tries: 0,
      sent_at: code.now,
      expires_at: code.expiresAt,
    })
    .onConflict((conflict) =>
      conflict.column('account_number').doUpdateSet((eb) => ({
        code_hash: eb.ref('excluded.code_hash'),
        resource_hash: eb.ref('excluded.resource_hash'),
        sent_at: eb.ref('excluded.sent_at'),
        expires_at: eb.ref('excluded.expires_at'),
        used_at: null,
        tries: sql<number>`case when verification_code.used_at is null and verification_code.expires_at > ${code.now}::timestamptz
          and verification_code.tries < ${code.mostTries}::integer then verification_code.tries else 0 end`,
      })),
    )
    .execute()
}

export interface KeptCode {
  readonly codeHash: Uint8Array
  readonly resourceHash: Uint8Array
}

/** Counts a try at the live code of an account before it is judged, atomically; `undefined` when there is none left. */
export async function claimTry(
  executor: Executor,
  accountNumber: string,
  mostTries: number,
  now: Date,
): Promise<KeptCode | undefined> {
  const row = await executor
    .updateTable('portal.verification_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('account_number', '=', accountNumber)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', mostTries)
    .returning(['code_hash', 'resource_hash'])
    .executeTakeFirst()
  return row && { codeHash: row.code_hash, resourceHash: row.resource_hash }
}

/** Uses up a code. @returns false when it was used, or replaced, in the meantime. */
export async function takeCode(tx: Tx, accountNumber: string, codeHash: Uint8Array, now: Date): Promise<boolean> {
  const rows = await tx
    .updateTable('portal.verification_code')
    .set({ used_at: now })
    .where('account_number', '=', accountNumber)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('account_number')
    .execute()
  return rows.length > 0
}

/** Forgets codes that ended before then. */
export async function deleteCodesBefore(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('portal.verification_code').where('expires_at', '<', before).execute()
}

/** Every e-mail address on file of a member. */
export async function listEmails(executor: Executor, memberNumber: string): Promise<readonly string[]> {
  const rows = await executor
    .selectFrom('cis.email')
    .select('address')
    .where('member_number', '=', memberNumber)
    .orderBy('address')
    .execute()
  return rows.map(({ address }) => address)
}
