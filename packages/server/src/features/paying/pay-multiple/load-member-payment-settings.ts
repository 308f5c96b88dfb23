import type { PaymentSettingsAnswer } from '@coopline/contract/paying/payments/payment-request'
import { isInCutoff } from '@coopline/rules/paying/payment-amount/amount-limits'
import type { Deps } from '../../../platform/deps.ts'
import { listAccounts } from '../../accounts/accounts/public.ts'
import { methodSettings, paymentSettingsAnswer } from '../payments/public.ts'

/** Returns the payment settings that apply to a member (AP-19, DM-03, DM-05). */
export async function loadMemberPaymentSettings(
  deps: Pick<Deps, 'db' | 'settings' | 'gateways'>,
  memberNumber: string,
): Promise<PaymentSettingsAnswer> {
  const accounts = await listAccounts(deps.db, memberNumber)
  return paymentSettingsAnswer(methodSettings(deps), { memberHasCutoffAccount: accounts.some(isInCutoff) })
}
