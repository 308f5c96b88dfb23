import type { Executor } from '../../platform/db/open-database.ts'

/** True when that payment was requested under that scope: with that pass. */
export async function isRequestedUnder(executor: Executor, transNo: string, requestScope: string): Promise<boolean> {
  const row = await executor
    .selectFrom('pay.payment')
    .select('trans_no')
    .where('trans_no', '=', transNo)
    .where('request_scope', '=', requestScope)
    .executeTakeFirst()
  return row !== undefined
}
