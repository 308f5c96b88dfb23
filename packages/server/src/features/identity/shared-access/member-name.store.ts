import type { Executor } from '../../../platform/db/open-database.ts'

/** Finds a member's name in the cooperative's system. */
export const findMemberName = async (executor: Executor, memberNumber: string): Promise<string | undefined> =>
  (await executor.selectFrom('cis.member').select('name').where('member_number', '=', memberNumber).executeTakeFirst())
    ?.name
