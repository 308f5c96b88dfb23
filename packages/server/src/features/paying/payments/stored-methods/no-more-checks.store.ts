import type { Tx } from '../../../../platform/db/open-database.ts'

/**
 * Forbids electronic checks from this account until a row of the cooperative's system allows them. The account's next holder may use
 * them.
 */
export async function restrictChecks(tx: Tx, accountNumber: string, memberNumber: string): Promise<void> {
  await tx
    .updateTable('cis.account')
    .set({ no_more_checks: true })
    .where('account_number', '=', accountNumber)
    .where('member_number', '=', memberNumber)
    .execute()
}
