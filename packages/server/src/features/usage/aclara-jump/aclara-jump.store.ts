import type { Executor } from '../../../platform/db/open-database.ts'

/** The account to open at the Aclara portal: the primary one, or else the first by number. */
export async function findJumpAccount(
  executor: Executor,
  memberNumber: string,
): Promise<{ readonly accountNumber: string; readonly premiseId: string } | undefined> {
  return executor
    .selectFrom('cis.account')
    .select(['account_number as accountNumber', 'location_id as premiseId'])
    .where('member_number', '=', memberNumber)
    .orderBy('is_primary', 'desc')
    .orderBy('account_number')
    .limit(1)
    .executeTakeFirst()
}
