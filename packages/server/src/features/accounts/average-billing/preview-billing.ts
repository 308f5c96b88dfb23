import type { BillingPlanAnswer } from '@coopline/contract/accounts/average-billing/average-billing.contract'
import { planBills } from '@coopline/rules/accounts/average-billing/plan-bills'
import { zeroCents } from '@coopline/rules/kernel/money'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { todayOf } from '../../../platform/today.ts'
import { findBillHistory } from '../../usage/insights/public.ts'
import { findBillingAccount } from './average-billing.store.ts'

/**
 * Estimates the next twelve bills of an account from its own bills; `plan` is null without twelve monthly bills in a row.
 *
 * @param settlementMonth 1 to 12.
 * @throws NotOwned when the account is not the member's.
 */
export async function previewBilling(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { caller: { memberNumber } }: MemberRequest,
  { accountNumber, settlementMonth }: { readonly accountNumber: string; readonly settlementMonth: number },
): Promise<{ readonly plan: BillingPlanAnswer | null }> {
  const account = requireOwnAccount(await findBillingAccount(db, memberNumber, accountNumber), accountNumber)
  const today = todayOf({ settings, clock })
  const history = await findBillHistory(db, { memberNumber, accountNumber }, today)
  const isLeveled = account.billingType !== 'Standard'
  const startingDifference = isLeveled ? account.difference : zeroCents
  const bills = (history?.bills ?? []).filter(({ billDate }) => billDate <= today)
  const plan = planBills(bills, { settlementMonth, startingDifference, isLeveled, today })
  return { plan: plan && { ...plan, bills: [...plan.bills], startingDifference } }
}
