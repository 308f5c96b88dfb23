import type { Executor } from '../../../platform/db/open-database.ts'

/** A member's name as the cooperative writes it. */
export const findMemberName = async (executor: Executor, memberNumber: string): Promise<string | undefined> =>
  (await executor.selectFrom('cis.member').select('name').where('member_number', '=', memberNumber).executeTakeFirst())
    ?.name
