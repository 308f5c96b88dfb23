import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Executor } from '../../../platform/db/open-database.ts'

/** A billing period of the net-metering ledger. Energy is in kWh. */
export interface NetMeteringPeriod {
  readonly periodEnd: CalendarDate
  readonly addedKwh: number
  readonly usedKwh: number
  readonly expiredKwh: number
  /** The bank after the period, and its value if the cooperative gives one. */
  readonly bankKwh: number
  readonly bankValue: Cents | null
  readonly expiresOn: CalendarDate | null
  readonly trueUpOn: CalendarDate | null
}

/** A year of months, and the same month a year before. */
const mostPeriods = 13

/** Lists the newest periods of an account's ledger, newest first. */
export async function listNetMetering(
  executor: Executor,
  accountNumber: string,
): Promise<readonly NetMeteringPeriod[]> {
  const rows = await executor
    .selectFrom('cis.holder_net_metering')
    .selectAll()
    .where('account_number', '=', accountNumber)
    .orderBy('period_end', 'desc')
    .limit(mostPeriods)
    .execute()
  return rows.map((row) => ({
    periodEnd: row.period_end,
    addedKwh: Number(row.added_kwh),
    usedKwh: Number(row.used_kwh),
    expiredKwh: Number(row.expired_kwh),
    bankKwh: Number(row.bank_kwh),
    bankValue: row.bank_value,
    expiresOn: row.expires_on,
    trueUpOn: row.true_up_on,
  }))
}
