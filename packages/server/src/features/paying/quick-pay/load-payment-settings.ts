import type { QuickPaySettingsAnswer } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { isInCutoff } from '@coopline/rules/paying/payment-amount/amount-limits'
import type { Deps } from '../../../platform/deps.ts'
import { NotOwned } from '../../../platform/errors.ts'
import type { CallerOf } from '../../../platform/http/call.ts'
import { todayOf } from '../../../platform/today.ts'
import { listAccounts } from '../../accounts/accounts/public.ts'
import {
  accountsWithCeiling,
  findLastPayment,
  findPaymentsUnderWay,
  lastPaymentAnswer,
  methodSettings,
  paymentSettingsAnswer,
  paymentsUnderWayAnswer,
} from '../payments/public.ts'

/**
 * Returns the payment settings of the verified account (DM-03, DM-05).
 *
 * @throws NotOwned when the member in the address is not the grant's.
 */
export async function loadPaymentSettings(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'gateways'>,
  caller: CallerOf<'quick-pay'>,
  memberNumber: string,
): Promise<QuickPaySettingsAnswer> {
  if (memberNumber !== caller.memberNumber) throw new NotOwned('Not the member of the grant', caller)
  const { db } = deps
  const current = methodSettings(deps)
  const accounts = await listAccounts(db, memberNumber)
  const { timeZone } = current
  const today = todayOf(deps)
  const last = await findLastPayment(db, caller, { today, timeZone, days: current.recentPaymentDays })
  const own = accounts.filter((one) => one.accountNumber === caller.accountNumber)
  const limited = accountsWithCeiling(current, own)
  const underWay = limited.length === 0 ? undefined : await findPaymentsUnderWay(db, limited)
  const answer = paymentSettingsAnswer(current, { memberHasCutoffAccount: accounts.some(isInCutoff) })
  return {
    ...answer,
    paymentSettings: {
      ...answer.paymentSettings,
      lastPayment: lastPaymentAnswer(last),
    },
    paymentsUnderWay: paymentsUnderWayAnswer(current, underWay?.get(caller.accountNumber)),
  }
}
