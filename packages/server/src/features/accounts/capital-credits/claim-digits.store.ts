import type { Executor, Tx } from '../../../platform/db/open-database.ts'

interface NewDigits {
  readonly claimNumber: string
  readonly sealedDigits: Uint8Array
  readonly now: Date
}

/** Stores the encrypted digits of a claim. */
export async function insertClaimDigits(tx: Tx, { claimNumber, sealedDigits, now }: NewDigits): Promise<void> {
  await tx
    .insertInto('portal.claim_digits')
    .values({ claim_number: claimNumber, sealed_digits: sealedDigits, created_at: now })
    .execute()
}

/** Finds the encrypted digits of a claim. */
export const findClaimDigits = async (
  executor: Executor,
  claimNumber: string,
): Promise<{ readonly sealedDigits: Uint8Array; readonly createdAt: Date } | undefined> =>
  executor
    .selectFrom('portal.claim_digits')
    .select(['sealed_digits as sealedDigits', 'created_at as createdAt'])
    .where('claim_number', '=', claimNumber)
    .executeTakeFirst()
