import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { supportsUsage } from '@coopline/rules/usage/usage/supports-usage'
import { suspendedUsageMessage, unsupportedUsageMessage } from '@coopline/rules/usage/usage/usage.messages'
import { checkUsageRange } from '@coopline/rules/usage/usage-range/check-usage-range'
import { usageRangeMessage } from '@coopline/rules/usage/usage-range/usage-range.messages'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { Refusal, refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { todayOf } from '../../../platform/today.ts'
import { listUsageAccounts, type UsageAccount } from './usage-account.store.ts'

export type UsageDeps = Pick<Deps, 'db' | 'clock' | 'settings'>

/** The days of a search, both included. */
export interface Range {
  readonly fromDate: CalendarDate
  readonly toDate: CalendarDate
}

/** True when the account shows usage at all (REQ-D-239). */
export const isSupported = ({ settings }: Pick<UsageDeps, 'settings'>, account: UsageAccount): boolean =>
  supportsUsage({ ...account, hidesNonElectric: settings.current().hideNonElectricUsage })

/**
 * Filters meters to those whose accounts belong to a member and show usage now, for readers other than the usage pages.
 *
 * @param memberNumber `null`: of any member, for jobs that have checked whose they are.
 */
export async function withVisibleUsage<M extends { readonly accountNumber: string }>(
  deps: UsageDeps,
  memberNumber: string | null,
  meters: readonly M[],
): Promise<readonly M[]> {
  const numbers = [...new Set(meters.map(({ accountNumber }) => accountNumber))]
  const accounts = numbers.length === 0 ? [] : await listUsageAccounts(deps.db, memberNumber, numbers)
  const shown = new Set(
    accounts
      .filter((account) => isSupported(deps, account) && !account.isSuspended)
      .map(({ accountNumber }) => accountNumber),
  )
  return meters.filter(({ accountNumber }) => shown.has(accountNumber))
}

/**
 * Loads the caller's account for a usage call.
 *
 * @throws NotOwned.
 * @throws Refused when its usage is not supported or is suspended.
 */
export async function requireUsageAccount(
  deps: UsageDeps,
  { caller }: Pick<MemberRequest, 'caller'>,
  accountNumber: string,
): Promise<UsageAccount> {
  const [found] = await listUsageAccounts(deps.db, caller.memberNumber, [accountNumber])
  const account = requireOwnAccount(found, accountNumber)
  if (!isSupported(deps, account)) throw new Refused(new Refusal('usage-unsupported', unsupportedUsageMessage))
  if (account.isSuspended) throw new Refused(new Refusal('usage-suspended', suspendedUsageMessage))
  return account
}

/**
 * @param hasMdm true when the 180-day limits of US-52 and US-53 apply.
 * @throws Refused when the search breaks a rule of US-49 to US-53.
 */
export function requireUsageRange(deps: UsageDeps, range: Range, hasMdm = deps.settings.current().MDMEnabled): void {
  const problems = checkUsageRange(range, { today: todayOf(deps), hasMdm })
  if (problems.length === 0) return
  throw new Refused(...problems.map((problem) => refusal(usageRangeMessage, problem)))
}
