import type { PaymentSettingsAnswer } from '@coopline/contract/quick-pay/quick-pay.contract'
import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { isInCutoff } from '@coopline/rules/payment-amount/payable-account'
import type { Deps } from '../../platform/deps.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import { listAccounts } from '../accounts/public.ts'
import { findLastPayment } from '../payments/public.ts'
import { paymentSettingsAnswer } from './payment-settings.answer.ts'
import type { QuickPayCaller } from './quick-pay-caller.ts'
import { refuseForeign } from './refuse-foreign.ts'

/**
 * How the verified account may be paid (spec 000 §3 Payment settings).
 *
 * @throws NotFound when the member in the address is not the pass's.
 */
export async function loadPaymentSettings(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  facts: RequestFacts,
  caller: QuickPayCaller,
  memberNumber: string,
): Promise<PaymentSettingsAnswer> {
  if (memberNumber !== caller.memberNumber) return refuseForeign(deps, facts, caller, 'member')
  const { db, settings, clock } = deps
  const current = settings.current()
  const accounts = await listAccounts(db, memberNumber)
  const { timeZone } = current
  const today = calendarDateIn(timeZone, clock.now())
  const last = await findLastPayment(db, caller.accountNumber, { today, timeZone })
  return paymentSettingsAnswer(current, {
    memberHasCutoffAccount: accounts.some(isInCutoff),
    lastPayment: last ?? null,
  })
}
