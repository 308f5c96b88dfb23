import type { Executor } from '../../../../platform/db/open-database.ts'

/** True when the payment was requested in this idempotency scope, for example with this grant. */
export async function isRequestedUnder(
  executor: Executor,
  transNo: string,
  idempotencyScope: string,
): Promise<boolean> {
  const row = await executor
    .selectFrom('pay.payment')
    .select('trans_no')
    .where('trans_no', '=', transNo)
    .where('idempotency_scope', '=', idempotencyScope)
    .executeTakeFirst()
  return row !== undefined
}
