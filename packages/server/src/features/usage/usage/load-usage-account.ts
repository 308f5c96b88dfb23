import type { UsageAccount } from '@coopline/contract/usage/usage/usage.contract'
import { yesNo } from '@coopline/rules/kernel/flag'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { todayOf } from '../../../platform/today.ts'
import { listMeters } from './readings.store.ts'
import { isSupported, type UsageDeps } from './require-usage.ts'
import { listUsageAccounts } from './usage-account.store.ts'

/** Account data that the usage page shows before it loads any usage (DU-09). @throws NotOwned. */
export async function loadUsageAccount(
  deps: UsageDeps,
  { caller }: MemberRequest,
  accountNumber: string,
): Promise<UsageAccount> {
  const [found] = await listUsageAccounts(deps.db, caller.memberNumber, [accountNumber])
  const account = requireOwnAccount(found, accountNumber)
  const meters = await listMeters(deps.db, accountNumber)
  return {
    accountNumber,
    accountType: account.accountType,
    accountHolderName: account.holderName,
    serviceAddress: account.serviceAddress,
    zip: account.zip,
    locationId: account.locationId,
    isPrepaidAccount: yesNo(account.isPrepaid),
    meters: meters.map(({ meterNumber, unit, isNetMetered }) => ({
      meterId: meterNumber,
      unitOfMeasure: unit,
      isNetMetered,
    })),
    showUsageSuspendedMsg: account.isSuspended,
    isUsageSupported: isSupported(deps, account),
    today: todayOf(deps),
  }
}
