import type { PaymentSettingsAnswer } from '@coopline/contract/quick-pay/quick-pay.contract'
import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { isInCutoff } from '@coopline/rules/payment-amount/payable-account'
import type { Deps } from '../../platform/deps.ts'
import { NotOwned } from '../../platform/errors.ts'
import { listAccounts } from '../accounts/public.ts'
import { findLastPayment, findPaymentsUnderWay } from '../payments/public.ts'
import { paymentSettingsAnswer } from './payment-settings.answer.ts'
import type { QuickPayCaller } from './quick-pay-caller.ts'

/**
 * How the verified account may be paid (DM-03, DM-05).
 *
 * @throws NotOwned when the member in the address is not the grant's.
 */
export async function loadPaymentSettings(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  caller: QuickPayCaller,
  memberNumber: string,
): Promise<PaymentSettingsAnswer> {
  if (memberNumber !== caller.memberNumber) throw new NotOwned('Not the member of the grant', caller)
  const { db, settings, clock } = deps
  const current = settings.current()
  const accounts = await listAccounts(db, memberNumber)
  const { timeZone } = current
  const today = calendarDateIn(timeZone, clock.now())
  const last = await findLastPayment(db, caller.accountNumber, { today, timeZone })
  const isPrepaid = accounts.some((one) => one.accountNumber === caller.accountNumber && one.isPrepaid)
  // Without a ceiling other payments limit nothing.
  const underWay =
    current.allowOverPay || isPrepaid ? undefined : await findPaymentsUnderWay(db, caller.accountNumber, clock.now())
  return paymentSettingsAnswer(current, {
    memberHasCutoffAccount: accounts.some(isInCutoff),
    lastPayment: last ?? null,
    underWay: underWay ?? null,
  })
}
