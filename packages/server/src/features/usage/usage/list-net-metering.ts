import type { NetMetering } from '@coopline/contract/usage/usage/usage.contract'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { listNetMetering } from './net-metering.store.ts'
import { requireUsageAccount, type UsageDeps } from './require-usage.ts'

/**
 * The net-metering ledger of an account, newest period first. Empty for accounts without one.
 *
 * @throws NotOwned; Refused when the account does not allow it.
 */
export async function listNetMeteringPeriods(
  deps: UsageDeps,
  call: MemberRequest,
  accountNumber: string,
): Promise<NetMetering> {
  await requireUsageAccount(deps, call, accountNumber)
  return { periods: [...(await listNetMetering(deps.db, accountNumber))] }
}
