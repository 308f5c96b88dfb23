import type { PrepaidSummary } from '@coopline/contract/usage/usage/usage.contract'
import { addDays } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { todayOf } from '../../../platform/today.ts'
import { findAccount } from '../../accounts/accounts/public.ts'
import { findLastPayment } from '../../paying/payments/public.ts'
import { loadDailyReadings } from './readings.store.ts'
import { requireUsageAccount, type UsageDeps } from './require-usage.ts'
import { inUnits } from './usage-values.ts'

/** Days in the average charge. */
const averagedDays = 30
/** Days in which the last payment is looked for: in effect all. */
const tenYears = 3_650

/**
 * The prepaid summary (AS-05, DU-05): balance, average daily charge, and last payment.
 *
 * @throws NotOwned; Refused when the account does not allow it.
 */
export async function loadPrepaidSummary(
  deps: UsageDeps,
  call: MemberRequest,
  accountNumber: string,
): Promise<PrepaidSummary> {
  await requireUsageAccount(deps, call, accountNumber)
  const found = await findAccount(deps.db, call.caller.memberNumber, accountNumber)
  const account = requireOwnAccount(found, accountNumber)
  const today = todayOf(deps)
  const readings = await loadDailyReadings(deps.db, {
    accountNumber,
    from: addDays(today, -averagedDays),
    to: addDays(today, -1),
  })
  const charges = readings.flatMap(({ charge }) => (charge === null ? [] : [charge]))
  const last = readings.toSorted((one, other) => (one.day < other.day ? 1 : -1))[0]
  const own = { memberNumber: call.caller.memberNumber, accountNumber }
  const { timeZone } = deps.settings.current()
  const payment = await findLastPayment(deps.db, own, { today, timeZone, days: tenYears, settledOnly: true })
  return {
    currentBalance: account.balance,
    avgDailyChg:
      charges.length === 0 ? null : cents(Math.round(charges.reduce((sum, one) => sum + one, 0) / charges.length)),
    lastEnergyUsage: last === undefined ? null : inUnits(last.used),
    lastDailyEnergyChg: last?.charge ?? null,
    lastPaymentAmount: payment?.amount ?? null,
    arreCapture: account.pastDue,
    lastPaymentDate: payment?.day ?? null,
    unitOfMeasure: last?.unit ?? 'kWh',
  }
}
